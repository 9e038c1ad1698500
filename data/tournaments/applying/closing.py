"""Rounds are closed and reopened."""

from dataclasses import replace

from data.tournaments.changes import RoundClosed, RoundReopened
from data.tournaments.finding import open_round, round_of
from data.tournaments.refusals import Refused, listed
from data.tournaments.replacing import with_round
from data.tournaments.state import WHOLE_TABLE, State, Table


def round_closed(state: State, change: RoundClosed) -> State:
    """A round is over. Raises `Refused`: `deal_missing`, and as `open_round` does."""
    found = open_round(state, change)
    for number, table in enumerate(found.tables, 1):
        missing = missing_deals(table, state.settings_of(change.stage).deals)
        if missing:
            raise Refused("deal_missing", table=number, deals=listed(missing))
    return with_round(state, change, replace(found, closed=True))


def round_reopened(state: State, change: RoundReopened) -> State:
    """A round may be corrected, and the tournament is not over. Raises `Refused`: `round_open`, as `round_of` does."""
    found = round_of(state, change)
    if not found.closed:
        raise Refused("round_open", stage=change.stage, round=change.round)
    return replace(with_round(state, change, replace(found, closed=False)), finished=False)


def missing_deals(table: Table, deals: int | None) -> list[int]:
    """The deals that a table still has to play; one at which nobody is left to play with has none."""
    if WHOLE_TABLE in table.results or sum(not seat.forfeited for seat in table.seats) <= 1:
        return []
    due = deals or max(table.results, default=1)
    return [deal for deal in range(1, due + 1) if deal not in table.results]
