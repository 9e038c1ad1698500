"""A tournament is created, agrees on its settings and comes to its end."""

from collections.abc import Iterable
from dataclasses import replace

from msgspec import UNSET

from data.tournaments import customs
from data.tournaments.changes import Created, Finished, SettingsChanged
from data.tournaments.finding import stage_of
from data.tournaments.refusals import Refused
from data.tournaments.replacing import with_stage
from data.tournaments.settings import ByPlace, Settings
from data.tournaments.state import Stage, State
from replay.games.catalogue import PROFILES
from schemas.shape.deviation import Deviation


def created(_state: State, change: Created) -> State:
    """The tournament begins. Raises `Refused`: `unknown_rules`, `bad_options`, and as `check_settings` does."""
    if change.rules not in PROFILES:
        raise Refused("unknown_rules", rules=change.rules)
    check_settings(change.settings)
    state = State(change.name, change.rules, change.options, change.settings)
    try:
        customs.rules_of(state)
    except Deviation:
        raise Refused("bad_options", rules=change.rules) from None
    return state


def settings_changed(state: State, change: SettingsChanged) -> State:
    """The name changes at any time, settings before the first result for which they hold.

    Raises `Refused`: `no_such_stage`, `results_exist`, and as `check_settings` and `check_stages` do.
    """
    if change.name is not UNSET:
        state = replace(state, name=change.name)
    if change.settings is not UNSET:
        check_settings(change.settings)
        state = _with_settings(state, change.stage, change.settings)
        check_stages(state)
    return state


def finished(state: State, _change: Finished) -> State:
    """The tournament is over. Raises `Refused`: `round_open`."""
    for number in range(1, len(state.stages) + 1):
        check_stage_is_over(state, number)
    return replace(state, finished=True)


def check_settings(settings: Settings) -> None:
    """Whether settings are sound in themselves. Raises `Refused`: `tie_break_twice`, `worth_twice`."""
    if not settings.tie_breaks or len(set(settings.tie_breaks)) < len(settings.tie_breaks):
        raise Refused("tie_break_twice")
    if isinstance(settings.scoring, ByPlace):
        sizes = list(map(len, settings.scoring.worth))
        for size in sizes:
            if sizes.count(size) > 1:
                raise Refused("worth_twice", size=size)


def check_stages(state: State) -> None:
    """Whether the stages can be scored by their settings. Raises `Refused`: `no_worth`, `carry_contrary`."""
    for number, stage in enumerate(state.stages, 1):
        settings = state.settings_of(number)
        for found in stage.rounds:
            for table in found.tables:
                check_worth(settings, len(table.seats))
        before = state.settings_of(stage.after) if stage.carry and stage.after else settings
        if customs.sense(state, settings) != customs.sense(state, before):
            raise Refused("carry_contrary")


def check_worth(settings: Settings, size: int) -> None:
    """Whether it is known what places are worth at a table. Raises `Refused`: `no_worth`."""
    if isinstance(settings.scoring, ByPlace) and not settings.scoring.of_table(size):
        raise Refused("no_worth", found=size)


def check_stage_is_over(state: State, number: int) -> None:
    """Whether all rounds of a stage, the planned ones included, are closed. Raises `Refused`: `round_open`."""
    stage = state.stages[number - 1]
    closed = [found.closed for found in stage.rounds]
    due = max(len(closed), stage.planned or 0)
    for place in range(due):
        if place >= len(closed) or not closed[place]:
            raise Refused("round_open", stage=number, round=place + 1)


def _with_settings(state: State, number: int | None, settings: Settings) -> State:
    """The state in which these are the settings of a stage, or of the tournament and the stages without their own."""
    if number is None:
        _check_no_results([stage for stage in state.stages if stage.own is None])
        return replace(state, settings=settings)
    stage = stage_of(state, number)
    _check_no_results([stage])
    return with_stage(state, number, replace(stage, own=settings))


def _check_no_results(stages: Iterable[Stage]) -> None:
    if any(table.results for stage in stages for found in stage.rounds for table in found.tables):
        raise Refused("results_exist")
