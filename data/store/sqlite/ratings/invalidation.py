"""Finds what has changed in the store since ratings were last updated, and sets them back before the earliest change.

Nothing that is stored waits for this: whatever is written is a revision, and whoever is merged or split is a row of
`deeds`, so both are found behind the last ones that were seen.
"""

import sqlite3
from collections.abc import Iterator
from math import inf
from typing import Final, NamedTuple

from data.store.sqlite.ratings.checkpoints import (
    START,
    TimelinePosition,
    deals_after,
    drop_everything,
    last_checkpoint,
    roll_back,
)
from data.store.sqlite.transactions import Transaction

RATING_VERSION: Final = 1
"""The version of the counting; careers of another one are made anew."""

_SEEN: Final = "SELECT counting, revision, record, number, deed FROM career_seen"
_REVISION: Final = "SELECT record, number FROM revisions WHERE rowid = ?"
_LATEST: Final = "SELECT coalesce(max(rowid), 0) FROM revisions"
_LATEST_DEED: Final = "SELECT coalesce(max(id), 0) FROM deeds"
_CHANGED_RECORDS: Final = """
SELECT DISTINCT
    records.id, CASE withdrawn WHEN 0 THEN records.rules END, coalesce(date, 719163 + stored.at / 86400),
    place.rules, place.day, records.deals
FROM revisions CROSS JOIN records ON records.id = revisions.record
    CROSS JOIN revisions AS stored ON stored.record = records.id AND stored.number = 1
    LEFT JOIN career_places AS place ON place.record = records.id
WHERE revisions.rowid BETWEEN ? AND ?
"""
"""A record has the day of its event, or that on which it was first stored; 719163 is the first day of the clock."""
_CHANGED_IDENTITIES: Final = """
SELECT player FROM (SELECT player, person FROM persons EXCEPT SELECT player, person FROM career_persons)
UNION SELECT player FROM (SELECT player, person FROM career_persons EXCEPT SELECT player, person FROM persons)
"""
_FIRST_PLAYED: Final = """
WITH his (record) AS (
    SELECT record FROM seated WHERE player = ?1 UNION ALL SELECT record FROM newly_seated WHERE player = ?1)
SELECT rules, min(day) FROM his CROSS JOIN career_places AS place ON place.record = his.record GROUP BY rules
"""


class LastSeen(NamedTuple):
    """What was looked at last: a revision, by the number of its row, which is that of a record, and a deed."""

    counting: int
    revision: int
    record: int
    number: int
    deed: int


class ChangedRecord(NamedTuple):
    """A record that was written, and its place in the order of time; without a game it has none, or had none."""

    record: int
    rules: int | None
    day: int
    old_rules: int | None
    old_day: int
    deals: int

    def positions(self) -> Iterator[tuple[int, TimelinePosition]]:
        """The places from which on careers have to be played again, each with its game."""
        if self.rules is not None:
            yield self.rules, TimelinePosition(self.day, self.record)
        if self.old_rules is not None:
            yield self.old_rules, TimelinePosition(self.old_day, self.record)


class StoreChanges(NamedTuple):
    """What has happened since ratings were computed.

    Everything has to `start_over`, or records have changed (`changed_records`) and ratings go back to the `earliest`
    places. `seen` is what has been seen with it, and `whole` whether that is everything.
    """

    start_over: bool
    changed_records: list[ChangedRecord]
    earliest: dict[int, TimelinePosition]
    seen: LastSeen
    whole: bool


_NOTHING_SEEN: Final = LastSeen(0, 0, 0, 0, 0)


def has_changes(connection: sqlite3.Connection) -> bool:
    """Whether anything has happened that was not seen."""
    seen = _last_seen(connection)
    return not _is_valid(connection, seen) or (seen.revision, seen.deed) != _latest_numbers(connection)


def find_changes(connection: sqlite3.Connection, most: float) -> StoreChanges:
    """What has happened, as far as so many revisions tell it.

    All begins anew where careers are of another version of the counting, or where the rows of revisions have other
    numbers than they had, which SQLite reserves the right to.
    """
    seen = _last_seen(connection)
    anew = not _is_valid(connection, seen)
    seen = _NOTHING_SEEN if anew else seen
    revision, deed = _latest_numbers(connection)
    upto = int(min(revision, seen.revision + most))
    moved = list(map(ChangedRecord._make, connection.execute(_CHANGED_RECORDS, (seen.revision + 1, upto))))
    parted = list(_changed_identities(connection)) if deed != seen.deed else []
    found = LastSeen(RATING_VERSION, upto, *_revision_key(connection, upto), deed)
    return StoreChanges(anew, moved, _earliest_positions(moved, parted), found, upto == revision)


