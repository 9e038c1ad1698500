"""The files of a store that is open: which somebody may remove under it, and by whose lock processes write in turn."""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from daifu.data.store.errors import StoreReplaced
from daifu.data.store.sqlite.errors import os_error


class StoreFiles:
    """The file of a store, and its log of writes once that is in use.

    A connection keeps the files that it has opened, also after they were removed: what is written to them then is lost
    without an error. So each writer looks whether the files are still there before what it has written counts.
    """

    def __init__(self, path: Path) -> None:
        self._store = path
        self._log = path.with_name(path.name + "-wal")
        self._known = {self._store: _identity(path)}

    def note_log(self) -> None:
        """Note which log is in use, unless it is known; to be called by a connection that has it open."""
        if self._log not in self._known:
            self._known[self._log] = _identity(self._log)

    def forget_log(self) -> None:
        """Note that the log may be another one from now on: SQLite deletes it with the last connection."""
        self._known.pop(self._log, None)

    def require(self) -> None:
        """Check that the files are those that were opened. Raises `StoreReplaced`."""
        known_now = list(self._known.items())  # another thread may note the log meanwhile
        if any(_identity(path) != known for path, known in known_now):
            raise StoreReplaced


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from every other one; None where there is no file."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a commit calls it four times, and Path takes three times as long
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


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
