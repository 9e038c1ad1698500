"""The store in one SQLite file, and the numbers of its workers: locked bytes of a file beside it."""

import errno
import fcntl
import os
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Final, Self

from daifu.data.store import jobs, store
from daifu.data.store.sqlite.connections import SessionPool, StoreLocation, open_location
from daifu.data.store.sqlite.errors import os_error
from daifu.data.store.values import Difference, Location

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


class Store(store.Store):
    """A store in one SQLite file."""

    def __init__(self, location: StoreLocation, max_wait: float | None) -> None:
        """A store at a location that is ready for use; `Store.open` prepares one."""
        self._location = location
        super().__init__(max_wait)

    def _new_sessions(self) -> SessionPool:
        return SessionPool(self._location)

    @classmethod
    def open(cls, path: Location, *, read_only: bool = False, max_wait: float | None = None) -> Self:
        """The store in this file. It is made if there is none, and migrated, unless it is only to be read."""
        store = cls(open_location(Path(path).absolute(), read_only=read_only), max_wait)
        if not store.read_only:
            store.recount()
        return store

    @property
    def path(self) -> Path:
        """The file of the store."""
        return self._location.path

    def back_up(self, target: Location, advance: Callable[[int], None]) -> list[Difference]:
        """Copy the store into a new file, as far as it can be read."""
        from daifu.data.store.sqlite import copy  # noqa: PLC0415 - only commands that copy a store load them

        with SessionPool(self._location).separate() as session:
            return copy.back_up(session, Path(target), advance, partial(copy.salvage_to_file, self))

    def first_start(self) -> AbstractContextManager[None]:
        """Let no other process make something of a new store in this folder inside the block."""
        from daifu.data.store.sqlite.copy import locked_folder  # noqa: PLC0415 - only the service starts a store

        return locked_folder(self.path.parent)

    def worker_numbers(self) -> WorkerNumbers:
        """The numbers of workers, in a file beside the store."""
        return WorkerNumbers(self.path)