def _last_seen(connection: sqlite3.Connection) -> LastSeen:
    row = connection.execute(_SEEN).fetchone()
    return LastSeen(*row) if row else _NOTHING_SEEN._replace(counting=RATING_VERSION)


def _latest_numbers(connection: sqlite3.Connection) -> tuple[int, int]:
    return connection.execute(_LATEST).fetchone()[0], connection.execute(_LATEST_DEED).fetchone()[0]


def _is_valid(connection: sqlite3.Connection, seen: LastSeen) -> bool:
    """Whether one can go on from there."""
    return seen.counting == RATING_VERSION and _revision_key(connection, seen.revision) == (seen.record, seen.number)


def _revision_key(connection: sqlite3.Connection, revision: int) -> tuple[int, int]:
    """The record of the revision in this row, and its number there."""
    return connection.execute(_REVISION, (revision,)).fetchone() or (0, 0)


def _changed_identities(connection: sqlite3.Connection) -> Iterator[tuple[int, TimelinePosition]]:
    """The first days of everybody who is somebody else by now."""
    for (player,) in connection.execute(_CHANGED_IDENTITIES).fetchall():
        for rules, day in connection.execute(_FIRST_PLAYED, (player,)):
            yield rules, TimelinePosition(day, 0)


def _earliest_positions(
    moved: list[ChangedRecord], parted: list[tuple[int, TimelinePosition]]
) -> dict[int, TimelinePosition]:
    """From where on careers have to be played again, for each game by itself."""
    found: dict[int, TimelinePosition] = {}
    for rules, spot in (*parted, *(spot for one in moved for spot in one.positions())):
        found[rules] = min(spot, found.get(rules, spot))
    return found


MAX_REVISIONS: Final = 5_000
"""So many revisions are looked at in one transaction."""

_SEE: Final = """
INSERT OR REPLACE INTO career_seen (id, counting, revision, record, number, deed) VALUES (1, ?, ?, ?, ?, ?)
"""
_PUT: Final = "INSERT OR REPLACE INTO career_places (record, rules, day) VALUES (?, ?, ?)"
_TAKE: Final = "DELETE FROM career_places WHERE record = ?"
_FORGET_PEOPLE: Final = "DELETE FROM career_persons"
_KNOW_PEOPLE: Final = "INSERT INTO career_persons (player, person) SELECT player, person FROM persons"


def apply_changes(writing: Transaction) -> bool:
    """Notice what has happened, or so much of it as is good for one transaction; whether that is everything.

    As long as careers have not been set back far enough, nothing else is done.
    """
    connection = writing.connection
    if not has_changes(connection):
        return True
    found = find_changes(connection, MAX_REVISIONS)
    if found.start_over:
        drop_everything(connection)
    if not all(roll_back(connection, rules, spot) for rules, spot in found.earliest.items()):
        return False
    _place_records(connection, found.changed_records)
    connection.execute(_FORGET_PEOPLE)
    connection.execute(_KNOW_PEOPLE)
    connection.execute(_SEE, found.seen)
    return found.whole


def deals_behind(connection: sqlite3.Connection, rules: int) -> int:
    """How many deals of a game careers have yet to go through, for the first time or again; 0 when all is done.

    Those that are still to be taken out are among them.
    """
    end = last_checkpoint(connection, rules).end
    if not has_changes(connection):
        return deals_after(connection, rules, end)
    found = find_changes(connection, inf)
    if found.start_over:
        end = START.end
    elif rules in found.earliest:
        day, record = found.earliest[rules]
        end = min(end, TimelinePosition(day, record - 1))
    new = sum(one.deals for one in found.changed_records if one.rules == rules != one.old_rules)
    return new + deals_after(connection, rules, end)


def _place_records(connection: sqlite3.Connection, moved: list[ChangedRecord]) -> None:
    """Put records where they belong in the order of time."""
    for one in moved:
        if one.rules is not None:
            connection.execute(_PUT, (one.record, one.rules, one.day))
        elif one.old_rules is not None:
            connection.execute(_TAKE, (one.record,))
