"""The form in which names are compared, and a cache of the names that players go by."""

import sqlite3
import unicodedata
from typing import Final


def fold_name(text: str) -> str:
    """The text without differences of case, width and composition (NFKC, case-folded)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


MAX_NAMES: Final = 10_000
"""So many players are known at most: far more than there are about at a time."""

_LAST: Final = "SELECT coalesce(max(id), 0) FROM aliases"


class NameCache(dict[str, str]):
    """What players go by, by their ids.

    That holds until somebody else adds an alias: then there is another last row, for none is ever changed in its place.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._execute = connection.execute
        self._last = 0

    def renew(self) -> None:
        """Forget all of them where there are aliases that were not noted here."""
        last = self._execute(_LAST).fetchone()[0]
        if last != self._last or len(self) > MAX_NAMES:
            self.clear()
        self._last = last

    def set_last_row(self, row: int) -> None:
        """This row of the aliases was added by whoever knows all this."""
        self._last = row
