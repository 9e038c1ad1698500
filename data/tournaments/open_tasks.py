"""What is still to be done: missing results, faults without a decision, ties without a lot."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple, TypeVar

from data.tournaments.changes import FaultSeen
from data.tournaments.handlers.rounds import missing_deals
from data.tournaments.standings.standing import Standing
from data.tournaments.state import FaultKey, RoundId, State, Table

Item = TypeVar("Item")


class MissingDeals(NamedTuple):
    """The deals that a table has still to play, or to report."""

    place: RoundId
    table: int
    deals: tuple[int, ...]


class UndecidedFault(NamedTuple):
    """A fault that a replay found at a table and nobody has decided on; in deal 0 where it is of the whole table."""

    place: RoundId
    table: int
    deal: int
    fault: FaultSeen
    entrant: int | None


def find_missing_deals(state: State, stage: int) -> Iterator[MissingDeals]:
    """The deals that the tables of a stage miss, round by round."""
    deals = state.settings_of(stage).deals
    for place, number, table in _numbered_tables(state, stage):
        due = missing_deals(table, deals)
        if due:
            yield MissingDeals(place, number, tuple(due))


def find_undecided_faults(state: State, stage: int) -> Iterator[UndecidedFault]:
    """The faults of a stage that are open, round by round; `entrant` is for whom the seat counts that made each."""
    for place, number, table in _numbered_tables(state, stage):
        for deal, found in table.results.items():
            for fault in found.faults:
                if FaultKey(deal, fault.action, fault.seat, fault.code) not in table.decisions:
                    entrant = None if fault.seat is None else table.seats[fault.seat - 1].entrant
                    yield UndecidedFault(place, number, deal, fault, entrant)


def for_all_stages(look: Callable[[State, int], Iterator[Item]], state: State) -> Iterator[Item]:
    """What one of these finds, stage by stage."""
    for stage in range(1, len(state.stages) + 1):
        yield from look(state, stage)


def find_ties(found: Standing) -> list[tuple[int, ...]]:
    """Those who share a place, group by group from the top: between them only a lot is left to decide."""
    groups = groupby(found.lines, key=lambda line: line.place)
    together = [tuple(line.entrant for line in group) for _place, group in groups]
    return [group for group in together if len(group) > 1]


def _numbered_tables(state: State, stage: int) -> Iterator[tuple[RoundId, int, Table]]:
    for round_number, found in enumerate(state.stages[stage - 1].rounds, 1):
        for number, table in enumerate(found.tables, 1):
            yield RoundId(stage, round_number), number, table
