"""Where a record belongs in a tournament: the table that its event names, and the seats of those who played."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from data.store.tournaments.arrivals import Arrival, TableId
from data.store.tournaments.unlandable import NotLanded
from data.tournaments.applying.results import ids_of
from data.tournaments.changes import OfARound, Record
from data.tournaments.finding import round_of, table_of
from data.tournaments.state import Outcome, RoundId, State, Table

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")
_LETTER: Final = re.compile(r"[A-Za-z]")


class Held(NamedTuple):
    """A result that a record gave: at which table, of which deal, and what it is."""

    at: TableId
    deal: int
    outcome: Outcome


def held(state: State, record: int) -> list[Held]:
    """The results that a record gave."""
    return [
        Held(at, deal, outcome)
        for at, table in tables(state)
        for deal, outcome in table.results.items()
        if isinstance(outcome.by, Record) and outcome.by.id == record
    ]


def holding(state: State) -> set[int]:
    """The records that gave results."""
    outcomes = (outcome for _, table in tables(state) for outcome in table.results.values())
    return {outcome.by.id for outcome in outcomes if isinstance(outcome.by, Record)}


def tables(state: State) -> Iterator[tuple[TableId, Table]]:
    """All tables of a tournament."""
    for stage, opened in enumerate(state.stages, 1):
        for number, found in enumerate(opened.rounds, 1):
            for table, sitters in enumerate(found.tables, 1):
                yield TableId(RoundId(stage, number), table), sitters


def place_of(state: State, arrival: Arrival) -> TableId:
    """The table of a record's event.

    Where the event does not tell the stage, a record that gave results in that round stays where it is, and any other
    one is of the latest stage. Tables may have letters. Raises `NotLanded`: `not_named`, `no_number`.
    """
    number = _numbered(arrival, "round")
    table = _table(arrival)
    return TableId(RoundId(_stage(state, arrival, number, table), number), table)


def seated(state: State, at: TableId, arrival: Arrival) -> Sequence[str]:
    """The players of a record in the order of the seats of a table, which they are known by.

    Whoever is not known there is on a seat that is left over, where the tournament will refuse him. If seats were moved
    after the record landed, it speaks of other people than the tournament: then the order is its own. Raises `Refused`:
    `no_such_stage`, `no_such_round`, `table_too_many`.
    """
    found_round = round_of(state, OfARound(stage=at.place.stage, round=at.place.round))
    table = table_of(found_round, at.table)
    if len(table.seats) != len(arrival.players) or _was_moved(state, table, arrival.record):
        return arrival.players
    left = list(arrival.players)
    found: list[str | None] = []
    for seat in table.seats:
        ids = ids_of(state, seat)
        known = next((player for player in left if player in ids), None)
        if known is not None:
            left.remove(known)
        found.append(known)
    return [left.pop(0) if player is None else player for player in found]


def _was_moved(state: State, table: Table, record: int) -> bool:
    """Whether others than the record says are on the seats where its results count."""
    return any(
        player not in ids_of(state, seat)
        for outcome in table.results.values()
        if isinstance(outcome.by, Record) and outcome.by.id == record
        for player, seat in zip(outcome.by.players, table.seats, strict=True)
    )


def _stage(state: State, arrival: Arrival, number: int, table: int) -> int:
    written = arrival.event.get("stage")
    named = [stage for stage, opened in enumerate(state.stages, 1) if opened.name == written]
    if written is not None:
        return named[0] if named else _numbered(arrival, "stage")
    for at, _, _ in held(state, arrival.record):
        if (at.place.round, at.table) == (number, table):
            return at.place.stage
    return max(len(state.stages), 1)


def _table(arrival: Arrival) -> int:
    written = arrival.event.get("table")
    if isinstance(written, str) and _LETTER.fullmatch(written):
        return ord(written.upper()) - ord("A") + 1
    return _numbered(arrival, "table")


def _numbered(arrival: Arrival, field: str) -> int:
    written: Any = arrival.event.get(field)
    if written is None:
        raise NotLanded("not_named", field=field)
    if not _NUMBER.fullmatch(str(written)):
        raise NotLanded("no_number", field=field, found=str(written)[:40])
    return int(written)
