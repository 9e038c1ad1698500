"""Translates the errors of SQLite and of the system into those of the store: the only module that knows the codes."""

import errno
import sqlite3
from types import TracebackType
from typing import Final

from daifu.data.store.errors import StoreBusy, StoreDamaged, StoreFull, StoreReadOnly, StoreUnusable
from daifu.replay.text import Text

_ERRORS: Final[dict[int, type[StoreUnusable]]] = {
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_CANTOPEN: StoreReadOnly,  # such as the log of writes, in a folder that takes no files
    sqlite3.SQLITE_PERM: StoreReadOnly,
    sqlite3.SQLITE_BUSY: StoreBusy,
    sqlite3.SQLITE_LOCKED: StoreBusy,
    sqlite3.SQLITE_PROTOCOL: StoreBusy,
    sqlite3.SQLITE_CORRUPT: StoreDamaged,
    sqlite3.SQLITE_NOTADB: StoreDamaged,
    sqlite3.SQLITE_IOERR: StoreDamaged,
}
"""By primary result code: the lowest byte of SQLite's result code."""

_WRITE_FAILURES: Final = frozenset(
    {
        sqlite3.SQLITE_IOERR_WRITE,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_DIR_FSYNC,
        sqlite3.SQLITE_IOERR_TRUNCATE,
        sqlite3.SQLITE_IOERR_SHMOPEN,
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_IOERR_SHMMAP,
    }
)
"""Codes of a full disk where the system reports another reason than missing space, such as a quota."""


_LOST: Final = ("no such table", "no such column", "no such index", "Could not decode to UTF-8")
"""How errors begin that have no code of damage, of a table that was removed or a text that is no text any more."""

_DISK_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


def os_error(error: OSError, refusal: Text | None = None) -> StoreUnusable:
    """The error of the store for an error of the system on making a file; `refusal` says that none can be made."""
    return StoreFull() if error.errno in _DISK_FULL else StoreReadOnly(refusal)


def store_error(error: sqlite3.Error) -> StoreUnusable | None:
    """The error of the store for an error of SQLite; None where the program itself is at fault."""
    code = getattr(error, "sqlite_errorcode", 0)
    if isinstance(error, sqlite3.OperationalError) and str(error).startswith(_LOST):
        return StoreDamaged()
    if code in _WRITE_FAILURES:
        return StoreFull()
    refusal = _ERRORS.get(code & 0xFF)
    return None if refusal is None else refusal()


class _Translation:
    """A context manager without state, so that one instance serves all threads."""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if isinstance(error, UnicodeDecodeError):  # `sqlite3` cannot say what it read
            raise StoreDamaged from error
        if isinstance(error, sqlite3.Error) and (refusal := store_error(error)):
            raise refusal from error


TRANSLATED_ERRORS: Final = _Translation()
"""`with TRANSLATED_ERRORS:` raises errors of the store in place of those of SQLite."""
