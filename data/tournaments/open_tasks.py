"""Open tasks of a tournament: missing results, faults without a decision, ties without a lot."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple, TypeVar

from daifu.data.tournaments.changes import FaultSeen
from daifu.data.tournaments.handlers.rounds import missing_deals
from daifu.data.tournaments.standings.standing import Standing
from daifu.data.tournaments.state import RoundId, State

Item = TypeVar("Item")


class MissingDeals(NamedTuple):
    """The deals that a table has not played yet, or not reported."""

    place: RoundId
    table: int
    deals: tuple[int, ...]


class UndecidedFault(NamedTuple):
    """A fault that a replay found at a table and the referee has not decided on; deal 0 is the whole table."""

    place: RoundId
    table: int
    deal: int
    fault: FaultSeen
    entrant: int | None


def find_missing_deals(state: State, stage: int) -> Iterator[MissingDeals]:
    """The deals that tables of a stage miss, round by round."""
    deals = state.settings_of(stage).deals
    for at, table in state.tables(stage):
        missing = missing_deals(table, deals)
        if missing:
            yield MissingDeals(at.round_id, at.table, tuple(missing))


def find_undecided_faults(state: State, stage: int) -> Iterator[UndecidedFault]:
    """The faults of a stage without a decision, round by round, with the entrants for whom their seats count."""
    for at, table in state.tables(stage):
        for key, fault in table.faults:
            if key not in table.decisions:
                yield UndecidedFault(at.round_id, at.table, key.deal, fault, table.entrant_at(fault.seat))


def for_all_stages(look: Callable[[State, int], Iterator[Item]], state: State) -> Iterator[Item]:
    """What one of these functions finds in all stages, one after the other."""
    for stage in range(1, len(state.stages) + 1):
        yield from look(state, stage)


def find_ties(found: Standing) -> list[tuple[int, ...]]:
    """The groups of entrants who share a place, best first: only a lot can decide between them."""
    groups = groupby(found.lines, key=lambda line: line.place)
    together = [tuple(line.entrant for line in group) for _place, group in groups]
    return [group for group in together if len(group) > 1]
