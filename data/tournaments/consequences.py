"""The consequences of changes for the standings, computed before they are made."""

from collections.abc import Iterable, Sequence

from daifu.data.tournaments.changes import (
    AnyChange,
    Awarded,
    Cancelled,
    Result,
    RoundChange,
    RoundClosed,
    RoundReopened,
)
from daifu.data.tournaments.handlers.dispatch import apply_new
from daifu.data.tournaments.standings.standing import compute_all_standings
from daifu.data.tournaments.state import RoundId, State
from daifu.data.tournaments.written_points import doubt_result
from daifu.replay.faults import Fault
from daifu.schemas.standings import Consequence, Line


def find_consequences(state: State, *changes: AnyChange) -> tuple[Consequence, ...]:
    """The lines of all standings that changes together would change, stage by stage and round by round.

    Closed rounds are reopened for their changes. Raises `TournamentError` where a change is impossible all the same.
    """
    before, after = _all_lines(state), _all_lines(_changed_state(state, changes))
    keys = (key for key in sorted({*before, *after}) if before.get(key) != after.get(key))
    return tuple(Consequence(*key, before.get(key), after.get(key)) for key in keys)


def find_doubts(state: State, changes: Sequence[AnyChange]) -> list[tuple[Result, Fault]]:
    """The sheets among these changes, made together, whose points are doubtful, each with the notice.

    Raises what `find_consequences` raises.
    """
    after = _changed_state(state, changes)
    sheets = (change for change in changes if isinstance(change, Result))
    return [(sheet, fault) for sheet in sheets if (fault := doubt_result(after, sheet))]


def _changed_state(state: State, changes: Iterable[AnyChange]) -> State:
    for change in changes:
        for step in with_reopening(state, change):
            state = apply_new(state, step)
    return state


def with_reopening(state: State, change: AnyChange) -> tuple[AnyChange, ...]:
    """The change, after the reopening of its round if that is closed; this reopens the tournament, too."""
    at = _affected_round(state, change)
    if at is None or isinstance(change, RoundClosed | RoundReopened) or not _is_closed(state, at):
        return (change,)
    return (RoundReopened(stage=at.stage, round=at.round), change)


def _affected_round(state: State, change: AnyChange) -> RoundId | None:
    match change:
        case Awarded(stage=stage, round=number) if number is not None:
            return RoundId(stage, number)
        case Cancelled(award=award) if award in state.awards:
            given = state.awards[award]
            return None if given.round is None else RoundId(given.stage, given.round)
        case RoundChange(stage=stage, round=number):
            return RoundId(stage, number)
        case _:
            return None


def _is_closed(state: State, at: RoundId) -> bool:
    return any(found.closed for round_id, found in state.rounds() if round_id == at)


def _all_lines(state: State) -> dict[tuple[int, int, int], Line]:
    """The lines of the standings after every round that has begun, by stage, round and entrant."""
    return {
        (found.stage, found.round, line.entrant): line for found in compute_all_standings(state) for line in found.lines
    }
