"""Rows of counters as the store keeps them: each frequent row once, under a number.

The same few hundred rows are counted again and again. So a delta names rows by their numbers, which is short, and
appending it adds nothing up. A rare row has no number; its content stands in its place.
"""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.statistics.counts import (
    CounterNumbers,
    CountsByNumber,
    Decoder,
    encode,
    with_checksum,
    without_checksum,
)
from daifu.data.store.sql.statistics.pairs import PackedPair, pack_pair, pair_counts, swap_sides
from daifu.replay.counters import CounterRow, UncachedRow
from daifu.replay.statistics.results import PairRows

MAX_ROWS: Final = 1 << 14
"""The most rows that have a number in one store, and the most that a process remembers."""

ROWS_AT_ONCE: Final = 64
"""How many rows are read at once."""

RowRef = int | bytes
"""The number of a row, or its content where it has none."""

RowItems = tuple[tuple[int, int], ...]
"""The counts of a row, each with the number of its counter."""

PairViews = list[tuple[PackedPair, PackedPair]]
"""What a deal adds for each two of its players: as the first of the two sees it, and as the second does."""

_Content = TypeVar("_Content")

_SINCE: Final = "SELECT content, number FROM {schema}.counter_rows WHERE number > ? ORDER BY number"
_INSERT: Final = "INSERT INTO {schema}.counter_rows (content) VALUES (?) RETURNING number"
_CONTENTS: Final = "SELECT number, content FROM {schema}.counter_rows WHERE number BETWEEN ? AND ?"


class RowContents:
    """The contents of rows by their numbers.

    `rows` have what players share with their table by the numbers of the counters, and what is their own by the
    negative numbers.
    """

    def __init__(self, connection: Connection, schema: str = "main") -> None:
        stored = _StoredContents(connection, schema)
        self.rows: dict[RowRef, RowItems] = _ContentCache(stored, _decode_row)
        self.pairs: dict[RowRef, PairViews] = _ContentCache(stored, _decode_pairs)


class _StoredContents(dict[int, bytes]):
    """The contents that have been read, as they are stored. Raises `StoreDamaged` for a row that does not exist."""

    def __init__(self, connection: Connection, schema: str) -> None:
        super().__init__()
        self._execute = connection.execute
        self._select = _CONTENTS.format(schema=schema)

    def __missing__(self, number: int) -> bytes:
        """Read the row with those around it, because an exchange with a server costs time."""
        first = number - number % ROWS_AT_ONCE
        self.update(self._execute(self._select, (first, first + ROWS_AT_ONCE - 1)).fetchall())
        if number not in self:
            raise StoreDamaged
        return self[number]


class _ContentCache(dict[RowRef, _Content], Generic[_Content]):
    """Contents that have been read and decoded. Raises `StoreDamaged` for a row that is not there or not readable."""

    def __init__(self, stored: _StoredContents, decode: Callable[[bytes], _Content]) -> None:
        super().__init__()
        self._stored = stored
        self._decode = decode

    def __missing__(self, ref: RowRef) -> _Content:
        if len(self) >= MAX_ROWS:
            self.clear()
        content = self[ref] = self._decode(ref if isinstance(ref, bytes) else self._stored[ref])
        return content


class RowNumbers(dict[CounterRow | PairRows, RowRef]):
    """The numbers of rows, for a writer; a row without one gets the next as long as there are not too many.

    The table of rows has no index by content, which would be as large as the table: a writer reads all of it. Rows are
    never deleted and keep their numbers. `contents` are those that the numbers stand for.
    """

    def __init__(self, connection: Connection, schema: str = "main") -> None:
        super().__init__()
        self.contents = RowContents(connection, schema)
        self._execute = connection.execute
        self._since = _SINCE.format(schema=schema)
        self._insert = _INSERT.format(schema=schema)
        self._counters = CounterNumbers(connection, schema)
        self._known: dict[bytes, int] = {}
        self._last = 0

    def __missing__(self, row: CounterRow | PairRows) -> RowRef:
        content = self._encode(row)
        if isinstance(row, UncachedRow):
            return content
        if len(self) >= MAX_ROWS:
            self.clear()
        ref = self[row] = self._number(content)
        return ref

    def _encode(self, row: CounterRow | PairRows) -> bytes:
        if isinstance(row, PairRows):
            return with_checksum(encode([pair_counts(one) for one in row.rows]))
        return with_checksum(encode((self._counters.of(row.own), self._counters.of(row.shared))))

    def _number(self, content: bytes) -> RowRef:
        """The number of a content; the content itself where the store has enough rows."""
        if content not in self._known:
            self._learn(self._execute(self._since, (self._last,)).fetchall())
        if content not in self._known and len(self._known) < MAX_ROWS:
            [(number,)] = self._execute(self._insert, (content,))
            self._learn([(content, number)])
        return self._known.get(content, content)

    def _learn(self, rows: list[tuple[bytes, int]]) -> None:
        for content, number in rows:
            self._known[content] = self._last = number


_rows: Final = Decoder(tuple[CountsByNumber, CountsByNumber])
_pairs: Final = Decoder(list[tuple[int, int, int, int, int, int, int, int]])


def _decode_row(content: bytes) -> RowItems:
    own, shared = _rows.decode(without_checksum(content))
    return *shared.items(), *((-number, count) for number, count in own.items())


def _decode_pairs(content: bytes) -> PairViews:
    return [(pack_pair(values), pack_pair(swap_sides(values))) for values in _pairs.decode(without_checksum(content))]
