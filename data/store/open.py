"""Opens a store by its location: the one place that knows which backends there are."""

from pathlib import Path

from data.store.errors import StoreReadOnly
from data.store.interface import Store
from replay.text import Text


def open_store(location: str | Path, *, read_only: bool = False) -> Store:
    """The store at this location, which is the path of an SQLite file.

    A store that does not exist is made, and one of an earlier version is brought up to date, unless it is opened to be
    read only. Raises `StoreUnusable`.
    """
    from data.store.sqlite.store import Store as SqliteStore  # noqa: PLC0415 - only the backend in use is loaded

    try:
        return SqliteStore.open(location, read_only=read_only)
    except StoreReadOnly as error:
        path = Path(location).absolute()
        if path.exists():
            raise
        raise StoreReadOnly(
            Text(
                f"{path.parent} takes no new files, so no store can be made there",
                f"{path.parent}には新しいファイルを作れないため、保存先を作れません",
            )
        ) from error
