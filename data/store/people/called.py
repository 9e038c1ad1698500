"""What players go by as a connection knows it, so that it need not look up again whom it has just met."""

import sqlite3
from typing import Final

MOST_KNOWN: Final = 10_000
"""So many players are known at most: far more than there are about at a time."""

_LAST: Final = "SELECT coalesce(max(id), 0) FROM aliases"


class Called(dict[str, str]):
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
        if last != self._last or len(self) > MOST_KNOWN:
            self.clear()
        self._last = last

    def wrote(self, row: int) -> None:
        """This row of the aliases was added by whoever knows all this."""
        self._last = row
