"""What stands for rows and meetings that wait, read back: by number what recurs, all else by its content."""

import sqlite3
from collections.abc import Callable
from typing import Final, Generic, TypeVar

import msgspec

from data.store.refusals import StoreDamaged
from data.store.statistics.pairs import side_by_side, turned
from data.store.statistics.written import MOST_ALIKE, Numbered, Wide, Written
from data.whole_numbers import Told, decoder

Views = list[tuple[int, int]]
"""What a meeting adds for each two of its players, side by side, as the one and as the other sees it."""

_Content = TypeVar("_Content")

_ALIKE: Final = "SELECT content FROM main.alike WHERE number = ?"

_row: Final = decoder(tuple[Numbered, Numbered], tuple[Wide, Wide])
_meeting: Final = decoder(
    list[tuple[int, int, int, int, int, int, int, int]], list[tuple[int, int, int, int, int, Told, int, int]]
)


class Contents:
    """The contents of rows and of meetings, by what stands for them in the store of a connection.

    `rows` have what the player shares with his table under the numbers of the counters, what is his own under these
    below zero.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.rows: dict[Written, Numbered] = _Contents(connection, _grown)
        self.meetings: dict[Written, Views] = _Contents(connection, _views)


class _Contents(dict[Written, _Content], Generic[_Content]):
    """Contents that were read. Raises `StoreDamaged` for what the store does not have, or nobody can read."""

    def __init__(self, connection: sqlite3.Connection, read: Callable[[bytes], _Content]) -> None:
        super().__init__()
        self._execute = connection.execute
        self._read = read

    def __missing__(self, written: Written) -> _Content:
        if len(self) >= MOST_ALIKE:
            self.clear()
        try:
            content = self[written] = self._read(self._find(written))
        except msgspec.MsgspecError as error:
            raise StoreDamaged from error
        return content

    def _find(self, written: Written) -> bytes:
        if isinstance(written, bytes):
            return written
        row: tuple[bytes] | None = self._execute(_ALIKE, (written,)).fetchone()
        if row is None:
            raise StoreDamaged
        return row[0]


def _grown(content: bytes) -> Numbered:
    own, shared = _row(content)
    return shared | {-number: count for number, count in own.items()}


def _views(content: bytes) -> Views:
    return [(side_by_side(values), side_by_side(turned(values))) for values in _meeting(content)]
