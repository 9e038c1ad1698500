"""A cache of tournament states, from which a log is folded on."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final

from data.store.values import VersionedState

if TYPE_CHECKING:
    from data.tournaments.state import State

MAX_STATES: Final = 64
"""So many states are kept, those that were asked for last."""


class StateCache:
    """States that were committed, for all threads: they never change, and neither do the entries that led to them."""

    def __init__(self) -> None:
        self._states: OrderedDict[tuple[int, int], State] = OrderedDict()
        self._lock = Lock()

    def nearest(self, tournament: int, version: int) -> VersionedState | None:
        """The latest state that is known of a tournament up to this version; None where there is none."""
        with self._lock:
            if (tournament, version) not in self._states:
                version = max(
                    (found for one, found in self._states if one == tournament and found < version), default=0
                )
            if not version:
                return None
            self._states.move_to_end((tournament, version))
            return VersionedState(version, self._states[tournament, version])

    def keep(self, tournament: int, folded: VersionedState) -> None:
        """Remember a state."""
        with self._lock:
            self._states[tournament, folded.version] = folded.state
            self._states.move_to_end((tournament, folded.version))
            if len(self._states) > MAX_STATES:
                self._states.popitem(last=False)
