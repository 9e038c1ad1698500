"""A lock between the processes that write to a store: one at a time, in the order in which they came.

SQLite has a lock of its own, but a process that waits for it retries after longer and longer pauses, and busy processes
overtake it for seconds. With this lock the operating system wakes each process in its turn.
"""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from daifu.data.store.sqlite.errors import os_error


class WriteLock:
    """The lock of one store: an empty file beside it, with the same permissions, opened when it is first needed."""

    def __init__(self, store: Path) -> None:
        self._store = store.resolve()
        self._path = self._store.with_name(self._store.name + "-lock")
        self._handle: int | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock inside the block, in one thread of this process at a time.

        Where somebody has removed the file, the next one counts. Raises `StoreReadOnly` or `StoreFull` where it cannot
        be made.
        """
        handle = self._locked()
        try:
            yield
        finally:
            fcntl.flock(handle, fcntl.LOCK_UN)

    def _locked(self) -> int:
        """The file, locked, which has its name still."""
        while True:
            if self._handle is None:
                self._handle = self._open()
            fcntl.flock(self._handle, fcntl.LOCK_EX)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(self._handle), self._path.stat()):
                    return self._handle
            self.close()

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
