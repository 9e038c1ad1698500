"""Runs statements in SQLite's notation on PostgreSQL. Each is translated once."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from psycopg import Connection as PsycopgConnection
from psycopg import RawCursor
from psycopg.abc import Buffer
from psycopg.types.string import StrDumperUnknown

MAX_STATEMENTS: Final = 512
"""The most statements that are kept translated, and prepared in one connection: far more than there are."""

NO_CHARACTER: Final = "\uffff"
"""What Unicode keeps for programs, and never is a character."""

_PLACEHOLDER: Final = re.compile(r"\?(\d*)")
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


class TextDumper(StrDumperUnknown):
    """Sends texts, and in place of NUL, which PostgreSQL cannot hold, a character that no text has.

    Records and names have no NUL, so that a text with one is looked for in vain.
    """

    def dump(self, obj: str) -> Buffer | None:
        """The bytes of a text."""
        return super().dump(obj.replace("\0", NO_CHARACTER) if "\0" in obj else obj)


class Connection:
    """A connection for statements in SQLite's notation; for one thread at a time."""

    def __init__(self, raw: "PsycopgConnection[Any]") -> None:
        self.raw = raw

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> "RawCursor[Any]":
        """Run a statement with values for its placeholders."""
        cursor = RawCursor(self.raw)
        return cursor.execute(translate(statement).encode(), values or None, binary=True)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> "RawCursor[Any]":
        """Run a statement once with each of these rows of values."""
        cursor = RawCursor(self.raw)
        cursor.executemany(translate(statement).encode(), rows)
        return cursor
