"""Rows of counters as the store keeps them: by the numbers of the counters, and each frequent row only once.

Most of what is counted is counted alike again and again. Such a row is stored once and named by its number; a rare row
is written out.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

import msgspec

from data.big_integers import PackedInteger, decoder, encode
from data.store.errors import StoreDamaged
from data.store.sqlite.statistics.pairs import pack_counts, pair_counts, swap_sides
from replay.counters import CounterRow, Counts, UncachedRow
from replay.statistics.results import PairRows

MAX_INTERNED: Final = 1 << 14
"""So many rows and meetings the store has numbers for at most, those of whole leagues."""

CountsByNumber = dict[int, int]
"""Counts by the numbers of their names."""

RowRef = int | bytes
"""A row or a meeting: its number, or its content where it has none."""

LargeCounts = dict[int, PackedInteger]
"""The same as they are told where some are too large."""

decode_counts: Final[Callable[[bytes], CountsByNumber]] = decoder(dict[int, int], LargeCounts)

_COUNTERS: Final = "SELECT name, number FROM {schema}.counters"
_NUMBER: Final = "SELECT number FROM {schema}.counters WHERE name = ?"
_NEW: Final = "INSERT INTO {schema}.counters (name) VALUES (?) RETURNING number"
_SINCE: Final = "SELECT content, number FROM alike WHERE number > ? ORDER BY number"
_INTERN: Final = "INSERT INTO alike (content) VALUES (?) RETURNING number"


class CounterNumbers(dict[str, int]):
    """The numbers of counters by their names, which never change; what was never counted before gets the next one."""

    def __init__(self, connection: sqlite3.Connection, schema: str) -> None:
        super().__init__(connection.execute(_COUNTERS.format(schema=schema)))
        self._execute = connection.execute
        self._find = _NUMBER.format(schema=schema)
        self._new = _NEW.format(schema=schema)

    def __missing__(self, name: str) -> int:
        row = self._execute(self._find, (name,)).fetchone() or self._execute(self._new, (name,)).fetchone()
        number = self[name] = int(row[0])
        return number

    def of(self, counts: Counts) -> CountsByNumber:
        """The counts by the numbers of their names."""
        return {self[name]: count for name, count in counts.items()}


class RowEncoder(dict[CounterRow | PairRows, RowRef]):
    """Rows and meetings with their contents."""

    def __init__(self, numbers: CounterNumbers) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, what: CounterRow | PairRows) -> RowRef:
        if isinstance(what, UncachedRow):
            return self.content(what)
        if len(self) >= MAX_INTERNED:
            self.clear()
        written = self[what] = self.written(self.content(what))
        return written

    def forget(self) -> None:
        """Forget what stands for rows and meetings."""
        self.clear()

    def written(self, content: bytes) -> RowRef:
        """What stands for a content that may recur."""
        return content

    def content(self, what: CounterRow | PairRows) -> bytes:
        """What a row or a meeting lets grow, as bytes."""
        if isinstance(what, PairRows):
            return encode([pair_counts(row) for row in what.rows])
        return encode((self._numbers.of(what.own), self._numbers.of(what.shared)))


class InternedRows(RowEncoder):
    """Rows and meetings with their numbers, as far as the store can take them in.

    The store has no index of them, for it would be as large as they are: whoever writes knows them all. Their numbers
    grow, and none is ever given again.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(CounterNumbers(connection, "main"))
        self._execute = connection.execute
        self._known: dict[bytes, int] = {}
        self._last = 0

    def forget(self) -> None:
        """Forget also what the store has numbers for."""
        super().forget()
        self._known.clear()
        self._last = 0

    def written(self, content: bytes) -> RowRef:
        """The number of a content, which may be new; the content itself where the store has enough of them."""
        known = self._known
        if content not in known:
            self._learn(self._execute(_SINCE, (self._last,)).fetchall())
        if content not in known and len(known) < MAX_INTERNED:
            [(number,)] = self._execute(_INTERN, (content,))
            self._learn([(content, number)])
        return known.get(content, content)

    def _learn(self, numbered: Sequence[tuple[bytes, int]]) -> None:
        self._known.update(numbered)
        self._last = numbered[-1][1] if numbered else self._last


PairViews = list[tuple[int, int]]
"""What a meeting adds for each two of its players, side by side, as the one and as the other sees it."""

_Content = TypeVar("_Content")

_INTERNED: Final = "SELECT content FROM main.alike WHERE number = ?"

_decode_row: Final = decoder(tuple[CountsByNumber, CountsByNumber], tuple[LargeCounts, LargeCounts])
_decode_meeting: Final = decoder(
    list[tuple[int, int, int, int, int, int, int, int]], list[tuple[int, int, int, int, int, PackedInteger, int, int]]
)


class RowContents:
    """The contents of rows and of meetings, by what stands for them in the store of a connection.

    `rows` have what the player shares with his table under the numbers of the counters, what is his own under these
    below zero.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.rows: dict[RowRef, CountsByNumber] = _ContentCache(connection, _row_counts)
        self.meetings: dict[RowRef, PairViews] = _ContentCache(connection, _pair_views)


class _ContentCache(dict[RowRef, _Content], Generic[_Content]):
    """Contents that were read. Raises `StoreDamaged` for what the store does not have, or nobody can read."""

    def __init__(self, connection: sqlite3.Connection, read: Callable[[bytes], _Content]) -> None:
        super().__init__()
        self._execute = connection.execute
        self._read = read

    def __missing__(self, written: RowRef) -> _Content:
        if len(self) >= MAX_INTERNED:
            self.clear()
        try:
            content = self[written] = self._read(self._find(written))
        except msgspec.MsgspecError as error:
            raise StoreDamaged from error
        return content

    def _find(self, written: RowRef) -> bytes:
        if isinstance(written, bytes):
            return written
        row: tuple[bytes] | None = self._execute(_INTERNED, (written,)).fetchone()
        if row is None:
            raise StoreDamaged
        return row[0]


def _row_counts(content: bytes) -> CountsByNumber:
    own, shared = _decode_row(content)
    return shared | {-number: count for number, count in own.items()}


def _pair_views(content: bytes) -> PairViews:
    return [(pack_counts(values), pack_counts(swap_sides(values))) for values in _decode_meeting(content)]
