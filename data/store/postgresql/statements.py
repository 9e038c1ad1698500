"""Runs statements in SQLite's notation on PostgreSQL. Each is translated once."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeVar

from psycopg import Connection as PsycopgConnection
from psycopg import OperationalError, RawCursor
from psycopg.abc import Buffer
from psycopg.pq import TransactionStatus
from psycopg.types.string import StrDumperUnknown

T = TypeVar("T")
Renew = Callable[[], "PsycopgConnection[Any]"]
"""Makes a new connection in place of a dead one."""

MAX_STATEMENTS: Final = 512
"""The most statements that are kept translated, and prepared in one connection: far more than there are."""

NO_CHARACTER: Final = "\uffff"
"""What Unicode keeps for programs, and never is a character."""

_PLACEHOLDER: Final = re.compile(r"\?(\d*)")
_ROW: Final = re.compile(r"VALUES (\([?\w, ]+\))")
"""The row of a statement that inserts one."""

ROWS_AT_ONCE: Final = (64, 16, 4)
"""How many rows one statement inserts; few sizes, so that few statements have to be prepared."""

_HINT: Final = re.compile(r" INDEXED BY \w+| NOT INDEXED\b")
"""SQLite's hints on indices. PostgreSQL has statistics of its tables instead."""


@lru_cache(MAX_STATEMENTS)
def translate(statement: str) -> str:
    """The statement as PostgreSQL takes it.

    Placeholders are `$1` and so on, tables of the schema `main` have no prefix, those of `temp` are in `pg_temp`, and a
    `CROSS JOIN`, by which SQLite keeps to an order, is a `JOIN`.
    """
    places = 0

    def place(found: re.Match[str]) -> str:
        nonlocal places
        places += 1
        return f"${found[1] or places}"

    plain = _HINT.sub("", _PLACEHOLDER.sub(place, statement)).replace("CROSS JOIN", "JOIN")
    return plain.replace("main.", "").replace("temp.", "pg_temp.")


@lru_cache(MAX_STATEMENTS)
def insert_rows(statement: str, rows: int) -> str:
    """The statement that inserts this many rows, for one that inserts one."""
    return _ROW.sub(lambda found: f"VALUES {', '.join([found[1]] * rows)}", statement)


class TextDumper(StrDumperUnknown):
    """Sends texts, and in place of NUL, which PostgreSQL cannot hold, a character that no text has.

    Records and names have no NUL, so that a text with one is looked for in vain.
    """

    def dump(self, obj: str) -> Buffer | None:
        """The bytes of a text."""
        return super().dump(obj.replace("\0", NO_CHARACTER) if "\0" in obj else obj)


class Connection:
    """A connection for statements in SQLite's notation; for one thread at a time."""

    def __init__(self, raw: "PsycopgConnection[Any]", renew: "Renew | None" = None) -> None:
        """Run statements by this connection. That of a reader is replaced by `renew` where it turns out to be dead."""
        self.raw = raw
        self._renew = renew

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> "RawCursor[Any]":
        """Run a statement with values for its placeholders."""
        translated = translate(statement).encode()
        return self.run(lambda raw: RawCursor(raw).execute(translated, values or None, binary=True))

    def run(self, call: "Callable[[PsycopgConnection[Any]], T]") -> T:
        """Call this with the connection. A reader's call is made again on a new one, unless it is in a transaction."""
        if self._renew is None or self.raw.info.transaction_status != TransactionStatus.IDLE:
            return call(self.raw)
        try:
            return call(self.raw)
        except OperationalError:
            if not self.raw.closed:
                raise
            self.raw = self._renew()
            return call(self.raw)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> None:
        """Run a statement with each of these rows of values. Rows are inserted several at a time."""
        left = list(rows)
        if _ROW.search(statement):
            for size in ROWS_AT_ONCE:
                while len(left) >= size:
                    together, left = left[:size], left[size:]
                    self.execute(insert_rows(statement, size), list(chain.from_iterable(together)))
        if left:
            RawCursor(self.raw).executemany(translate(statement).encode(), left)
