"""A writer's cache of the names that players go by."""

import sqlite3
from typing import Final

MAX_NAMES: Final = 10_000
"""The most players whose names are cached: far more than play at a time."""

_LAST: Final = "SELECT coalesce(max(id), 0) FROM aliases"


class NameCache(dict[str, str]):
    """The names that players go by, by their ids.

    They are valid until somebody else adds an alias. Aliases are only ever added, so the id of the last row tells.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._execute = connection.execute
        self._last = 0

    def renew(self) -> None:
        """Forget all names where there are aliases that were not added through this cache."""
        last = self._execute(_LAST).fetchone()[0]
        if last != self._last or len(self) > MAX_NAMES:
            self.clear()
        self._last = last

    def set_last_row(self, row: int) -> None:
        """Note that this row was added to the aliases by the owner of this cache."""
        self._last = row
