"""Opens a store by its location: the one place that knows which backends there are."""

from importlib.util import find_spec
from typing import Final

from data.store.errors import StoreMissing
from data.store.interface import Store
from data.store.values import Location
from replay.text import Text

DATABASE_PREFIXES: Final = ("postgresql://", "postgres://")
"""How the locations of stores in PostgreSQL begin."""

_NOT_INSTALLED: Final = Text(
    "PostgreSQL needs psycopg: install daifu[postgresql]",
    "PostgreSQLを使うにはpsycopgが必要です。daifu[postgresql]をインストールしてください",
)


def is_database(location: Location) -> bool:
    """Whether a location is the address of a database server; otherwise it is the path of a file."""
    return str(location).startswith(DATABASE_PREFIXES)


def open_store(location: Location, *, read_only: bool = False, patience: float | None = None) -> Store:
    """The store at this location: the path of an SQLite file, or the address of a PostgreSQL database.

    A store that does not exist is made, and one of an earlier version is brought up to date, unless it is opened to be
    read only. A database has to exist. `patience` is how many seconds a reader of ratings waits until they are up to
    date. Raises `StoreUnusable`.
    """
    # ruff: noqa: PLC0415 - only the backend in use is loaded
    if is_database(location):
        if find_spec("psycopg") is None or find_spec("psycopg_pool") is None:
            raise StoreMissing(_NOT_INSTALLED)
        from data.store.postgresql.store import Store as PostgresqlStore

        return PostgresqlStore.open(str(location), read_only=read_only, patience=patience)
    from data.store.sqlite.store import Store as SqliteStore

    return SqliteStore.open(location, read_only=read_only, patience=patience)
