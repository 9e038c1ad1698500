"""Long records: the memory that they take has a bound, and they are judged in a process of their own."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Condition, Lock
from typing import Any, Final, TypeVar

from daifu.data.child_process import ChildProcesses, ProcessLostError

SMALL_RECORD: Final = 1 << 16
"""Bytes up to which a record is not counted."""
LARGE_RECORDS: Final = 3 << 20
"""Bytes of large records that may be worked on at once. Each takes 20 bytes of memory, or up to 70 in short values."""


class ByteBudget:
    """A number of bytes that threads share: who takes some has to wait until others have given enough back."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._left = most
        self._turn = Lock()
        self._given_back = Condition()

    def take(self, size: int) -> int:
        """Wait for this many bytes, or for all if there are not as many. Returns how many have to be given back."""
        share = min(size, self._most)
        with self._turn, self._given_back:  # one waits, so that a large share gets its turn
            self._given_back.wait_for(lambda: self._left >= share)
            self._left -= share
        return share

    def give_back(self, share: int) -> None:
        """Give back what was taken."""
        with self._given_back:
            self._left += share
            self._given_back.notify()

    @contextmanager
    def taken(self, size: int) -> Iterator[None]:
        """Take this many bytes for the block."""
        share = self.take(size)
        try:
            yield
        finally:
            self.give_back(share)


BUDGET: Final = ByteBudget(LARGE_RECORDS)
"""The budget of this process."""

T = TypeVar("T")

LONG_RECORD: Final = 1 << 14
"""Bytes from which on a record is long: judging one takes 30 ms or more."""

LOG: Final = logging.getLogger("daifu.judging")


@cache
def processes() -> ChildProcesses:
    """The process that judges long records for this one, one after the other."""
    return ChildProcesses(1)


def apart(function: Callable[..., T], *arguments: Any, size: int) -> T:  # noqa: ANN401 - as the function takes them
    """What a function returns that judges or counts a record of this size, in the process if it is long.

    Raises what the function raises. If the process is lost, which is logged, this one calls the function.
    """
    if size <= LONG_RECORD:
        return function(*arguments)
    try:
        found: T = processes().call(function, *arguments)
    except ProcessLostError:
        LOG.warning("the process that judges long records is lost")
        return function(*arguments)
    return found
