"""The numbers of the workers of a store in a database: advisory locks."""

from functools import cached_property
from typing import Final

from daifu.data.store import jobs
from daifu.data.store.postgresql.connections import RawConnection, StoreLocation, connect
from daifu.data.store.postgresql.errors import TRANSLATED_ERRORS

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
