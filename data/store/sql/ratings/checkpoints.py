"""Reads, writes and drops checkpoints of ratings: the rows of `rating_checkpoints`, and those of `ratings` at each."""

from collections.abc import Iterator
from typing import Final

from data.ratings.timeline import START, Checkpoint, TimelinePosition, plan_roll_back
from data.store.sql.connection import Connection

_SAME_DAY: Final = "SELECT record, day FROM rating_timeline WHERE rules = ? AND day = ? AND record > ? ORDER BY record"
_LATER: Final = "SELECT record, day FROM rating_timeline WHERE rules = ? AND day > ? ORDER BY day, record"
_LAST: Final = "SELECT number, day, last, deals FROM rating_checkpoints WHERE rules = ? ORDER BY number DESC LIMIT 1"
_DEALS_AFTER: Final = """
SELECT CAST(
    (SELECT coalesce(sum(deals), 0) FROM rating_timeline WHERE rules = ?1 AND day = ?2 AND record > ?3) +
    (SELECT coalesce(sum(deals), 0) FROM rating_timeline WHERE rules = ?1 AND day > ?2) AS BIGINT)
"""
_FIRST_FROM: Final = "SELECT min(number) FROM rating_checkpoints WHERE rules = ? AND (day, last) >= (?, ?)"
_WRITE: Final = """
INSERT INTO rating_checkpoints (rules, number, day, last, deals) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (rules, number) DO UPDATE SET day = excluded.day, last = excluded.last, deals = excluded.deals
"""
_PERSONS: Final = "SELECT person FROM ratings WHERE rules = ? AND checkpoint >= ?"
_DROP: Final = "DELETE FROM ratings WHERE rules = ? AND checkpoint >= ?"
_DROP_CHECKPOINTS: Final = "DELETE FROM rating_checkpoints WHERE rules = ? AND number >= ?"
_MARK_LATEST: Final = """
UPDATE ratings SET latest = 1 WHERE rules = ?1 AND person = ?2 AND checkpoint = (
    SELECT max(checkpoint) FROM ratings WHERE rules = ?1 AND person = ?2)
"""
_COUNT_CHANGE: Final = """
INSERT INTO rating_changes (rules, changes) VALUES (?, 1) ON CONFLICT (rules)
DO UPDATE SET changes = rating_changes.changes + 1
"""
_DROP_ALL: Final = (
    "DELETE FROM ratings",
    "DELETE FROM rating_checkpoints",
    "DELETE FROM rating_timeline",
    "DELETE FROM rating_persons",
    "UPDATE rating_changes SET changes = changes + 1",
)


def last_checkpoint(connection: Connection, rules: int) -> Checkpoint:
    """The last checkpoint of a game, `START` where there is none."""
    row = connection.execute(_LAST, (rules,)).fetchone()
    return Checkpoint(*row) if row else START


def records_after(connection: Connection, rules: int, position: TimelinePosition) -> Iterator[tuple[int, int]]:
    """The records of a game behind a position in the order of time, each with its day."""
    yield from connection.execute(_SAME_DAY, (rules, *position))
    yield from connection.execute(_LATER, (rules, position.day))


def has_records_after(connection: Connection, rules: int) -> bool:
    """Whether a game has records behind its last checkpoint."""
    return any(records_after(connection, rules, last_checkpoint(connection, rules).end))


def deals_after(connection: Connection, rules: int, position: TimelinePosition) -> int:
    """The number of deals of a game behind a position in the order of time."""
    found: int = connection.execute(_DEALS_AFTER, (rules, *position)).fetchone()[0]
    return found


def write_checkpoint(connection: Connection, rules: int, checkpoint: Checkpoint) -> None:
    """Write a checkpoint of a game, also in place of its shorter self."""
    connection.execute(_WRITE, (rules, *checkpoint))
    connection.execute(_COUNT_CHANGE, (rules,))


def roll_back(connection: Connection, rules: int, position: TimelinePosition) -> bool:
    """Drop the checkpoint that covers a position, and all after it; whether that is done.

    Long ways back take several transactions, see `plan_roll_back`.
    """
    last = last_checkpoint(connection, rules)
    if last.end < position:
        return True
    first_covering: int = connection.execute(_FIRST_FROM, (rules, *position)).fetchone()[0]
    first, complete = plan_roll_back(last, first_covering)
    persons = {person for (person,) in connection.execute(_PERSONS, (rules, first))}
    connection.execute(_DROP, (rules, first))
    connection.execute(_DROP_CHECKPOINTS, (rules, first))
    connection.executemany(_MARK_LATEST, [(rules, person) for person in persons])
    connection.execute(_COUNT_CHANGE, (rules,))
    return complete


def drop_everything(connection: Connection) -> None:
    """Drop all ratings, and the positions of all records."""
    for statement in _DROP_ALL:
        connection.execute(statement)
