"""The only way from a state to the next: a handler for each kind of change, and `apply`, which calls it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import UNSET

from daifu.data.tournaments import changes, profile_facts
from daifu.data.tournaments.changes import AnyChange, Created, Result, SettingsChanged, Sheet, StageOpened
from daifu.data.tournaments.errors import TournamentError, comma_separated, raise_all
from daifu.data.tournaments.handlers import entrants, referee, rounds, tables, tournament
from daifu.data.tournaments.settings import ByTitle
from daifu.data.tournaments.state import State
from daifu.schemas.record.limits import PROBLEMS

HANDLERS: Final[Mapping[type[changes.Change], Callable[[State, Any], State]]] = {
    changes.Created: tournament.create_tournament,
    changes.SettingsChanged: tournament.change_settings,
    changes.Entered: entrants.add_entrant,
    changes.CheckedIn: entrants.check_in,
    changes.Renamed: entrants.rename_entrant,
    changes.Withdrawn: entrants.withdraw_entrant,
    changes.Returned: entrants.readmit_entrant,
    changes.StageOpened: tournament.open_stage,
    changes.StageChanged: tournament.change_stage,
    changes.StageRemoved: tournament.remove_stage,
    changes.Drawn: rounds.add_round,
    changes.Redrawn: rounds.redraw_round,
    changes.Result: tables.set_result,
    changes.Reported: tables.report_result,
    changes.ResultRemoved: tables.remove_result,
    changes.SeatsMoved: tables.move_seats,
    changes.Substituted: tables.substitute_seat,
    changes.Forfeited: tables.forfeit_table,
    changes.ForfeitCancelled: tables.cancel_forfeit,
    changes.Awarded: referee.add_award,
    changes.Cancelled: referee.cancel_award,
    changes.FaultDecided: referee.decide_fault,
    changes.RoundClosed: rounds.close_round,
    changes.RoundReopened: rounds.reopen_round,
    changes.LotDrawn: referee.add_lot,
    changes.RecordIgnored: referee.ignore_record,
    changes.ClockSet: tournament.set_clock,
    changes.WallSet: tournament.set_wall,
    changes.Finished: tournament.finish_tournament,
}

_AFTER_THE_END: Final = (changes.RoundReopened, changes.RecordIgnored, changes.ClockSet, changes.WallSet)
"""The changes that a finished tournament still takes."""


def apply(state: State, change: AnyChange) -> State:
    """The state after a change. Raises `TournamentError` where it is impossible."""
    if isinstance(change, changes.Created) == bool(state.rules):
        raise TournamentError("already_created" if state.rules else "not_created")
    if state.finished and not isinstance(change, _AFTER_THE_END):
        raise TournamentError("finished")
    try:
        return HANDLERS[type(change)](state, change)
    except TournamentError as error:
        names = {entrant.number: entrant.name for entrant in state.entrants}
        for one in (error, *error.others):
            one.names = names
        raise


def apply_new(state: State, change: AnyChange) -> State:
    """The state after a change that is in no log yet, for which more is checked than for those of earlier logs.

    Raises `TournamentError` as `apply` does, `unknown_title`, `has_forfeited`, `no_reason` and `long_reason`.
    """
    following = apply(state, change)
    referee.check_reason(change)
    _check_titles(following, change)
    tables.check_forfeit_stays(state, change)
    return following


def apply_all(state: State, several: Iterable[AnyChange]) -> State:
    """The state after several new changes.

    Raises `TournamentError` with the index of the first impossible one as `place`. Its `others` are those of the
    changes after it, which are tried without it; at most `PROBLEMS` in all.
    """
    refused: list[TournamentError] = []
    for index, change in enumerate(several):
        try:
            state = apply_new(state, change)
        except TournamentError as error:
            refused += (error, *error.others)
            for one in (error, *error.others):
                one.place = index
        if len(refused) >= PROBLEMS:
            break
    raise_all(refused[:PROBLEMS])
    return state


def _check_titles(state: State, change: AnyChange) -> None:
    """Check that a change names only titles that some place at some table has; a record has no others.

    Raises `TournamentError`: `unknown_title`, once for each.
    """
    named = dict.fromkeys(_named_titles(change))
    if not named:
        return
    known = profile_facts.titles_of_game(state)
    raise_all(
        TournamentError("unknown_title", title=title, known=comma_separated(known))
        for title in named
        if title not in known
    )


def _named_titles(change: AnyChange) -> Iterable[str]:
    match change:
        case Result(by=Sheet(), titles=tuple(titles)):
            return (title for title in titles if title is not None)
        case Created(settings=settings) | SettingsChanged(settings=settings) | StageOpened(settings=settings):
            scoring = None if settings is None or settings is UNSET else settings.scoring
            return scoring.worth if isinstance(scoring, ByTitle) else ()
        case _:
            return ()
