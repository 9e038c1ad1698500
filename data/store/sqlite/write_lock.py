"""A lock between the processes that write to a store: one at a time, in the order in which they came.

SQLite has a lock of its own, but a process that waits for it retries after longer and longer pauses, and busy processes
overtake it for seconds. With this lock the operating system wakes each process in its turn.
"""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.store.sqlite.errors import os_error


class WriteLock:
    """The lock of one store: an empty file beside it, with the same permissions, opened when it is first needed."""

    def __init__(self, store: Path) -> None:
        self._store = store.resolve()
        self._path = self._store.with_name(self._store.name + "-lock")
        self._handle: int | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock inside the block, in one thread of this process at a time.

        Raises `StoreReadOnly` or `StoreFull` where the file cannot be made.
        """
        if self._handle is None:
            self._handle = self._open()
        fcntl.flock(self._handle, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _open(self) -> int:
        try:
            permissions = stat.S_IMODE(self._store.stat().st_mode)
            return os.open(self._path, os.O_RDONLY | os.O_CREAT, permissions)
        except OSError as error:
            raise os_error(error) from error
