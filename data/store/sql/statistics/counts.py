"""Counts as the store keeps them: by the numbers of their counters, as MessagePack with a checksum.

The same few hundred rows of counters are counted again and again, so each is stored once under a number. A delta names
rows by their numbers, which is short, and appending it adds nothing up. A rare row has no number; its content stands in
its place.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Generic, TypeVar
from zlib import crc32

import msgspec

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.statistics.pairs import PackedPair, pack_pair, pair_counts, swap_sides
from daifu.replay.counters import CounterRow, Counts, UncachedRow
from daifu.replay.statistics.products import PLAYER_RATIOS, TABLE_RATIOS, Products, product_names
from daifu.replay.statistics.results import PairRows
from daifu.replay.statistics.rows import TABLE_PLAYER

CountsByNumber = dict[int, int]
"""Counts by the numbers of their counters."""

_CHECKSUM_BYTES: Final = 4
_COUNTERS: Final = "SELECT name, number FROM {schema}.counters"
_NUMBER: Final = "SELECT number FROM {schema}.counters WHERE name = ?"
_NEW: Final = "INSERT INTO {schema}.counters (name) VALUES (?) RETURNING number"


class CounterNumbers(dict[str, int]):
    """The numbers of counters by their names. A number never changes; a counter without one gets the next."""

    def __init__(self, connection: Connection, schema: str = "main") -> None:
        super().__init__(connection.execute(_COUNTERS.format(schema=schema)))
        self._execute = connection.execute
        self._find = _NUMBER.format(schema=schema)
        self._new = _NEW.format(schema=schema)

    def __missing__(self, name: str) -> int:
        row = self._execute(self._find, (name,)).fetchone() or self._execute(self._new, (name,)).fetchone()
        number = self[name] = int(row[0])
        return number

    def of(self, counts: Counts) -> CountsByNumber:
        """The counts by the numbers of their counters."""
        return {self[name]: count for name, count in counts.items()}


def add_counts(total: CountsByNumber, more: CountsByNumber) -> None:
    """Add counts to others. A counter that comes to 0 is removed."""
    if not total:  # most rows are new
        total.update({number: count for number, count in more.items() if count})
        return
    known = total.get
    for number, count in more.items():
        together = known(number, 0) + count
        if together:
            total[number] = together
        else:
            total.pop(number, None)


_PRODUCTS: Final = product_names((*PLAYER_RATIOS, *TABLE_RATIOS))
PRODUCT_NUMBERS: Final = {name: -place for place, name in enumerate(_PRODUCTS, 1)}
"""The numbers of products, which are below 0 and in no table. They change only with `COUNTING_VERSION`."""
_NO_COUNTER: Final = 0
"""The number of a counter that the store does not have."""


class DayProducts:
    """Makes the products of a row of counts of a part of a day, all or those that are wanted.

    `numbers` are those of the counters by name.
    """

    def __init__(self, numbers: Mapping[str, int], wanted: Collection[str] | None = None) -> None:
        def number_of(name: str) -> int:
            return numbers.get(name, _NO_COUNTER)

        self._of_player = Products(PLAYER_RATIOS, number_of, PRODUCT_NUMBERS.__getitem__, wanted)
        self._of_deals = Products(TABLE_RATIOS, number_of, PRODUCT_NUMBERS.__getitem__)

    def of(self, player: int, counts: CountsByNumber) -> CountsByNumber:
        """The products of these counts of a player, or of the deals themselves."""
        return (self._of_deals if player == TABLE_PLAYER else self._of_player).of(counts)


_Value = TypeVar("_Value")

_encode_msgpack: Final = msgspec.msgpack.Encoder().encode
_encode_json: Final = msgspec.json.Encoder().encode


def encode(value: Any) -> bytes:  # noqa: ANN401 - lists and mappings of numbers
    """Lists and mappings of numbers as MessagePack, or as JSON where a number has more than 64 bits.

    Large points are rare, and MessagePack has no larger integers. The first byte tells the two apart.
    """
    try:
        return _encode_msgpack(value)
    except OverflowError:
        return _encode_json(value)


def with_checksum(encoded: bytes) -> bytes:
    """What is encoded, with a checksum at its end by which it is told from what is damaged."""
    return encoded + _checksum(encoded)


def without_checksum(kept: bytes) -> bytes:
    """What is encoded, as it was before. Raises `StoreDamaged`."""
    encoded = kept[:-_CHECKSUM_BYTES]
    if kept[-_CHECKSUM_BYTES:] != _checksum(encoded):
        raise StoreDamaged
    return encoded


def _checksum(encoded: bytes) -> bytes:
    return crc32(encoded).to_bytes(_CHECKSUM_BYTES, "big")


class Decoder(Generic[_Value]):
    """Reads values of one type that `encode` has written."""

    def __init__(self, value_type: type[_Value]) -> None:
        self._msgpack = msgspec.msgpack.Decoder(value_type).decode
        self._json = msgspec.json.Decoder(value_type).decode

    def decode(self, encoded: bytes) -> _Value:
        """The value. Raises `StoreDamaged` where it cannot be read."""
        try:
            return self._json(encoded) if encoded[:1] in (b"{", b"[") else self._msgpack(encoded)
        except msgspec.MsgspecError as error:
            raise StoreDamaged from error


_counts: Final = Decoder(CountsByNumber)


def decode_counts(kept: bytes) -> CountsByNumber:
    """The counts of a row of summaries. Raises `StoreDamaged`."""
    return _counts.decode(without_checksum(kept))


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
            self._learn(self._execute(self._since, (self._last,)).fetchall())  # another process may have added some
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
