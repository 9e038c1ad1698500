"""Rate limits: one allowance a caller for all processes of the service, in a small file that they share.

Each caller has a time at which their allowance will be whole again. A call moves that time on by one share of a
minute. The call is refused if the time would then lie more than a minute ahead (the generic cell rate algorithm).
Times are whole nanoseconds, so that the shares of a minute never add up to more than a minute.
"""

import fcntl
import mmap
import os
import struct
import tempfile
from hashlib import blake2b
from threading import Lock
from time import monotonic_ns
from typing import Final, NamedTuple
from weakref import finalize

SECOND: Final = 1_000_000_000
"""A second in nanoseconds."""
WINDOW: Final = 60 * SECOND
"""Nanoseconds in which the allowance may be spent."""

_SLOT: Final = struct.Struct("=QQ")
"""A caller, by a hash that is never 0, and the time in nanoseconds at which their allowance is whole again."""
_BUCKET: Final = 8
"""Slots among which a caller has theirs. If all are taken, the caller nearest to a whole allowance loses their slot."""
_SLOTS: Final = 1 << 16


class SharedCallerTimes:
    """Times by caller, shared by all processes that are forked from the one that makes this.

    They are kept in a file without a name, as many as a table of fixed size holds.
    """

    def __init__(self, slots: int = _SLOTS) -> None:
        self._buckets = slots // _BUCKET
        with tempfile.TemporaryFile() as file:
            file.truncate(slots * _SLOT.size)
            self._lock_file = os.dup(file.fileno())
            finalize(self, os.close, self._lock_file)
            self._table = mmap.mmap(file.fileno(), slots * _SLOT.size)
        self._threads = Lock()

    def advance(self, caller: str, step: int, furthest: int) -> int:
        """Move a caller's time on by `step`, but not further than `furthest` ahead, all in nanoseconds.

        Returns how far ahead it then lies. If that is further than `furthest`, it was not moved.
        """
        digest = blake2b(caller.encode(), digest_size=16).digest()
        mark = int.from_bytes(digest[:8]) | 1  # never 0, which is a slot that nobody has
        first = int.from_bytes(digest[8:]) % self._buckets * _BUCKET * _SLOT.size
        size = _BUCKET * _SLOT.size
        with self._threads:  # the lock of a file is between processes, not between threads of one
            fcntl.lockf(self._lock_file, fcntl.LOCK_EX, size, first)
            try:
                now = monotonic_ns()
                slot, whole = self._find(mark, first)
                moved = max(whole, now) + step
                if moved - now <= furthest:
                    _SLOT.pack_into(self._table, slot, mark, moved)
                return moved - now
            finally:
                fcntl.lockf(self._lock_file, fcntl.LOCK_UN, size, first)

    def _find(self, mark: int, first: int) -> tuple[int, int]:
        """Where the caller's time is to be written, and what it is now."""
        slots = range(first, first + _BUCKET * _SLOT.size, _SLOT.size)
        times = {slot: _SLOT.unpack_from(self._table, slot) for slot in slots}
        for slot, (other, time) in times.items():
            if other == mark:
                return slot, time
        return min(slots, key=lambda slot: times[slot][1]), 0


class Allowance(NamedTuple):
    """What a caller has left of a limit after a call."""

    a_minute: int
    """The limit; 0 where there is none."""
    left: int
    whole: float
    """Seconds after which nothing is missing."""
    wait: float
    """Seconds after which a refused call would be taken; 0 where it was not refused."""


class RateLimit:
    """At most a number of calls a minute by each caller; 0 is without limit."""

    def __init__(self, times: SharedCallerTimes, a_minute: int) -> None:
        self._times = times
        self._a_minute = a_minute
        self._step = WINDOW // a_minute if a_minute else 0

    def count(self, caller: str) -> Allowance:
        """Count a call, if it is within the limit. Returns what is left then."""
        if not self._step:
            return WITHOUT_LIMIT
        ahead = self._times.advance(caller, self._step, WINDOW)
        if ahead > WINDOW:
            return Allowance(self._a_minute, 0, (ahead - self._step) / SECOND, (ahead - WINDOW) / SECOND)
        return Allowance(self._a_minute, (WINDOW - ahead) // self._step, ahead / SECOND, 0)


WITHOUT_LIMIT: Final = Allowance(0, 0, 0, 0)
