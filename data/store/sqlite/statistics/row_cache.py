"""A writer's cache of summary rows: a row that was read or written need not be read again.

The cache is valid until another process writes, and is dropped when a transaction is rolled back.
"""

import sqlite3
from collections.abc import Mapping
from typing import Final, NamedTuple

from data.big_integers import encode
from data.store.sqlite.statistics.deltas import SummaryKey, add_counts
from data.store.sqlite.statistics.interned import CountsByNumber, InternedRows, RowContents, RowEncoder, decode_counts

MAX_ROWS: Final = 1_000
"""So many rows of a table are known at most, of which each takes some kilobytes."""

_STATE: Final = "PRAGMA data_version"


class _Statements(NamedTuple):
    """How a row of summaries is found by its key, and written anew, over itself, or deleted."""

    find: str
    insert: str
    update: str
    delete: str

    def of(self, schema: str) -> "_Statements":
        """The statements for the tables of a schema."""
        return _Statements(*(statement.format(schema=schema) for statement in self))


_BUCKETS: Final = _Statements(
    "SELECT id, counts FROM {schema}.buckets "
    "WHERE rules = ? AND day = ? AND tournament = ? AND player = ? AND seated = ?",
    "INSERT INTO {schema}.buckets (counts, rules, day, tournament, player, seated) VALUES (?, ?, ?, ?, ?, ?) "
    "RETURNING id",
    "UPDATE {schema}.buckets SET counts = ? WHERE id = ?",
    "DELETE FROM {schema}.buckets WHERE id = ?",
)
_SUMS: Final = _Statements(
    "SELECT id, counts FROM {schema}.sums WHERE rules = ? AND player = ?",
    "INSERT INTO {schema}.sums (counts, rules, player) VALUES (?, ?, ?) RETURNING id",
    "UPDATE {schema}.sums SET counts = ? WHERE id = ?",
    "DELETE FROM {schema}.sums WHERE id = ?",
)


class SummaryCache:
    """What a connection knows of the summaries of a schema: of the counters all, of the rows some.

    `written` are rows of counters and meetings as they wait, `contents` what those come to that do.
    """

    def __init__(self, connection: sqlite3.Connection, written: RowEncoder, schema: str = "main") -> None:
        self._connection = connection
        self._state = 0
        self._times = 0
        self.written = written
        self.contents = RowContents(connection)
        self._buckets = CachedTable(connection, _BUCKETS.of(schema))
        self._sums = CachedTable(connection, _SUMS.of(schema))

    def renew(self, times: int) -> None:
        """Forget all where everything has been counted anew since: it has been so often by now."""
        if times != self._times:
            self.written.forget()
            self.contents = RowContents(self._connection)
            self._forget_rows()
        self._times = times

    def add(self, buckets: Mapping[SummaryKey, CountsByNumber], sums: Mapping[SummaryKey, CountsByNumber]) -> None:
        """Add counts to the rows of both tables; in a transaction, before which somebody else may have written."""
        state = self._connection.execute(_STATE).fetchone()[0]
        if state != self._state:
            self._forget_rows()
        self._state = state
        self._buckets.add(buckets)
        self._sums.add(sums)

    def _forget_rows(self) -> None:
        self._buckets.forget()
        self._sums.forget()


def summary_cache(connection: sqlite3.Connection) -> SummaryCache:
    """A new cache of the store's own summaries."""
    return SummaryCache(connection, InternedRows(connection))


class CachedTable:
    """The rows of a table of summaries."""

    def __init__(self, connection: sqlite3.Connection, statements: _Statements) -> None:
        self._execute = connection.execute
        self._execute_many = connection.executemany
        self._statements = statements
        self._known: dict[SummaryKey, tuple[int, CountsByNumber]] = {}

    def add(self, gathered: Mapping[SummaryKey, CountsByNumber]) -> None:
        """Add each to its row, and write that; a row of which nothing is left is deleted."""
        changed: list[tuple[bytes, int]] = []
        for key, counts in gathered.items():
            id, total = self._known.get(key) or self._read(key)
            add_counts(total, counts)
            if id is not None and total:
                changed.append((encode(total), id))
            elif id is not None:
                self._delete(key, id)
            elif total:
                self._insert(key, total)
        self._execute_many(self._statements.update, changed)

    def forget(self) -> None:
        """Forget what the rows were."""
        self._known.clear()

    def _read(self, key: SummaryKey) -> tuple[int | None, CountsByNumber]:
        found = self._execute(self._statements.find, key).fetchone()
        if found is None:
            return None, {}
        id, packed = found
        return self._know(key, id, decode_counts(packed))

    def _insert(self, key: SummaryKey, total: CountsByNumber) -> None:
        id = self._execute(self._statements.insert, (encode(total), *key)).fetchone()[0]
        self._know(key, id, total)

    def _delete(self, key: SummaryKey, id: int) -> None:
        self._execute(self._statements.delete, (id,))
        del self._known[key]

    def _know(self, key: SummaryKey, id: int, total: CountsByNumber) -> tuple[int, CountsByNumber]:
        if len(self._known) >= MAX_ROWS:
            self._known.clear()
        self._known[key] = row = id, total
        return row
