"""How often somebody may call: one allowance for all processes of the service, in a small file that they share.

Each caller has a time at which his allowance will be whole again; a call moves it on by one share of a minute, and is
refused where it would come to lie more than a minute ahead (the generic cell rate algorithm).
"""

import fcntl
import mmap
import os
import struct
import tempfile
from hashlib import blake2b
from threading import Lock
from time import monotonic
from typing import Final

WINDOW: Final = 60.0
"""Seconds in which the allowance may be spent."""

_SLOT: Final = struct.Struct("=Qd")
"""A caller, by a hash, and the time at which his allowance is whole again."""
_NEIGHBOURS: Final = 8
"""Places among which a caller has his; where all are taken, whoever is nearest to a whole allowance loses his."""
_PLACES: Final = 1 << 16


class SharedTimes:
    """Times by caller, shared by all processes that are forked from the one that makes this.

    They lie in a file without a name, as many as a table of fixed size holds.
    """

    def __init__(self, places: int = _PLACES) -> None:
        self._places = places
        with tempfile.TemporaryFile() as file:
            file.truncate(places * _SLOT.size)
            self._lock_file = os.dup(file.fileno())
            self._table = mmap.mmap(file.fileno(), places * _SLOT.size)
        self._threads = Lock()

    def advance(self, caller: str, step: float, furthest: float) -> float:
        """Move a caller's time on by `step`, but not further than `furthest` seconds ahead.

        What comes out is 0 where it was moved, and otherwise the seconds after which it can be.
        """
        digest = blake2b(caller.encode(), digest_size=8).digest()
        mark = int.from_bytes(digest) | 1
        first = mark % (self._places // _NEIGHBOURS) * _NEIGHBOURS * _SLOT.size
        size = _NEIGHBOURS * _SLOT.size
        with self._threads:
            fcntl.lockf(self._lock_file, fcntl.LOCK_EX, size, first)
            try:
                return self._advance(mark, first, step, furthest)
            finally:
                fcntl.lockf(self._lock_file, fcntl.LOCK_UN, size, first)

    def _advance(self, mark: int, first: int, step: float, furthest: float) -> float:
        now = monotonic()
        place, whole = self._find(mark, first)
        moved = max(whole, now) + step
        wait = moved - now - furthest
        if wait > 0:
            return wait
        _SLOT.pack_into(self._table, place, mark, moved)
        return 0.0

    def _find(self, mark: int, first: int) -> tuple[int, float]:
        """Where the caller's time is to be written, and what it is now."""
        oldest, oldest_time = first, float("inf")
        for place in range(first, first + _NEIGHBOURS * _SLOT.size, _SLOT.size):
            other, time = _SLOT.unpack_from(self._table, place)
            if other == mark:
                return place, time
            if time < oldest_time:
                oldest, oldest_time = place, time
        return oldest, 0.0


class RateLimit:
    """At most so many calls a minute by each caller; 0 is without limit."""

    def __init__(self, times: SharedTimes, a_minute: int) -> None:
        self._times = times
        self._step = WINDOW / a_minute if a_minute else 0.0

    def wait(self, caller: str) -> float:
        """Count a call: 0 where it is within the limit, otherwise the seconds until it would be."""
        return self._times.advance(caller, self._step, WINDOW) if self._step else 0.0
