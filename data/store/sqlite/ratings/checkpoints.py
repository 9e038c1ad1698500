"""Checkpoints of ratings: runs of records in the order of time, and the ratings at the end of each."""

import sqlite3
from collections.abc import Iterator
from typing import Final, NamedTuple

MAX_DROPPED: Final = 64
"""So many are forgotten in one transaction, each with a row for everybody who played in it."""

_SAME_DAY: Final = "SELECT record, day FROM career_places WHERE rules = ? AND day = ? AND record > ? ORDER BY record"
_LATER: Final = "SELECT record, day FROM career_places WHERE rules = ? AND day > ? ORDER BY day, record"
_END: Final = "SELECT number, day, last, deals FROM career_stretches WHERE rules = ? ORDER BY number DESC LIMIT 1"
_TO_COME: Final = """
SELECT coalesce(sum(deals), 0) FROM career_places AS place CROSS JOIN records ON id = record
WHERE place.rules = ? AND (place.day, record) > (?, ?)
"""
_FIRST: Final = "SELECT min(number) FROM career_stretches WHERE rules = ? AND (day, last) >= (?, ?)"
_WRITE: Final = "INSERT OR REPLACE INTO career_stretches (rules, number, day, last, deals) VALUES (?, ?, ?, ?, ?)"
_PERSONS: Final = "SELECT person FROM careers WHERE rules = ? AND stretch >= ?"
_DROP: Final = "DELETE FROM careers WHERE rules = ? AND stretch >= ?"
_DROP_CHECKPOINTS: Final = "DELETE FROM career_stretches WHERE rules = ? AND number >= ?"
_MARK_LATEST: Final = """
UPDATE careers SET latest = 1 WHERE rules = ?1 AND person = ?2 AND stretch = (
    SELECT max(stretch) FROM careers WHERE rules = ?1 AND person = ?2)
"""
_CHANGED: Final = """
INSERT INTO career_changes (rules, changes) VALUES (?, 1) ON CONFLICT (rules) DO UPDATE SET changes = changes + 1
"""
_DROP_ALL: Final = (
    "DELETE FROM careers",
    "DELETE FROM career_stretches",
    "DELETE FROM career_places",
    "DELETE FROM career_persons",
    "UPDATE career_changes SET changes = changes + 1",
)


class GameKey(NamedTuple):
    """A game by its name, and the number of that."""

    name: str
    number: int


class TimelinePosition(NamedTuple):
    """A place in the order of time: the number of a day, and a record of that day."""

    day: int
    record: int


class Checkpoint(NamedTuple):
    """A run of records of one day, up to the record `last`, with so many deals."""

    number: int
    day: int
    last: int
    deals: int

    @property
    def end(self) -> TimelinePosition:
        """The place of its last record."""
        return TimelinePosition(self.day, self.last)


START: Final = Checkpoint(0, 0, 0, 0)
"""What comes before the first one."""


def last_checkpoint(connection: sqlite3.Connection, rules: int) -> Checkpoint:
    """How far the careers in a game have come."""
    row = connection.execute(_END, (rules,)).fetchone()
    return Checkpoint(*row) if row else START


def records_after(connection: sqlite3.Connection, rules: int, spot: TimelinePosition) -> Iterator[tuple[int, int]]:
    """The records behind this place in the order of time, each with its day."""
    yield from connection.execute(_SAME_DAY, (rules, *spot))
    yield from connection.execute(_LATER, (rules, spot.day))


def has_records_after(connection: sqlite3.Connection, rules: int) -> bool:
    """Whether there are records that careers in this game have not come to."""
    return any(records_after(connection, rules, last_checkpoint(connection, rules).end))


def deals_after(connection: sqlite3.Connection, rules: int, spot: TimelinePosition) -> int:
    """How many deals there are behind this place in the order of time."""
    found: int = connection.execute(_TO_COME, (rules, *spot)).fetchone()[0]
    return found


def write_checkpoint(connection: sqlite3.Connection, rules: int, stretch: Checkpoint) -> None:
    """Write how far they have come."""
    connection.execute(_WRITE, (rules, *stretch))
    connection.execute(_CHANGED, (rules,))


def roll_back(connection: sqlite3.Connection, rules: int, spot: TimelinePosition) -> bool:
    """Forget the stretch in which this place lies and all that came after it, the latest first.

    Nothing happens where careers are not so far. Gives whether all of it is forgotten: of very many stretches some are
    left to the next transaction, and until then careers are as they were after the last of those.
    """
    last = last_checkpoint(connection, rules)
    if last.end < spot:
        return True
    wanted: int = connection.execute(_FIRST, (rules, *spot)).fetchone()[0]
    first = max(wanted, last.number - MAX_DROPPED + 1)
    persons = {person for (person,) in connection.execute(_PERSONS, (rules, first))}
    connection.execute(_DROP, (rules, first))
    connection.execute(_DROP_CHECKPOINTS, (rules, first))
    connection.executemany(_MARK_LATEST, [(rules, person) for person in persons])
    connection.execute(_CHANGED, (rules,))
    return first == wanted


def drop_everything(connection: sqlite3.Connection) -> None:
    """Forget everything."""
    for statement in _DROP_ALL:
        connection.execute(statement)
