"""The queue of jobs of a store in a database: tables of huey in the schema of the store, and locks of workers."""

from contextlib import closing
from functools import cached_property
from typing import Any, Final

from huey.storage import PostgresStorage

from data.store import job_storage
from data.store.postgresql.connections import RawConnection, StoreLocation, connect
from data.store.postgresql.errors import TRANSLATED_ERRORS

_LOCK: Final = "SELECT pg_advisory_lock(hashtext('daifu jobs'), hashtext(current_schema()))"
_TAKE: Final = "SELECT pg_try_advisory_lock(hashtext('daifu worker ' || current_schema()), CAST(%s AS INTEGER))"
_RELEASE: Final = "SELECT pg_advisory_unlock(hashtext('daifu worker ' || current_schema()), CAST(%s AS INTEGER))"


class JobStorage(job_storage.JobStorage):
    """The queue of a store in a database. What each method does is said in `data.store.job_storage`.

    The numbers are advisory locks of a connection, which PostgreSQL drops when the connection ends.
    """

    errors = TRANSLATED_ERRORS

    def __init__(self, store: StoreLocation) -> None:
        self._location = store

    def open(self, name: str) -> Any:  # noqa: ANN401 - huey has no types
        """The storage for huey, in tables whose names begin with `huey`. One process at a time makes them."""
        with TRANSLATED_ERRORS, closing(connect(self._location)) as raw:
            raw.execute(_LOCK)
            return PostgresStorage(name, connection=lambda: connect(self._location), blocking=False)

    def take_number(self, number: int) -> bool:
        """Take the advisory lock with this number."""
        with TRANSLATED_ERRORS:
            row = self._connection.execute(_TAKE, (number,)).fetchone()
        return bool(row and row[0])

    def release_number(self, number: int) -> None:
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
