"""Copies a store into a database of PostgreSQL."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Final

from psycopg import RawCursor

from daifu.data.store import copy
from daifu.data.store.postgresql.connections import Session, connect_first, locate
from daifu.data.store.postgresql.errors import TRANSLATED_ERRORS
from daifu.data.store.postgresql.schema import finish_copy, prepare_copy
from daifu.data.store.postgresql.store import FileBackup, Store
from daifu.data.store.sql.connection import Row
from daifu.data.store.sql.schema import TABLES, Table
from daifu.data.store.sql.sessions import SharedCaches
from daifu.data.store.store import Store as AnyStore

_NO_POOL: Final = -1
"""The number of the pool of a session that belongs to none."""


class StoreCopy(copy.StoreCopy):
    """A copy of a store in a database of PostgreSQL that is under way."""

    def __init__(self, source: AnyStore, session: Session, target: Store) -> None:
        """A copy that is written through a session on its database, and read as the store `target`."""
        super().__init__(source, session)
        self._raw = session.raw
        self.target = target

    def writing(self) -> AbstractContextManager[object]:
        """A transaction without a pipeline, in which COPY is not possible."""
        return self._raw.transaction()

    def insert(self, table: Table, rows: Iterable[Row]) -> None:
        """Add rows to a table by PostgreSQL's COPY, in its binary form, which is several times as fast as INSERT."""
        cursor = RawCursor(self._raw)
        cursor.execute(f"{table.select} LIMIT 0".encode())
        types = [column.type_code for column in cursor.description or ()]
        statement = f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN (FORMAT BINARY)"
        with cursor.copy(statement.encode()) as copying:
            copying.set_types(types)
            for row in rows:
                copying.write_row(row)

    def insert_if_sound(self, table: Table, row: Row) -> bool:
        """Add a row, unless there is one of its key; whether it was added. References are not checked here."""
        added = self.session.connection.execute(f"{table.insert} ON CONFLICT DO NOTHING RETURNING 1", row)
        return added.fetchone() is not None

    def finish(self) -> None:
        """Make a store of the copy."""
        finish_copy(self._raw, list(TABLES))


@contextmanager
def open_copy(source: AnyStore, address: str, back_up_to_file: FileBackup) -> Iterator[StoreCopy]:
    """Begin a copy of a store in an empty schema, or go on with one. Another process that copies to it waits.

    Raises `StoreExists` where there is a store, and other kinds of `StoreUnusable`.
    """
    place = locate(address, read_only=False)
    with TRANSLATED_ERRORS, closing(connect_first(place)) as raw:
        prepare_copy(raw, place.name)
        session = Session(raw, _NO_POOL, SharedCaches())
        with closing(Store(place._replace(read_only=True), back_up_to_file, None)) as target:
            yield StoreCopy(source, session, target)
