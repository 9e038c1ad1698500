"""Stages are opened, for everybody, for some, or for the best of the stage before."""

from dataclasses import replace

from data.tournaments import customs
from data.tournaments.applying.beginning import check_settings, check_stage_is_over, check_stages
from data.tournaments.changes import StageOpened
from data.tournaments.finding import entrant_of, stage_of
from data.tournaments.refusals import Refused, listed
from data.tournaments.settings import Best, Everybody, Listed
from data.tournaments.standings.ranking import ranking
from data.tournaments.state import RoundId, Stage, State


def stage_opened(state: State, change: StageOpened) -> State:
    """A stage begins.

    Raises `Refused`: `bad_carry`, `nothing_to_carry`, `no_such_stage`, `round_open`, `too_few`, `tie_at_the_cut`,
    `not_entered`, `named_twice`, `size_not_allowed`, and as `check_settings` and `check_stages` do.
    """
    if not 0 <= change.carry <= 1:
        raise Refused("bad_carry", carry=change.carry)
    after = _after(state, change)
    field = _field(state, change, after)
    if change.settings is not None:
        check_settings(change.settings)
    _check_sizes(state, change)
    stage = Stage(change.name, field, change.carry, after, change.rounds, change.sizes, change.settings)
    state = replace(state, stages=(*state.stages, stage))
    check_stages(state)
    return state


def _check_sizes(state: State, change: StageOpened) -> None:
    allowed = customs.sizes_of_the_game(state)
    for size in change.sizes or ():
        if size not in allowed:
            raise Refused("size_not_allowed", size=size, allowed=listed(allowed))


def _after(state: State, change: StageOpened) -> int | None:
    if change.after is not None:
        stage_of(state, change.after)
        return change.after
    if not state.stages and (change.carry or isinstance(change.field, Best)):
        raise Refused("nothing_to_carry")
    return len(state.stages) or None


def _field(state: State, change: StageOpened, after: int | None) -> tuple[int, ...] | None:
    match change.field:
        case Everybody():
            return None
        case Listed(entrants):
            return _all_entered(state, entrants)
        case Best(count):
            return _best(state, count, after or len(state.stages))


def _all_entered(state: State, entrants: tuple[int, ...]) -> tuple[int, ...]:
    for place, entrant in enumerate(entrants):
        entrant_of(state, entrant)
        if entrant in entrants[:place]:
            raise Refused("named_twice", entrant=entrant)
    return tuple(sorted(entrants))


def _best(state: State, count: int, after: int) -> tuple[int, ...]:
    """The first so many of a stage who are still there; who shares the last place that counts cannot be left out."""
    check_stage_is_over(state, after)
    first_round = RoundId(len(state.stages) + 1, 1)
    ranked = [rank for rank in ranking(state, after) if state.entrants[rank.entrant - 1].takes_part(first_round)]
    if len(ranked) < count:
        raise Refused("too_few", count=count, found=len(ranked))
    last = ranked[count - 1].place
    if len(ranked) > count and ranked[count].place == last:
        tied = listed(rank.entrant for rank in ranked if rank.place == last)
        raise Refused("tie_at_the_cut", count=count, entrants=tied)
    return tuple(sorted(rank.entrant for rank in ranked[:count]))
