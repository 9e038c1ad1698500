"""Copies a store into a file of SQLite."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from daifu.data.store import copy
from daifu.data.store.errors import StoreExists
from daifu.data.store.sql.connection import Row
from daifu.data.store.sql.table_columns import Table
from daifu.data.store.sqlite.backup import empty, is_sound, new_file
from daifu.data.store.sqlite.connections import Session, StoreLocation, create_location
from daifu.data.store.sqlite.errors import TRANSLATED_ERRORS
from daifu.data.store.sqlite.schema import finish_copy, has_tables, is_unfinished_copy, start_copy
from daifu.data.store.sqlite.store import Store
from daifu.data.store.sqlite.write_lock import WriteLock
from daifu.data.store.store import Store as AnyStore
from daifu.data.store.values import Difference


class StoreCopy(copy.StoreCopy):
    """A copy of a store in a file of SQLite that is under way."""

    def __init__(self, source: AnyStore, session: Session, path: Path) -> None:
        """A copy into this file, through a session on it. The tables are made unless they are there.

        Raises `StoreExists` where the file is something else.
        """
        super().__init__(source, session)
        self._session = session
        self.target = Store(StoreLocation(path, read_only=True), None)
        if not has_tables(session.connection):
            start_copy(session.connection)
        elif not is_unfinished_copy(session.connection):
            raise StoreExists

    def writing(self) -> AbstractContextManager[object]:
        """A transaction on the file."""
        return self._session.writing()

    def insert(self, table: Table, rows: Iterable[Row]) -> None:
        """Add rows to a table."""
        self._session.connection.executemany(table.insert, rows)

    def insert_if_sound(self, table: Table, row: Row) -> bool:
        """Add a row, unless there is one of its key or it refers to nothing; whether it was added."""
        try:
            self._session.connection.execute(table.insert, row)
        except sqlite3.IntegrityError:
            return False
        return True

    def finish(self) -> None:
        """Make a store of the copy."""
        finish_copy(self._session.connection)


@contextmanager
def open_copy(source: AnyStore, path: Path) -> Iterator[StoreCopy]:
    """Begin a copy of a store in a new file, or go on with one. Another process that copies to this file waits.

    Raises `StoreExists` where there is a store or another database, and other kinds of `StoreUnusable`.
    """
    place = create_location(path.absolute())
    with closing(WriteLock(place.path)) as lock, lock.held(), TRANSLATED_ERRORS, closing(Session(place)) as session:
        made = StoreCopy(source, session, place.path)
        with closing(made.target):
            yield made


def salvage_to_file(source: AnyStore, path: Path) -> list[Difference]:
    """Fill an empty file with what can be read of a store; what cannot."""
    place = StoreLocation(path, read_only=False)
    with TRANSLATED_ERRORS, closing(Session(place)) as session:
        made = StoreCopy(source, session, path)
        left_out = made.salvage(lambda _count: None)
        made.finish()
    with closing(Store(place, None)) as store:
        store.recount()
    return left_out


def back_up_to_file(source: AnyStore, target: Path, advance: Callable[[int], None]) -> list[Difference]:
    """Copy one state of a store of another backend into a new file, as `daifu.data.store.sqlite.backup` does it.

    `advance` is called with the number of bytes of the source copied since the last call. What cannot be read is left
    out and returned.
    """
    counts = source.counts()
    with new_file(target) as unfinished:
        with closing(Session(StoreLocation(unfinished, read_only=False))) as session:
            made = StoreCopy(source, session, unfinished)
            made.run(lambda revisions: advance(counts.bytes * revisions // counts.revisions))
            made.finish()
            if is_sound(session, unfinished):
                return []
        empty(unfinished)
        return salvage_to_file(source, unfinished)
