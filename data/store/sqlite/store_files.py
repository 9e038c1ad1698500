"""Watches over the files of a store that is open, which somebody may remove or replace under it."""

import os
from pathlib import Path

from daifu.data.store.errors import StoreReplaced


class StoreFiles:
    """The file of a store, and its log of writes once that is in use.

    A connection keeps the files that it has opened, also after they were removed: what is written to them then is lost
    without an error. So each writer looks whether the files are still there before what it has written counts.
    """

    def __init__(self, path: Path) -> None:
        self._store = path
        self._log = path.with_name(path.name + "-wal")
        self._known = {self._store: _identity(path)}

    def note_log(self) -> None:
        """Note which log is in use, unless it is known; to be called by a connection that has it open."""
        if self._log not in self._known:
            self._known[self._log] = _identity(self._log)

    def forget_log(self) -> None:
        """Note that the log may be another one from now on: SQLite deletes it with the last connection."""
        self._known.pop(self._log, None)

    def require(self) -> None:
        """Check that the files are those that were opened. Raises `StoreReplaced`."""
        known_now = list(self._known.items())  # another thread may note the log meanwhile
        if any(_identity(path) != known for path, known in known_now):
            raise StoreReplaced


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from every other one; None where there is no file."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a commit calls it four times, and Path takes three times as long
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
