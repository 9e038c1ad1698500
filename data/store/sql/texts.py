"""The table of texts, and what a writer remembers of texts: their numbers, and the names that players go by.

A text that recurs, such as the id of a player, is stored once and known by its number.
"""

import json
from collections.abc import Iterable
from typing import Final

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.connection import Connection
from daifu.replay.text import Text

NUMBER_OF_TEXT: Final = "SELECT number FROM texts WHERE text = ?"
MAX_TEXT_NUMBERS: Final = 10_000
"""The most texts whose numbers are cached: far more than are in use at a time."""

_TEXTS: Final = """
SELECT number, text FROM texts AS one
WHERE number IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
    AND (SELECT number FROM texts WHERE text = one.text) = one.number
"""
"""The index has each text a second time: one that it does not have under its number is damaged."""
_DAMAGED: Final = Text(
    "an id or a name in the store is damaged; daifu copy --salvage makes a sound store of what can be read",
    "保存先のIDか名前が壊れています。daifu copy --salvageで、読めるものから正常な保存先を作れます",
)
_NEW_TEXT: Final = "INSERT INTO texts (text) VALUES (?) RETURNING number"


def text_number(connection: Connection, text: str) -> int | None:
    """The number of a text; None where the store does not have it."""
    row = connection.execute(NUMBER_OF_TEXT, (text,)).fetchone()
    return None if row is None else row[0]


def texts_by_number(connection: Connection, numbers: Iterable[int]) -> dict[int, str]:
    """The texts that have these numbers. Raises `StoreDamaged` where one is missing or damaged."""
    wanted = set(numbers)
    found = dict(connection.execute(_TEXTS, (json.dumps(list(wanted)),)))
    if len(found) < len(wanted):
        raise StoreDamaged(_DAMAGED)
    return found


class TextNumbers(dict[str, int]):
    """A writer's cache of the numbers of texts, which never change. It adds the texts that are new."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection = connection

    def __missing__(self, text: str) -> int:
        number = text_number(self._connection, text)
        if number is None:
            (number,) = self._connection.execute(_NEW_TEXT, (text,)).fetchone()
        self._keep(text, number)
        return number

    def known(self, text: str) -> int | None:
        """The number of a text; None where the store does not have it."""
        number = self.get(text)
        if number is None and (number := text_number(self._connection, text)) is not None:
            self._keep(text, number)
        return number

    def _keep(self, text: str, number: int) -> None:
        if len(self) >= MAX_TEXT_NUMBERS:
            self.clear()
        self[text] = number


MAX_NAMES: Final = 10_000
"""The most players whose names are cached: far more than play at a time."""


class NameCache(dict[str, str]):
    """The names that players go by, by their ids.

    They are valid until somebody else adds an alias. Aliases are only ever added, so the id of the last row tells.
    """

    def __init__(self, _connection: Connection) -> None:
        super().__init__()
        self._last = 0

    def renew(self, last: int) -> None:
        """Forget all names where the `last` alias was not added through this cache."""
        if last != self._last or len(self) > MAX_NAMES:
            self.clear()
        self._last = last

    def set_last_row(self, row: int) -> None:
        """Note that this row was added to the aliases by the owner of this cache."""
        self._last = row
