"""The mark that tells how far the records of a store have been counted, and by which version of the counting."""

import sqlite3
from typing import Final

from replay.tallies import VERSION

_COUNTED: Final = "SELECT version, record FROM counted"
_MARK: Final = "UPDATE counted SET version = ?, record = ?"


def is_due(connection: sqlite3.Connection) -> bool:
    """Whether there may be records that this version has not counted."""
    return reached(connection) is not None


def reached(connection: sqlite3.Connection) -> int | None:
    """The record up to which this version has counted, 0 where it has not begun; None where that is all of them."""
    version, record = connection.execute(_COUNTED).fetchone()
    return record if version == VERSION else 0


def mark(connection: sqlite3.Connection, record: int | None) -> None:
    """Note that this version has counted all records, or those up to this one."""
    connection.execute(_MARK, (VERSION, record))
