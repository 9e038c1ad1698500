"""Deals walked through action by action."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from replay.actions import Action
from replay.engine import run
from replay.match import Match
from replay.record import Record
from replay.table import Table
from schemas.raw import RawRecord
from schemas.record import read_record


class Step(NamedTuple):
    """An action, the position before it, and the position after it, which lasts until the next step."""

    action: Action
    before: Table
    after: Table


def tables(record: Record) -> Iterator[tuple[Table, list[Action]]]:
    """The table of each deal before its first action, and the actions."""
    match = Match(record.rules, len(record.players))
    for deal in record.deals:
        yield match.open(match.start(deal, [])), list(deal.actions or ())
        match.play(deal)


def walks(raw: RawRecord) -> Iterator[Iterator[Step]]:
    """The deals of a record, each action by action; a deal is walked to its end before the next one begins."""
    return (walk(table, actions) for table, actions in tables(read_record(raw)))


def walk(table: Table, actions: list[Action]) -> Iterator[Step]:
    """Every action of a deal."""
    for index, action in enumerate(actions):
        before = table.copy()
        run(table, [action], index)
        yield Step(action, before, table)


def steps(raw: RawRecord) -> Iterator[Step]:
    """Every action of every deal of a record."""
    return chain.from_iterable(walks(raw))
