"""Deals walked through action by action."""

from collections.abc import Iterator
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


def steps(raw: RawRecord) -> Iterator[Step]:
    """Every action of every deal of a record."""
    for table, actions in tables(read_record(raw)):
        for index, action in enumerate(actions):
            before = table.copy()
            run(table, [action], index)
            yield Step(action, before, table)
