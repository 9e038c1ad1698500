"""The store in a PostgreSQL database."""

from collections.abc import Callable
from typing import Self

from data.store.postgresql.connections import SessionPool, StoreLocation, open_location
from data.store.sql.store import Store as SqlStore
from data.store.values import Location


class Store(SqlStore):
    """A store in a PostgreSQL database. What each method does is said in `data.store.interface`."""

    def __init__(self, location: StoreLocation, patience: float | None) -> None:
        """A store at a location that is ready for use; `Store.open` prepares one."""
        self._location = location
        super().__init__(patience)

    def _new_sessions(self) -> SessionPool:
        return SessionPool(self._location)

    @classmethod
    def open(cls, address: str, *, read_only: bool = False, patience: float | None = None) -> Self:
        """The store at this address. It is made if there is none, and migrated, unless it is only to be read."""
        store = cls(open_location(address, read_only=read_only), patience)
        if not store.read_only:
            store.recount()
        return store

    def back_up(self, target: Location, advance: Callable[[int], None]) -> None:
        """Copy the store into a new SQLite file."""
        raise NotImplementedError
