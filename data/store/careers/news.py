"""What has happened in the store since careers were last looked after.

Nothing that is stored waits for this: whatever is written is a revision, and whoever is merged or parted is a deed, so
both are found here, behind the last ones that were seen.
"""

import sqlite3
from collections.abc import Iterator
from typing import Final, NamedTuple

from data.store.careers.stretches import Spot

COUNTING: Final = 1
"""The version of the counting; careers of another one are made anew."""

_SEEN: Final = "SELECT counting, revision, record, number, deed FROM career_seen"
_REVISION: Final = "SELECT record, number FROM revisions WHERE rowid = ?"
_LATEST: Final = "SELECT coalesce(max(rowid), 0) FROM revisions"
_LATEST_DEED: Final = "SELECT coalesce(max(id), 0) FROM deeds"
_WRITTEN: Final = """
SELECT DISTINCT
    records.id, CASE withdrawn WHEN 0 THEN records.rules END, coalesce(date, 719163 + stored.at / 86400),
    place.rules, place.day, records.deals
FROM revisions CROSS JOIN records ON records.id = revisions.record
    CROSS JOIN revisions AS stored ON stored.record = records.id AND stored.number = 1
    LEFT JOIN career_places AS place ON place.record = records.id
WHERE revisions.rowid BETWEEN ? AND ?
"""
"""A record has the day of its event, or that on which it was first stored; 719163 is the first day of the clock."""
_PARTED: Final = """
SELECT player FROM (SELECT player, person FROM persons EXCEPT SELECT player, person FROM career_persons)
UNION SELECT player FROM (SELECT player, person FROM career_persons EXCEPT SELECT player, person FROM persons)
"""
_FIRST_PLAYED: Final = """
WITH his (record) AS (
    SELECT record FROM seated WHERE player = ?1 UNION ALL SELECT record FROM newly_seated WHERE player = ?1)
SELECT rules, min(day) FROM his CROSS JOIN career_places AS place ON place.record = his.record GROUP BY rules
"""


class Seen(NamedTuple):
    """What was looked at last: a revision, by the number of its row, which is that of a record, and a deed."""

    counting: int
    revision: int
    record: int
    number: int
    deed: int


class Moved(NamedTuple):
    """A record that was written, and its place in the order of time; without a game it has none, or had none."""

    record: int
    rules: int | None
    day: int
    old_rules: int | None
    old_day: int
    deals: int

    def spots(self) -> Iterator[tuple[int, Spot]]:
        """The places from which on careers have to be played again, each with its game."""
        if self.rules is not None:
            yield self.rules, Spot(self.day, self.record)
        if self.old_rules is not None:
            yield self.old_rules, Spot(self.old_day, self.record)


class News(NamedTuple):
    """What has happened: all has to begin `anew`, or records have `moved` and careers go back to the `earliest` places.

    `seen` is what has been seen with it, and `whole` whether that is everything.
    """

    anew: bool
    moved: list[Moved]
    earliest: dict[int, Spot]
    seen: Seen
    whole: bool


_NOTHING: Final = Seen(0, 0, 0, 0, 0)


def is_news(connection: sqlite3.Connection) -> bool:
    """Whether anything has happened that was not seen."""
    seen = _seen(connection)
    return not _is_good(connection, seen) or (seen.revision, seen.deed) != _latest(connection)


def news(connection: sqlite3.Connection, most: float) -> News:
    """What has happened, as far as so many revisions tell it.

    All begins anew where careers are of another version of the counting, or where the rows of revisions have other
    numbers than they had, which SQLite reserves the right to.
    """
    seen = _seen(connection)
    anew = not _is_good(connection, seen)
    seen = _NOTHING if anew else seen
    revision, deed = _latest(connection)
    upto = int(min(revision, seen.revision + most))
    moved = list(map(Moved._make, connection.execute(_WRITTEN, (seen.revision + 1, upto))))
    parted = list(_parted(connection)) if deed != seen.deed else []
    found = Seen(COUNTING, upto, *_named(connection, upto), deed)
    return News(anew, moved, _earliest(moved, parted), found, upto == revision)


def _seen(connection: sqlite3.Connection) -> Seen:
    row = connection.execute(_SEEN).fetchone()
    return Seen(*row) if row else _NOTHING._replace(counting=COUNTING)


def _latest(connection: sqlite3.Connection) -> tuple[int, int]:
    return connection.execute(_LATEST).fetchone()[0], connection.execute(_LATEST_DEED).fetchone()[0]


def _is_good(connection: sqlite3.Connection, seen: Seen) -> bool:
    """Whether one can go on from there."""
    return seen.counting == COUNTING and _named(connection, seen.revision) == (seen.record, seen.number)


def _named(connection: sqlite3.Connection, revision: int) -> tuple[int, int]:
    """The record of the revision in this row, and its number there."""
    return connection.execute(_REVISION, (revision,)).fetchone() or (0, 0)


def _parted(connection: sqlite3.Connection) -> Iterator[tuple[int, Spot]]:
    """The first days of everybody who is somebody else by now."""
    for (player,) in connection.execute(_PARTED).fetchall():
        for rules, day in connection.execute(_FIRST_PLAYED, (player,)):
            yield rules, Spot(day, 0)


def _earliest(moved: list[Moved], parted: list[tuple[int, Spot]]) -> dict[int, Spot]:
    """From where on careers have to be played again, for each game by itself."""
    found: dict[int, Spot] = {}
    for rules, spot in (*parted, *(spot for one in moved for spot in one.spots())):
        found[rules] = min(spot, found.get(rules, spot))
    return found
