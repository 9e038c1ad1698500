"""A cache of tournament states, so that a log is folded on from the latest known one."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final

from daifu.data.store.values import VersionedState

if TYPE_CHECKING:
    from collections.abc import Hashable

    from daifu.data.tournaments.state import State

MAX_STATES: Final = 64
"""States that are kept at most; those that were used longest ago go first."""


class StateCache:
    """Committed states of tournaments, for all threads.

    Entries of a log never change, unless a person is made anonymous: how often that was done is a part of the key.
    """

    def __init__(self) -> None:
        self._states: OrderedDict[tuple[Hashable, int], State] = OrderedDict()
        self._lock = Lock()

    def nearest(self, tournament: Hashable, version: int) -> VersionedState | None:
        """The latest known state of a tournament up to this version; None where there is none."""
        with self._lock:
            if (tournament, version) not in self._states:
                known = (found for one, found in self._states if one == tournament and found < version)
                version = max(known, default=0)
            if not version:
                return None
            self._states.move_to_end((tournament, version))
            return VersionedState(version, self._states[tournament, version])

    def keep(self, tournament: Hashable, folded: VersionedState) -> None:
        """Keep a state."""
        with self._lock:
            self._states[tournament, folded.version] = folded.state
            self._states.move_to_end((tournament, folded.version))
            if len(self._states) > MAX_STATES:
                self._states.popitem(last=False)
