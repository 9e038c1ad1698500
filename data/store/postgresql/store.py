"""The store in a PostgreSQL database, and the numbers of its workers: advisory locks."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import Final, Self

from daifu.data.store import jobs, store
from daifu.data.store.postgresql.connections import (
    RawConnection,
    SessionPool,
    StoreLocation,
    connect,
    first_start,
    open_location,
)
from daifu.data.store.postgresql.errors import TRANSLATED_ERRORS
from daifu.data.store.values import Difference, Location

_TAKE: Final = "SELECT pg_try_advisory_lock(hashtext('daifu worker ' || current_schema()), CAST(%s AS INTEGER))"
_RELEASE: Final = "SELECT pg_advisory_unlock(hashtext('daifu worker ' || current_schema()), CAST(%s AS INTEGER))"


class WorkerNumbers(jobs.WorkerNumbers):
    """The numbers of the workers of a store in a database. What each method does is said in `daifu.data.store.jobs`.

    PostgreSQL drops the locks when their connection ends.
    """

    def __init__(self, store: StoreLocation) -> None:
        self._location = store

    def take(self, number: int) -> bool:
        """Take the advisory lock with this number."""
        with TRANSLATED_ERRORS:
            row = self._connection.execute(_TAKE, (number,)).fetchone()
        return bool(row and row[0])

    def release(self, number: int) -> None:
        """Release the advisory lock with this number."""
        with TRANSLATED_ERRORS:
            self._connection.execute(_RELEASE, (number,))

    def close(self) -> None:
        """Close the connection that has the locks."""
        if "_connection" in vars(self):
            self._connection.close()
            del self._connection

    @cached_property
    def _connection(self) -> RawConnection:
        return connect(self._location)


FileBackup = Callable[["Store", Path, Callable[[int], None]], list[Difference]]
"""Copies a store into a new file, and returns what cannot be read.

It calls the function with the number of bytes copied since the last call.
"""


class Store(store.Store):
    """A store in a PostgreSQL database.

    `back_up_to_file` makes its backups: a file is a store of another backend.
    """

    def __init__(self, location: StoreLocation, back_up_to_file: FileBackup, max_wait: float | None) -> None:
        """A store at a location that is ready for use; `Store.open` prepares one."""
        self._location = location
        self._back_up_to_file = back_up_to_file
        super().__init__(max_wait)

    def _new_sessions(self) -> SessionPool:
        return SessionPool(self._location)

    @classmethod
    def open(
        cls, address: str, back_up_to_file: FileBackup, *, read_only: bool = False, max_wait: float | None = None
    ) -> Self:
        """The store at this address. It is made if there is none, and migrated, unless it is only to be read."""
        store = cls(open_location(address, read_only=read_only), back_up_to_file, max_wait)
        if not store.read_only:
            store.recount()
        return store

    def back_up(self, target: Location, advance: Callable[[int], None]) -> list[Difference]:
        """Copy the store into a new file, as far as it can be read."""
        return self._back_up_to_file(self, Path(target), advance)

    def first_start(self) -> AbstractContextManager[None]:
        """Let no other process make something of a new store inside the block."""
        return first_start(self._location)

    def worker_numbers(self) -> WorkerNumbers:
        """The numbers of workers, as locks of the database."""
        return WorkerNumbers(self._location)
