"""Rows of counters as the store keeps them while they wait: by the numbers of the counters, each written once."""

import sqlite3
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from replay.counting import Counts, Row

MOST_ROWS: Final = 8192
"""So many rows are known at most, those of whole leagues."""

Numbered = dict[int, int]
"""Counts by the numbers of their names."""

encode: Final = msgspec.msgpack.Encoder().encode
decode: Final[Callable[[bytes], Numbered]] = msgspec.msgpack.Decoder(dict[int, int]).decode

_read: Final = msgspec.msgpack.Decoder(tuple[dict[int, int], dict[int, int]]).decode

_COUNTERS: Final = "SELECT name, number FROM {schema}.counters"
_NUMBER: Final = "SELECT number FROM {schema}.counters WHERE name = ?"
_NEW: Final = "INSERT INTO {schema}.counters (name) VALUES (?) RETURNING number"


class Numbers(dict[str, int]):
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

    def of(self, counts: Counts) -> Numbered:
        """The counts by the numbers of their names."""
        return {self[name]: count for name, count in counts.items()}


class Written(dict[Row, bytes]):
    """Rows as they are written down."""

    def __init__(self, numbers: Numbers) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, row: Row) -> bytes:
        if len(self) >= MOST_ROWS:
            self.clear()
        content = self[row] = encode((self._numbers.of(row.own), self._numbers.of(row.shared)))
        return content


@lru_cache(MOST_ROWS)
def read(content: bytes) -> tuple[Numbered, Numbered]:
    """What a row that was written down lets grow: what is the player's own, and what he shares with the table."""
    return _read(content)
