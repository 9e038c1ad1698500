"""Rows of counters as they wait to be added up: by the numbers of the counters.

Most of what is counted is counted alike again and again. So the store writes it down once, and what waits tells its
number; what hardly ever recurs is written out.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final

from data.store.statistics.pairs import columns
from data.whole_numbers import Told, decoder, encode
from replay.counting import Counts, Row, Unlike
from replay.tallies import Meeting

MOST_ALIKE: Final = 1 << 14
"""So many rows and meetings the store has numbers for at most, those of whole leagues."""

Numbered = dict[int, int]
"""Counts by the numbers of their names."""

Written = int | bytes
"""A row or a meeting: its number, or its content where it has none."""

Wide = dict[int, Told]
"""The same as they are told where some are too large."""

decode: Final[Callable[[bytes], Numbered]] = decoder(dict[int, int], Wide)

_COUNTERS: Final = "SELECT name, number FROM {schema}.counters"
_NUMBER: Final = "SELECT number FROM {schema}.counters WHERE name = ?"
_NEW: Final = "INSERT INTO {schema}.counters (name) VALUES (?) RETURNING number"
_SINCE: Final = "SELECT content, number FROM alike WHERE number > ? ORDER BY number"
_ALIKE: Final = "INSERT INTO alike (content) VALUES (?) RETURNING number"


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

    def forget(self) -> None:
        """Forget what stands for rows and meetings."""
        self.clear()

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

    The store has no index of them, for it would be as large as they are: whoever writes knows them all. Their numbers
    grow, and none is ever given again.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(Numbers(connection, "main"))
        self._execute = connection.execute
        self._known: dict[bytes, int] = {}
        self._last = 0

    def forget(self) -> None:
        """Forget also what the store has numbers for."""
        super().forget()
        self._known.clear()
        self._last = 0

    def written(self, content: bytes) -> Written:
        """The number of a content, which may be new; the content itself where the store has enough of them."""
        known = self._known
        if content not in known:
            self._learn(self._execute(_SINCE, (self._last,)).fetchall())
        if content not in known and len(known) < MOST_ALIKE:
            [(number,)] = self._execute(_ALIKE, (content,))
            self._learn([(content, number)])
        return known.get(content, content)

    def _learn(self, numbered: Sequence[tuple[bytes, int]]) -> None:
        self._known.update(numbered)
        self._last = numbered[-1][1] if numbered else self._last
