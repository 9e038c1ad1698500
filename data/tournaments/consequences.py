"""What a change would do to the standings, computed before it is made."""

from typing import NamedTuple

from data.tournaments.changes import AnyChange, Awarded, Cancelled, RoundChange, RoundClosed, RoundReopened
from data.tournaments.handlers.dispatch import apply
from data.tournaments.standings.standing import Line, compute_all_standings
from data.tournaments.state import RoundId, State


class Consequence(NamedTuple):
    """A line of a standing that would be another one; None where there is none before, or none after."""

    stage: int
    round: int
    entrant: int
    before: Line | None
    after: Line | None


def find_consequences(state: State, *changes: AnyChange) -> tuple[Consequence, ...]:
    """The lines of all standings that changes would change together, stage by stage and round by round.

    A change in a closed round is looked at as if that were reopened for it. Raises `Refused` where a change is
    impossible even so.
    """
    then = state
    for change in changes:
        for step in with_reopening(then, change):
            then = apply(then, step)
    before, after = _all_lines(state), _all_lines(then)
    places = sorted({*before, *after})
    changed = (place for place in places if before.get(place) != after.get(place))
    return tuple(Consequence(*place, before.get(place), after.get(place)) for place in changed)


def with_reopening(state: State, change: AnyChange) -> tuple[AnyChange, ...]:
    """The changes that a change takes: its round is reopened for it if that is closed, and the tournament with it."""
    place = _affected_round(state, change)
    if place is None or isinstance(change, RoundClosed | RoundReopened) or not _is_closed(state, place):
        return (change,)
    return (RoundReopened(stage=place.stage, round=place.round), change)


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


def _is_closed(state: State, place: RoundId) -> bool:
    if place.stage > len(state.stages):
        return False
    rounds = state.stages[place.stage - 1].rounds
    return place.round <= len(rounds) and rounds[place.round - 1].closed


def _all_lines(state: State) -> dict[tuple[int, int, int], Line]:
    """The lines of the standings after every round that has begun, by stage, round and entrant."""
    return {
        (found.stage, found.round, line.entrant): line for found in compute_all_standings(state) for line in found.lines
    }
