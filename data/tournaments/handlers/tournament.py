"""Changes of a tournament as a whole: it is created, its settings change, its stages are opened, it is finished."""

from collections.abc import Iterable
from dataclasses import replace

from msgspec import UNSET, structs

from daifu.data.tournaments import profile_facts
from daifu.data.tournaments.changes import (
    ClockSet,
    Created,
    Finished,
    SettingsChanged,
    StageChanged,
    StageOpened,
    StageRemoved,
    WallSet,
)
from daifu.data.tournaments.clock import Clock
from daifu.data.tournaments.errors import TournamentError, comma_separated
from daifu.data.tournaments.settings import Best, ByPlace, Everybody, Listed, Settings
from daifu.data.tournaments.standings.tie_breaks import rank_stage
from daifu.data.tournaments.state import RoundId, Stage, State, find_entrant, find_stage, replace_stage
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.record.errors import InvalidRecord


def create_tournament(_state: State, change: Created) -> State:
    """Create the tournament.

    Raises `TournamentError`: `unknown_rules`, `bad_options`, `house_mismatch`, and as `check_settings` does.
    """
    if change.rules not in PROFILES:
        raise TournamentError("unknown_rules", rules=change.rules)
    check_settings(change.settings)
    state = State(change.name, change.rules, change.options, change.settings, change.plan, house=change.house)
    try:
        profile_facts.check_house(state)
    except InvalidRecord:
        options = comma_separated(profile_facts.refused_options(change.rules, change.options))
        raise TournamentError("bad_options", rules=change.rules, options=options) from None
    return state


def change_settings(state: State, change: SettingsChanged) -> State:
    """Change the name and the plan at any time, or settings before the first result for which they hold.

    Raises `TournamentError`: `no_such_stage`, `results_exist`, and as `check_settings` and `check_stages` do.
    """
    if change.name is not UNSET:
        state = replace(state, name=change.name)
    if change.plan is not UNSET:
        state = replace(state, plan=change.plan)
    if change.settings is not UNSET:
        check_settings(change.settings)
        state = _replace_settings(state, change.stage, change.settings)
        check_stages(state)
    return state


def finish_tournament(state: State, _change: Finished) -> State:
    """Finish the tournament. Raises `TournamentError`: `round_open`."""
    for number in range(1, len(state.stages) + 1):
        check_stage_is_over(state, number)
    return replace(state, finished=True)


def set_clock(state: State, change: ClockSet) -> State:
    """Start, stop, extend or remove the clock."""
    return replace(state, clock=Clock(change.until, change.left))


def set_wall(state: State, change: WallSet) -> State:
    """Choose the pages of the walls."""
    return replace(state, wall=change.pages)


def check_settings(settings: Settings) -> None:
    """Check settings without regard to the stages. Raises `TournamentError`: `tie_break_twice`, `worth_twice`."""
    if not settings.tie_breaks or len(set(settings.tie_breaks)) < len(settings.tie_breaks):
        raise TournamentError("tie_break_twice")
    if isinstance(settings.scoring, ByPlace):
        sizes = list(map(len, settings.scoring.worth))
        for size in sizes:
            if sizes.count(size) > 1:
                raise TournamentError("worth_twice", size=size)


def check_stages(state: State) -> None:
    """Check that the stages can be scored by their settings. Raises `TournamentError`: `no_worth`, `carry_contrary`."""
    for number, stage in enumerate(state.stages, 1):
        settings = state.settings_of(number)
        for _, table in state.tables(number):
            check_place_worths(settings, len(table.seats))
        before = state.settings_of(stage.after) if stage.carry and stage.after else settings
        if profile_facts.score_sign(state, settings) != profile_facts.score_sign(state, before):
            raise TournamentError("carry_contrary")


def check_place_worths(settings: Settings, size: int) -> None:
    """Check that the worths of places are set for a table of this size. Raises `TournamentError`: `no_worth`."""
    if isinstance(settings.scoring, ByPlace) and not settings.scoring.for_table_size(size):
        raise TournamentError("no_worth", found=size)


def check_stage_is_over(state: State, number: int) -> None:
    """Check that all rounds of a stage, drawn or planned, are closed. Raises `TournamentError`: `round_open`."""
    stage = state.stages[number - 1]
    for round_number in range(1, max(len(stage.rounds), stage.planned or 0) + 1):
        if round_number > len(stage.rounds) or not stage.rounds[round_number - 1].closed:
            raise TournamentError("round_open", stage=number, round=round_number)


