"""What the landing of a record would change, as long as nothing is."""

from typing import NamedTuple

from data.tournaments.apply import apply
from data.tournaments.changes import AnyChange, RoundReopened
from data.tournaments.state import State


class Preview(NamedTuple):
    """A tournament of a version, and the changes that are to be looked at."""

    version: int
    state: State
    changes: tuple[AnyChange, ...]


def all_open(state: State) -> State:
    """The state in which every round may be corrected."""
    for stage, opened in enumerate(state.stages, 1):
        for number, found in enumerate(opened.rounds, 1):
            if found.closed:
                state = apply(state, RoundReopened(stage=stage, round=number))
    return state
