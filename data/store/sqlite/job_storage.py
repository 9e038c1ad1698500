"""The queue of jobs of a store in a file: an SQLite file of huey beside it, and a file whose bytes workers lock."""

import errno
import fcntl
import os
import stat
from pathlib import Path
from typing import Any, Final

from huey.storage import SqliteStorage

from data.store import job_storage
from data.store.sqlite.connections import BUSY_TIMEOUT
from data.store.sqlite.errors import TRANSLATED_ERRORS, os_error

_IS_LOCKED: Final = frozenset({errno.EACCES, errno.EAGAIN})


class JobStorage(job_storage.JobStorage):
    """The queue of a store in a file. What each method does is said in `data.store.job_storage`.

    The two files have the permissions of the store. A process opens the file of numbers once, because the system drops
    all of its locks when any handle of the file is closed.
    """

    errors = TRANSLATED_ERRORS

    def __init__(self, store: Path) -> None:
        self._store = store.resolve()
        self._numbers: int | None = None

    def open(self, name: str) -> Any:  # noqa: ANN401 - huey has no types
        """The storage for huey, in a file beside the store."""
        path = self._beside("-jobs")
        os.close(self._open_file(path))
        with TRANSLATED_ERRORS:
            return SqliteStorage(name, filename=os.fspath(path), timeout=BUSY_TIMEOUT)

    def take_number(self, number: int) -> bool:
        """Lock the byte with this number."""
        if self._numbers is None:
            self._numbers = self._open_file(self._beside("-workers"))
        try:
            fcntl.lockf(self._numbers, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except OSError as error:
            if error.errno in _IS_LOCKED:
                return False
            raise os_error(error) from error
        return True

    def release_number(self, number: int) -> None:
        """Unlock the byte with this number."""
        if self._numbers is not None:
            fcntl.lockf(self._numbers, fcntl.LOCK_UN, 1, number)

    def close(self) -> None:
        """Close the file of numbers."""
        if self._numbers is not None:
            os.close(self._numbers)
            self._numbers = None

    def _beside(self, suffix: str) -> Path:
        return self._store.with_name(self._store.name + suffix)

    def _open_file(self, path: Path) -> int:
        """A handle of a file, which is made if there is none. Raises `StoreReadOnly` or `StoreFull`."""
        try:
            permissions = stat.S_IMODE(self._store.stat().st_mode)
            return os.open(path, os.O_RDWR | os.O_CREAT, permissions)
        except OSError as error:
            raise os_error(error) from error
