"""The numbers of the workers of a store in a file: the locked bytes of a file beside it."""

import errno
import fcntl
import os
import stat
from pathlib import Path
from typing import Final

from daifu.data.store import jobs
from daifu.data.store.sqlite.errors import os_error

_IS_LOCKED: Final = frozenset({errno.EACCES, errno.EAGAIN})


class WorkerNumbers(jobs.WorkerNumbers):
    """The numbers of the workers of a store in a file. What each method does is said in `daifu.data.store.jobs`.

    A process opens the file once, because the system drops all of its locks when any handle of the file is closed.
    """

    def __init__(self, store: Path) -> None:
        self._store = store.resolve()
        self._handle: int | None = None

    def take(self, number: int) -> bool:
        """Lock the byte with this number. The file is made if there is none, with the permissions of the store."""
        try:
            if self._handle is None:
                permissions = stat.S_IMODE(self._store.stat().st_mode)
                path = self._store.with_name(self._store.name + "-workers")
                self._handle = os.open(path, os.O_RDWR | os.O_CREAT, permissions)
            fcntl.lockf(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except OSError as error:
            if self._handle is not None and error.errno in _IS_LOCKED:
                return False
            raise os_error(error) from error
        return True

    def release(self, number: int) -> None:
        """Unlock the byte with this number."""
        if self._handle is not None:
            fcntl.lockf(self._handle, fcntl.LOCK_UN, 1, number)

    def close(self) -> None:
        """Close the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
