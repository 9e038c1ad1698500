"""The lock that lets the processes that write to a store in one at a time, in the order in which they came.

SQLite locks by itself, but a process that waits there retries after ever longer pauses, and busy processes overtake it
for seconds. Here the system wakes it in its turn.
"""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from data.store.errors import StoreFull, StoreReadOnly

_DISK_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


class WriteLock:
    """The gate of one store; it is a file beside it, which is opened when somebody comes and has nothing in it."""

    def __init__(self, store: Path) -> None:
        real = store.resolve()
        self._path = real.with_name(real.name + "-lock")
        self._handle: int | None = None

    @contextmanager
    def passed(self) -> Iterator[None]:
        """No other process is in such a block of this store; one thread of a process may be.

        Raises `StoreReadOnly` or `StoreFull` where the file cannot be made.
        """
        if self._handle is None:
            self._handle = self._opened()
        fcntl.flock(self._handle, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let go of the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _opened(self) -> int:
        try:
            return os.open(self._path, os.O_RDONLY | os.O_CREAT, 0o666)
        except OSError as error:
            raise StoreFull if error.errno in _DISK_FULL else StoreReadOnly from error
