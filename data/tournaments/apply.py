"""The one way from a state to the next."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from data.tournaments import changes
from data.tournaments.applying import beginning, closing, draws, people, referee, results, seats, stages
from data.tournaments.changes import AnyChange
from data.tournaments.refusals import Refused
from data.tournaments.state import State

HANDLERS: Final[Mapping[type[changes.Change], Callable[[State, Any], State]]] = {
    changes.Created: beginning.created,
    changes.SettingsChanged: beginning.settings_changed,
    changes.Entered: people.entered,
    changes.Renamed: people.renamed,
    changes.Withdrawn: people.withdrawn,
    changes.Returned: people.returned,
    changes.StageOpened: stages.stage_opened,
    changes.Drawn: draws.drawn,
    changes.Redrawn: draws.redrawn,
    changes.Result: results.result,
    changes.ResultRemoved: results.result_removed,
    changes.SeatsMoved: seats.seats_moved,
    changes.Substituted: seats.substituted,
    changes.Forfeited: seats.forfeited,
    changes.ForfeitCancelled: seats.forfeit_cancelled,
    changes.Awarded: referee.awarded,
    changes.Cancelled: referee.cancelled,
    changes.FaultDecided: referee.fault_decided,
    changes.RoundClosed: closing.round_closed,
    changes.RoundReopened: closing.round_reopened,
    changes.LotDrawn: referee.lot_drawn,
    changes.Finished: beginning.finished,
}


def apply(state: State, change: AnyChange) -> State:
    """The state after a change. Raises `Refused` where the change is impossible; the state given is as it was."""
    if isinstance(change, changes.Created) == bool(state.rules):
        raise Refused("already_created" if state.rules else "not_created")
    if state.finished and not isinstance(change, changes.RoundReopened):
        raise Refused("finished")
    return HANDLERS[type(change)](state, change)


def apply_each(state: State, several: Iterable[AnyChange]) -> State:
    """The state after one change after the other. Raises `Refused` with the place of the impossible one, from 0."""
    for place, change in enumerate(several):
        try:
            state = apply(state, change)
        except Refused as refused:
            refused.place = place
            raise
    return state
