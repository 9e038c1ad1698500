"""The gate through which the processes that write to a store go one at a time, in the order in which they came.

SQLite keeps them apart by itself, but who has to wait there tries again after ever longer pauses, and is overtaken for
seconds by those who are busy. Here the system wakes him in his turn.
"""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from data.store.refusals import StoreFull, StoreReadOnly

_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


class Gate:
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
            raise StoreFull if error.errno in _NO_ROOM else StoreReadOnly from error
