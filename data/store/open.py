"""Opens a store by its location: the one place that knows which backends there are."""

from data.store.interface import Store
from data.store.values import Location


def open_store(location: Location, *, read_only: bool = False, patience: float | None = None) -> Store:
    """The store at this location, which is the path of an SQLite file.

    A store that does not exist is made, and one of an earlier version is brought up to date, unless it is opened to be
    read only. `patience` is how many seconds a reader of ratings waits until they are up to date. Raises
    `StoreUnusable`.
    """
    from data.store.sqlite.store import Store as SqliteStore  # noqa: PLC0415 - only the backend in use is loaded

    return SqliteStore.open(location, read_only=read_only, patience=patience)
