"""Counts as the store keeps them: by the numbers of their counters, as MessagePack with a checksum."""

from collections.abc import Collection, Mapping
from typing import Any, Final, Generic, TypeVar
from zlib import crc32

import msgspec

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.connection import Connection
from daifu.replay.counters import Counts
from daifu.replay.statistics.products import PLAYER_RATIOS, TABLE_RATIOS, Products, product_names
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
