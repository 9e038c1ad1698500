"""Reads, writes and drops checkpoints of ratings: the rows of `rating_checkpoints`, and those of `ratings` at each."""

from collections.abc import Iterable
from typing import Final

import msgspec

from daifu.data.ratings import timeline
from daifu.data.ratings.streaks import Progress, decode_progress
from daifu.data.ratings.timeline import START, Checkpoint, TimelinePosition, plan_roll_back
from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.connection import Connection

_SAME_MOMENT: Final = """
SELECT moment, record FROM rating_timeline WHERE rules = ? AND moment = ? AND record > ? ORDER BY record LIMIT ?
"""
_LATER: Final = (
    "SELECT moment, record FROM rating_timeline WHERE rules = ? AND moment > ? ORDER BY moment, record LIMIT ?"
)
_HAS_SAME_MOMENT: Final = "SELECT 1 FROM rating_timeline WHERE rules = ? AND moment = ? AND record > ? LIMIT 1"
_HAS_LATER: Final = "SELECT 1 FROM rating_timeline WHERE rules = ? AND moment > ? LIMIT 1"
_LAST: Final = "SELECT number, moment, last, deals FROM rating_checkpoints WHERE rules = ? ORDER BY number DESC LIMIT 1"
_DEALS_AFTER: Final = """
SELECT CAST(
    (SELECT coalesce(sum(deals), 0) FROM rating_timeline WHERE rules = ?1 AND moment = ?2 AND record > ?3) +
    (SELECT coalesce(sum(deals), 0) FROM rating_timeline WHERE rules = ?1 AND moment > ?2) AS BIGINT)
"""
_FIRST_FROM: Final = "SELECT min(number) FROM rating_checkpoints WHERE rules = ? AND (moment, last) >= (?, ?)"
_WRITE: Final = """
INSERT INTO rating_checkpoints (rules, number, moment, last, deals) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (rules, number) DO UPDATE SET moment = excluded.moment, last = excluded.last, deals = excluded.deals
"""
_TOO_FAR: Final = """
SELECT coalesce(
    (SELECT checkpoint FROM ratings WHERE rules = ? ORDER BY checkpoint DESC LIMIT 1 OFFSET CAST(? AS BIGINT)), 0)
"""
_PERSONS: Final = "SELECT person FROM ratings WHERE rules = ? AND checkpoint >= ?"
_DROP: Final = "DELETE FROM ratings WHERE rules = ? AND checkpoint >= ?"
_DROP_CHECKPOINTS: Final = "DELETE FROM rating_checkpoints WHERE rules = ? AND number >= ?"
_MARK_LATEST: Final = """
UPDATE ratings SET latest = 1 WHERE rules = ?1 AND person = ?2 AND checkpoint = (
    SELECT max(checkpoint) FROM ratings WHERE rules = ?1 AND person = ?2)
"""
_CHANGES: Final = "SELECT changes FROM rating_changes WHERE rules = ?"
_COUNT_CHANGE: Final = """
INSERT INTO rating_changes (rules, changes) VALUES (?, 1) ON CONFLICT (rules)
DO UPDATE SET changes = rating_changes.changes + 1
"""
_FORGET: Final = "UPDATE rating_progress SET version = 0"
_DROP_ALL: Final = (
    "DELETE FROM ratings",
    "DELETE FROM rating_checkpoints",
    "DELETE FROM rating_timeline",
    "DELETE FROM rating_persons",
    "UPDATE rating_changes SET changes = changes + 1",
)


def read_progress(encoded: bytes) -> Progress:
    """The streaks, reigns and recent places in a row of ratings. Raises `StoreDamaged`."""
    try:
        return decode_progress(encoded)
    except msgspec.MsgspecError as error:
        raise StoreDamaged from error


def last_checkpoint(connection: Connection, rules: int) -> Checkpoint:
    """The last checkpoint of a game, `START` where there is none."""
    row = connection.execute(_LAST, (rules,)).fetchone()
    return Checkpoint(*row) if row else START


def next_positions(
    connection: Connection, rules: int, position: TimelinePosition, limit: int
) -> list[TimelinePosition]:
    """The positions of the next records of a game behind a position in the order of time, at most `limit` of them."""
    found = connection.execute(_SAME_MOMENT, (rules, *position, limit)).fetchall()
    if len(found) < limit:
        found += connection.execute(_LATER, (rules, position.moment, limit - len(found))).fetchall()
    return list(map(TimelinePosition._make, found))


def has_records_after(connection: Connection, rules: int) -> bool:
    """Whether a game has records behind its last checkpoint."""
    end = last_checkpoint(connection, rules).end
    found = connection.execute(_HAS_SAME_MOMENT, (rules, *end)).fetchone()
    return bool(found or connection.execute(_HAS_LATER, (rules, end.moment)).fetchone())


def deals_after(connection: Connection, rules: int, position: TimelinePosition) -> int:
    """The number of deals of a game behind a position in the order of time."""
    found: int = connection.execute(_DEALS_AFTER, (rules, *position)).fetchone()[0]
    return found


def count_changes(connection: Connection, rules: int) -> int:
    """How often ratings of a game have changed."""
    row = connection.execute(_CHANGES, (rules,)).fetchone()
    return row[0] if row else 0


def write_checkpoints(connection: Connection, rules: int, checkpoints: Iterable[Checkpoint]) -> None:
    """Write checkpoints of a game, the first perhaps in place of its shorter self. This counts as one change."""
    connection.executemany(_WRITE, [(rules, *checkpoint) for checkpoint in checkpoints])
    connection.execute(_COUNT_CHANGE, (rules,))


def roll_back(connection: Connection, rules: int, position: TimelinePosition) -> bool:
    """Drop the checkpoint that covers a position, and all after it; whether that is done.

    Long ways back take several transactions, see `plan_roll_back`.
    """
    last = last_checkpoint(connection, rules)
    if last.end < position:
        return True
    first_covering: int = connection.execute(_FIRST_FROM, (rules, *position)).fetchone()[0]
    too_far: int = connection.execute(_TOO_FAR, (rules, timeline.MAX_DROPPED)).fetchone()[0]
    first, complete = plan_roll_back(last, first_covering, too_far)
    persons = {person for (person,) in connection.execute(_PERSONS, (rules, first))}
    connection.execute(_DROP, (rules, first))
    connection.execute(_DROP_CHECKPOINTS, (rules, first))
    connection.executemany(_MARK_LATEST, [(rules, person) for person in persons])
    connection.execute(_COUNT_CHANGE, (rules,))
    return complete


def forget_ratings(connection: Connection) -> None:
    """Let all ratings be computed anew when they are next read."""
    connection.execute(_FORGET)


def drop_everything(connection: Connection) -> None:
    """Drop all ratings, and the positions of all records."""
    for statement in _DROP_ALL:
        connection.execute(statement)
