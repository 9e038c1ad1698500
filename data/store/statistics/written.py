"""Rows of counters as they wait to be added up: by the numbers of the counters.

Most of what is counted is counted alike again and again. So the store writes it down once, and what waits tells its
number; what hardly ever recurs is written out.
"""

import sqlite3
from collections.abc import Callable
from typing import Final

import msgspec

from data.store.statistics.pairs import columns
from replay.counting import Counts, Row, Unlike
from replay.tallies import Meeting

MOST_ALIKE: Final = 1 << 14
"""So many rows and meetings the store has numbers for at most, those of whole leagues."""

Numbered = dict[int, int]
"""Counts by the numbers of their names."""

Written = int | bytes
"""A row or a meeting: its number, or its content where it has none."""

encode: Final = msgspec.msgpack.Encoder().encode
decode: Final[Callable[[bytes], Numbered]] = msgspec.msgpack.Decoder(dict[int, int]).decode

_COUNTERS: Final = "SELECT name, number FROM {schema}.counters"
_NUMBER: Final = "SELECT number FROM {schema}.counters WHERE name = ?"
_NEW: Final = "INSERT INTO {schema}.counters (name) VALUES (?) RETURNING number"
_SINCE: Final = "SELECT content, number FROM alike WHERE number > ?"
_ALIKE: Final = "INSERT INTO alike (number, content) VALUES (?, ?)"


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


class WrittenOut(dict[Row | Meeting, Written]):
    """Rows and meetings with their contents."""

    def __init__(self, numbers: Numbers) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, what: Row | Meeting) -> Written:
        if isinstance(what, Unlike):
            return self.content(what)
        if len(self) >= MOST_ALIKE:
            self.clear()
        written = self[what] = self.written(self.content(what))
        return written

    def written(self, content: bytes) -> Written:
        """What stands for a content that may recur."""
        return content

    def content(self, what: Row | Meeting) -> bytes:
        """What a row or a meeting lets grow, as bytes."""
        if isinstance(what, Meeting):
            return encode([columns(row) for row in what.rows])
        return encode((self._numbers.of(what.own), self._numbers.of(what.shared)))


class Recurring(WrittenOut):
    """Rows and meetings with their numbers, as far as the store can take them in.

    The store has no index of them, for it would be as large as they are: whoever writes knows them all.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(Numbers(connection, "main"))
        self._execute = connection.execute
        self._known: dict[bytes, int] = {}

    def written(self, content: bytes) -> Written:
        """The number of a content, which may be new; the content itself where the store has enough of them."""
        known = self._known
        if content not in known:
            known.update(self._execute(_SINCE, (len(known),)))
        if content not in known and len(known) < MOST_ALIKE:
            known[content] = len(known) + 1
            self._execute(_ALIKE, (known[content], content))
        return known.get(content, content)
