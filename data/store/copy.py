"""Copies a store into another one, table by table: the tables are the same in every backend.

Texts, dictionaries and revisions are only ever added, so they are copied in many transactions, and a copy that was
stopped goes on behind the last of them. A row of `records` changes only together with a new revision of the record, so
it is written again with each revision that is copied. All other tables are small beside these, and are copied anew
each time, in one last transaction. All of it is one state of the source.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Final

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.connection import Row
from daifu.data.store.sql.schema import TABLES, Table
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.tokens import NAMES_ENDED
from daifu.data.store.store import Store
from daifu.data.store.values import Difference
from daifu.replay.text import Text

BATCH_ROWS: Final = 2_000
"""The most rows of one transaction."""
BATCH_BYTES: Final = 1 << 23
"""About the most bytes of one transaction, so that memory stays flat where records are large."""

_REST: Final = {**TABLES}
_TEXTS: Final = _REST.pop("texts")._replace(key="number")
_DICTIONARIES: Final = _REST.pop("dictionaries")._replace(key="number")
_RECORDS: Final = _REST.pop("records")
_REVISIONS: Final = Table("revisions", ("rowid", *_REST.pop("revisions").columns), "rowid")
_TOURNAMENTS: Final = _REST.pop("tournaments")
_ENTRIES: Final = _REST.pop("entries")
_SIGNING_KEY: Final = _REST.pop("signing_key")

COPIED_ANEW: Final = tuple(_REST.values())
"""The tables that are copied in the last transaction, in the order in which they are written."""

_NAMES_ENDED: Final = f"{TABLES['endings'].select} WHERE subject = '{NAMES_ENDED}'"
"""A copy of before a person was made anonymous has their names, and is not gone on with."""
_OF_REVISIONS: Final = " WHERE id IN (SELECT record FROM revisions WHERE rowid BETWEEN ? AND ?) ORDER BY id"
_RECORDS_OF_REVISIONS: Final = _RECORDS.select + _OF_REVISIONS
_LAST_KEY: Final = "SELECT coalesce(max({key}), 0) FROM {name}"
_LAST_ENTRIES: Final = "SELECT tournament, max(number) FROM entries GROUP BY tournament"
_REMAINING: Final = "SELECT count(*) FROM revisions WHERE rowid > ?"

_OTHER_STORE: Final = Text(
    "an unfinished copy of another store is there; delete it, or copy to another place",
    "別の保存先からの未完了の複製があります。それを消すか、ほかの場所に複製してください",
)


class StoreCopy(ABC):
    """A copy of a store that is under way, as `daifu.data.store.open.open_copy` begins it or goes on with it.

    It cannot be opened as a store before it is finished. A backend makes the tables of the copy, fills them fast, and
    finishes it.
    """

    target: Store
    """What was copied, to be read as a store."""

    def __init__(self, source: Store, session: Session) -> None:
        """A copy of this store through a session on the place of the copy."""
        self.source = source
        self.session = session

    @abstractmethod
    def writing(self) -> AbstractContextManager[object]:
        """A transaction on the copy."""

    @abstractmethod
    def insert(self, table: Table, rows: Iterable[Row]) -> None:
        """Add rows to a table, within a transaction."""

    @abstractmethod
    def insert_if_sound(self, table: Table, row: Row) -> bool:
        """Add a row, unless there is one of its key, or it refers to nothing, within a transaction; whether it was."""

    @abstractmethod
    def finish(self) -> None:
        """Make a store of the copy."""

    def remaining(self) -> int:
        """How many revisions are still to be copied."""
        with self.source.separate_session() as source:
            return int(source.connection.execute(_REMAINING, (self._last_key(_REVISIONS),)).fetchone()[0])

    def run(self, advance: Callable[[int], None]) -> None:
        """Copy all that is missing, in one state of the source.

        `advance` is called with the number of revisions copied since the last call. A run that is stopped leaves what
        it has copied, and the next one goes on behind that. Raises `StoreDamaged` where another store was copied there.
        """
        with self.source.separate_session() as source, source.snapshot():
            self._require_same_store(source)
            for table in (_TEXTS, _DICTIONARIES):
                for rows in self._missing_rows(source, table):
                    with self.writing():
                        self.insert(table, rows)
            for rows in self._missing_rows(source, _REVISIONS):
                records = source.connection.execute(_RECORDS_OF_REVISIONS, (rows[0][0], rows[-1][0]))
                with self.writing():
                    self.session.connection.executemany(_RECORDS.upsert, records)
                    self.insert(_REVISIONS, rows)
                advance(len(rows))
            with self.writing():
                self._copy_rest(source)

    def salvage(self, advance: Callable[[int], None]) -> list[Difference]:
        """Copy what can be read of a damaged source, and make anew what follows from it; what is not in the copy.

        There has to be nothing in the copy yet. `advance` is called with 1 for each revision.
        """
        from daifu.data.store.salvage import salvage  # noqa: PLC0415 - it needs this module

        return salvage(self, self.source.translated_errors, advance)

    def _require_same_store(self, source: Session) -> None:
        """Begin the copy with the key of the source, or check that it was begun with this source."""
        key, found, ended, found_ended = (
            session.connection.execute(statement).fetchall()
            for statement in (_SIGNING_KEY.select, _NAMES_ENDED)
            for session in (source, self.session)
        )
        if not found:
            with self.writing():
                self.insert(_SIGNING_KEY, key)
                self.insert(TABLES["endings"], ended)
        elif (found, found_ended) != (key, ended) or not all(
            self._ends_alike(source, table) for table in (_TEXTS, _REVISIONS)
        ):
            raise StoreDamaged(_OTHER_STORE)

    def _ends_alike(self, source: Session, table: Table) -> bool:
        """Whether the last row of the copy is in the source, too."""
        last = f"{table.select} WHERE {table.key} = ?"
        there, here = (
            session.connection.execute(last, (self._last_key(table),)).fetchall() for session in (source, self.session)
        )
        return there == here

    def _last_key(self, table: Table) -> int:
        statement = _LAST_KEY.format(key=table.key, name=table.name)
        return int(self.session.connection.execute(statement).fetchone()[0])

    def _missing_rows(self, source: Session, table: Table) -> Iterator[list[Row]]:
        """The rows that the copy does not have yet, in batches."""
        statement = f"{table.select} WHERE {table.key} > ? ORDER BY {table.key}"
        return _batches(source.stream(statement, (self._last_key(table),)))

    def _copy_rest(self, source: Session) -> None:
        connection = self.session.connection
        connection.executemany(_TOURNAMENTS.upsert, source.stream(_TOURNAMENTS.select))
        known = dict(connection.execute(_LAST_ENTRIES))
        place, number = map(_ENTRIES.columns.index, ("tournament", "number"))
        entries = source.stream(f"{_ENTRIES.select} ORDER BY tournament, number")
        self.insert(_ENTRIES, (entry for entry in entries if entry[number] > known.get(entry[place], 0)))
        for table in reversed(COPIED_ANEW):  # a table comes behind those that it refers to
            connection.execute(f"DELETE FROM {table.name}")  # noqa: S608 - a name of a table
        for table in COPIED_ANEW:
            self.insert(table, source.stream(table.select_ordered))


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """The rows in lists of at most `BATCH_ROWS` rows and about `BATCH_BYTES` bytes."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += sum(len(value) for value in row if isinstance(value, bytes))
        if len(batch) >= BATCH_ROWS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