def _replace_settings(state: State, number: int | None, settings: Settings) -> State:
    """The state with other settings of a stage; if that is None, of the tournament and all stages without their own."""
    if number is None:
        if not only_ties_differ(state.settings, settings):
            _check_no_results(state, [stage for stage, found in enumerate(state.stages, 1) if found.own is None])
        return replace(state, settings=settings)
    stage = find_stage(state, number)
    if not only_ties_differ(state.settings_of(number), settings):
        _check_no_results(state, [number])
    return replace_stage(state, number, replace(stage, own=settings))


def only_ties_differ(before: Settings, after: Settings) -> bool:
    """Whether settings differ only in what may change after the first result: tie-breaks, and `confirm`."""
    return structs.replace(after, tie_breaks=before.tie_breaks, confirm=before.confirm) == before


def _check_no_results(state: State, stages: Iterable[int]) -> None:
    if any(table.results for stage in stages for _, table in state.tables(stage)):
        raise TournamentError("results_exist")


def open_stage(state: State, change: StageOpened) -> State:
    """Open a stage.

    Raises `TournamentError`: `bad_carry`, `nothing_to_carry`, `no_such_stage`, `round_open`, `too_few`,
    `tie_at_the_cut`, `not_entered`, `named_twice`, `size_not_allowed`, and as `check_settings` and `check_stages` do.
    """
    if not 0 <= change.carry <= 1:
        raise TournamentError("bad_carry", carry=change.carry)
    after = _stage_before(state, change)
    field = _stage_entrants(state, change, after)
    if change.settings is not None:
        check_settings(change.settings)
    _check_table_sizes(state, change.sizes)
    stage = Stage(change.name, field, change.carry, after, change.rounds, change.sizes, change.settings)
    state = replace(state, stages=(*state.stages, stage))
    check_stages(state)
    return state


def change_stage(state: State, change: StageChanged) -> State:
    """Change a stage. Raises `TournamentError`: `no_such_stage`, `already_drawn`, `size_not_allowed`."""
    stage = find_stage(state, change.stage)
    if change.name is not UNSET:
        stage = replace(stage, name=change.name)
    if change.rounds is not UNSET:
        if change.rounds is not None and change.rounds < len(stage.rounds):
            raise TournamentError("already_drawn", round=len(stage.rounds))
        stage = replace(stage, planned=change.rounds)
    if change.sizes is not UNSET:
        _check_table_sizes(state, change.sizes)
        stage = replace(stage, sizes=change.sizes)
    return replace_stage(state, change.stage, stage)


def remove_stage(state: State, change: StageRemoved) -> State:
    """Remove the last stage. Raises `TournamentError`: `no_such_stage`, `stage_not_last`, `stage_in_use`."""
    stage = find_stage(state, change.stage)
    if change.stage < len(state.stages):
        raise TournamentError("stage_not_last", stage=change.stage)
    has_awards = any(award.stage == change.stage for award in state.awards.values())
    if has_awards or any(found.closed or found.has_begun for found in stage.rounds):
        raise TournamentError("stage_in_use", stage=change.stage)
    return replace(state, stages=state.stages[:-1])


def _check_table_sizes(state: State, sizes: Iterable[int] | None) -> None:
    allowed = profile_facts.allowed_table_sizes(state)
    for size in sizes or ():
        if size not in allowed:
            raise TournamentError("size_not_allowed", size=size, allowed=comma_separated(allowed))


def _stage_before(state: State, change: StageOpened) -> int | None:
    if change.after is not None:
        find_stage(state, change.after)
        return change.after
    if not state.stages and (change.carry or isinstance(change.field, Best)):
        raise TournamentError("nothing_to_carry")
    return len(state.stages) or None


def _stage_entrants(state: State, change: StageOpened, after: int | None) -> tuple[int, ...] | None:
    match change.field:
        case Everybody():
            return None
        case Listed(entrants):
            for index, entrant in enumerate(entrants):
                find_entrant(state, entrant)
                if entrant in entrants[:index]:
                    raise TournamentError("named_twice", entrant=entrant)
            return tuple(sorted(entrants))
        case Best(count):
            return _best_entrants(state, count, after or len(state.stages))


def _best_entrants(state: State, count: int, after: int) -> tuple[int, ...]:
    """The best `count` entrants of a stage who have not withdrawn; no tie may cut across the last of their places."""
    check_stage_is_over(state, after)
    first_round = RoundId(len(state.stages) + 1, 1)
    ranked = [rank for rank in rank_stage(state, after) if state.entrants[rank.entrant - 1].takes_part(first_round)]
    if len(ranked) < count:
        raise TournamentError("too_few", count=count, found=len(ranked))
    last = ranked[count - 1].place
    if len(ranked) > count and ranked[count].place == last:
        tied = (rank.entrant for rank in ranked if rank.place == last)
        raise TournamentError("tie_at_the_cut", count=count, entrants=tied)
    return tuple(sorted(rank.entrant for rank in ranked[:count]))
