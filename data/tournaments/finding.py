"""Finding the parts of a state by the numbers that a change names, or refusing it where they do not exist."""

from data.tournaments.changes import AtATable, OfARound
from data.tournaments.refusals import Refused
from data.tournaments.state import Entrant, Round, Seat, Stage, State, Table


def entrant_of(state: State, number: int) -> Entrant:
    """An entrant by his number. Raises `Refused`: `not_entered`."""
    if number > len(state.entrants):
        raise Refused("not_entered", entrant=number)
    return state.entrants[number - 1]


def stage_of(state: State, number: int) -> Stage:
    """A stage by its number. Raises `Refused`: `no_such_stage`."""
    if number > len(state.stages):
        raise Refused("no_such_stage", stage=number)
    return state.stages[number - 1]


def round_of(state: State, change: OfARound) -> Round:
    """The round of a change. Raises `Refused`: `no_such_stage`, `no_such_round`."""
    stage = stage_of(state, change.stage)
    if change.round > len(stage.rounds):
        raise Refused("no_such_round", stage=change.stage, round=change.round)
    return stage.rounds[change.round - 1]


def open_round(state: State, change: OfARound) -> Round:
    """The round of a change, which must not be closed. Raises `Refused`: the same, and `round_closed`."""
    found = round_of(state, change)
    if found.closed:
        raise Refused("round_closed", stage=change.stage, round=change.round)
    return found


def table_of(found: Round, number: int) -> Table:
    """A table of a round by its number. Raises `Refused`: `table_too_many`."""
    if number > len(found.tables):
        raise Refused("table_too_many", table=number, count=len(found.tables))
    return found.tables[number - 1]


def open_table(state: State, change: AtATable) -> Table:
    """The table of a change, in a round that is not closed. Raises `Refused` as `open_round` and `table_of` do."""
    return table_of(open_round(state, change), change.table)


def seat_of(table: Table, change: AtATable, entrant: int) -> tuple[int, Seat]:
    """The place and the seat of an entrant at a table. Raises `Refused`: `not_at_table`."""
    for place, seat in enumerate(table.seats):
        if seat.entrant == entrant:
            return place, seat
    raise Refused("not_at_table", entrant=entrant, table=change.table)
