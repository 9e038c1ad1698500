"""Making another state in which one part is another one."""

from dataclasses import replace
from typing import TypeVar

from data.tournaments.changes import AtATable, OfARound
from data.tournaments.state import Entrant, Round, Seat, Stage, State, Table

Part = TypeVar("Part")


def with_item(items: tuple[Part, ...], place: int, item: Part) -> tuple[Part, ...]:
    """The items, another one at this place."""
    return (*items[:place], item, *items[place + 1 :])


def with_entrant(state: State, entrant: Entrant) -> State:
    """The state in which an entrant is as given."""
    return replace(state, entrants=with_item(state.entrants, entrant.number - 1, entrant))


def with_stage(state: State, number: int, stage: Stage) -> State:
    """The state in which a stage is as given."""
    return replace(state, stages=with_item(state.stages, number - 1, stage))


def with_round(state: State, change: OfARound, found: Round) -> State:
    """The state in which the round of a change is as given."""
    stage = state.stages[change.stage - 1]
    rounds = with_item(stage.rounds, change.round - 1, found)
    return with_stage(state, change.stage, replace(stage, rounds=rounds))


def with_table(state: State, change: AtATable, table: Table) -> State:
    """The state in which the table of a change is as given."""
    found = state.stages[change.stage - 1].rounds[change.round - 1]
    return with_round(state, change, replace(found, tables=with_item(found.tables, change.table - 1, table)))


def with_seat(state: State, change: AtATable, place: int, seat: Seat) -> State:
    """The state in which a seat of the table of a change is as given."""
    table = state.stages[change.stage - 1].rounds[change.round - 1].tables[change.table - 1]
    return with_table(state, change, replace(table, seats=with_item(table.seats, place, seat)))
