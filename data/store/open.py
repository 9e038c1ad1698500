"""Opens a store by its location: the one place that knows which backends there are."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from daifu.data.store.copy import StoreCopy
from daifu.data.store.errors import StoreMissing
from daifu.data.store.store import Store
from daifu.data.store.values import Difference, Location
from daifu.replay.text import Text

if TYPE_CHECKING:
    from daifu.data.store.postgresql.store import Store as PostgresqlStore
    from daifu.data.store.sqlite.store import Store as SqliteStore

# ruff: noqa: PLC0415 - only the backend in use is loaded

DATABASE_PREFIXES: Final = ("postgresql://", "postgres://")
"""How the locations of stores in PostgreSQL begin."""

_NOT_INSTALLED: Final = Text(
    "PostgreSQL needs psycopg; try: pip install 'daifu[postgresql]'",
    "PostgreSQLを使うにはpsycopgが必要です。例：pip install 'daifu[postgresql]'",
)


def is_database(location: Location) -> bool:
    """Whether a location is the address of a database server; otherwise it is the path of a file."""
    return str(location).startswith(DATABASE_PREFIXES)


def open_store(location: Location, *, read_only: bool = False, max_wait: float | None = None) -> Store:
    """The store at this location: the path of an SQLite file, or the address of a PostgreSQL database.

    A store that does not exist is made, and one of an earlier version is brought up to date, unless it is opened to be
    read only. A database has to exist. `max_wait` is how many seconds a reader of ratings waits until they are up to
    date. Raises `StoreUnusable`.
    """
    return _open(location, read_only=read_only, max_wait=max_wait)


def _open(location: Location, *, read_only: bool, max_wait: float | None = None) -> "SqliteStore | PostgresqlStore":
    if is_database(location):
        _require_psycopg()
        from daifu.data.store.postgresql.store import Store as PostgresqlStore

        return PostgresqlStore.open(str(location), _back_up_to_file, read_only=read_only, max_wait=max_wait)
    from daifu.data.store.sqlite.store import Store as SqliteStore

    return SqliteStore.open(location, read_only=read_only, max_wait=max_wait)


def _open_damaged(location: Location) -> "SqliteStore | PostgresqlStore":
    """A store that is only read, whatever is wrong with its tables. Raises `StoreUnusable` where there is none."""
    if is_database(location):
        _require_psycopg()
        from daifu.data.store.postgresql.connections import locate
        from daifu.data.store.postgresql.store import Store as PostgresqlStore

        return PostgresqlStore(locate(str(location), read_only=True), _back_up_to_file, None)
    from daifu.data.store.sqlite.connections import find_location
    from daifu.data.store.sqlite.store import Store as SqliteStore

    return SqliteStore(find_location(Path(location).absolute(), read_only=True), None)


def has_store(location: Location) -> bool:
    """Whether there is anything at a location that `open_store` would open and not make. Raises `StoreUnusable`."""
    if not is_database(location):
        return Path(location).exists()
    _require_psycopg()
    from daifu.data.store.postgresql.connections import has_store as database_has_store

    return database_has_store(str(location))


def _require_psycopg() -> None:
    if find_spec("psycopg") is None or find_spec("psycopg_pool") is None:
        raise StoreMissing(_NOT_INSTALLED)


def _back_up_to_file(store: "PostgresqlStore", target: Path, advance: Callable[[int], None]) -> list[Difference]:
    """Copy a store of PostgreSQL into a new file of SQLite; what cannot be read."""
    from daifu.data.store.sqlite.copy import back_up_to_file

    return back_up_to_file(store, target, advance)


@contextmanager
def open_copy(source: Location, target: Location, *, damaged: bool = False) -> Iterator[StoreCopy]:
    """A copy of the store `source` to the location `target`; both may be of any backend.

    There has to be nothing at the target, or an unfinished copy of this store, which is then gone on with. Raises
    `StoreExists` where there is anything else, and other kinds of `StoreUnusable`. A source that is `damaged` is opened
    as it is; its copy is only to be salvaged.
    """
    with closing(_open_damaged(source) if damaged else _open(source, read_only=True)) as store:
        opened: AbstractContextManager[StoreCopy]
        if is_database(target):
            _require_psycopg()
            from daifu.data.store.postgresql import copy as postgresql

            opened = postgresql.open_copy(store, str(target), _back_up_to_file)
        else:
            from daifu.data.store.sqlite import copy as sqlite

            opened = sqlite.open_copy(store, Path(target))
        with opened as copy:
            yield copy
