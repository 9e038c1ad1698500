"""What has happened in the store since careers were last looked after.

Nothing that is stored waits for this: whatever is written is a revision, and whoever is merged or parted is a deed, so
both are found here, behind the last ones that were seen.
"""

import sqlite3
from typing import Final, NamedTuple

from data.store.careers.stretches import Spot, drop_all, set_back
from data.store.sessions import Session
from data.store.transactions import Transaction

COUNTING: Final = 1
"""The version of the counting; careers of another one are made anew."""
MOST_REVISIONS: Final = 5_000
"""So many revisions are looked at in one transaction."""

_SEEN: Final = "SELECT counting, revision, record, number, deed FROM career_seen"
_SEE: Final = """
INSERT OR REPLACE INTO career_seen (id, counting, revision, record, number, deed) VALUES (1, ?, ?, ?, ?, ?)
"""
_REVISION: Final = "SELECT record, number FROM revisions WHERE rowid = ?"
_LATEST: Final = "SELECT coalesce(max(rowid), 0) FROM revisions"
_LATEST_DEED: Final = "SELECT coalesce(max(id), 0) FROM deeds"
_WRITTEN: Final = """
SELECT DISTINCT
    records.id, CASE withdrawn WHEN 0 THEN records.rules END, coalesce(date, 719163 + stored.at / 86400),
    place.rules, place.day
FROM revisions CROSS JOIN records ON records.id = revisions.record
    CROSS JOIN revisions AS stored ON stored.record = records.id AND stored.number = 1
    LEFT JOIN career_places AS place ON place.record = records.id
WHERE revisions.rowid BETWEEN ? AND ?
"""
"""A record has the day of its event, or that on which it was first stored; 719163 is the first day of the clock."""
_PUT: Final = "INSERT OR REPLACE INTO career_places (record, rules, day) VALUES (?, ?, ?)"
_TAKE: Final = "DELETE FROM career_places WHERE record = ?"
_PARTED: Final = """
SELECT player FROM (SELECT player, person FROM persons EXCEPT SELECT player, person FROM career_persons)
UNION SELECT player FROM (SELECT player, person FROM career_persons EXCEPT SELECT player, person FROM persons)
"""
_FIRST_PLAYED: Final = """
WITH his (record) AS (
    SELECT record FROM seated WHERE player = ?1 UNION ALL SELECT record FROM newly_seated WHERE player = ?1)
SELECT rules, min(day) FROM his CROSS JOIN career_places AS place ON place.record = his.record GROUP BY rules
"""


class _Seen(NamedTuple):
    """What was looked at last: a revision, by the number of its row, which is that of a record, and a deed."""

    counting: int
    revision: int
    record: int
    number: int
    deed: int


_NOTHING: Final = _Seen(COUNTING, 0, 0, 0, 0)


def is_news(session: Session) -> bool:
    """Whether anything has happened that was not seen."""
    connection = session.connection
    seen = _seen(connection)
    latest = connection.execute(_LATEST).fetchone()[0], connection.execute(_LATEST_DEED).fetchone()[0]
    return not _is_good(connection, seen) or (seen.revision, seen.deed) != latest


def notice(writing: Transaction) -> None:
    """See what has happened, or so much of it as is good for one transaction, and set back the careers that it meets.

    Careers of another version of the counting begin anew. So they do where the rows of revisions have other numbers
    than they had, which SQLite reserves the right to.
    """
    connection = writing.connection
    seen = _seen(connection)
    if not _is_good(connection, seen):
        drop_all(connection)
        seen = _NOTHING
    upto = min(connection.execute(_LATEST).fetchone()[0], seen.revision + MOST_REVISIONS)
    _notice_records(connection, seen.revision + 1, upto)
    deed = connection.execute(_LATEST_DEED).fetchone()[0]
    if deed != seen.deed:
        _notice_people(connection)
    record, number = connection.execute(_REVISION, (upto,)).fetchone() or (0, 0)
    connection.execute(_SEE, _Seen(COUNTING, upto, record, number, deed))


def _seen(connection: sqlite3.Connection) -> _Seen:
    row = connection.execute(_SEEN).fetchone()
    return _Seen(*row) if row else _NOTHING


def _is_good(connection: sqlite3.Connection, seen: _Seen) -> bool:
    """Whether one can go on from there."""
    found = connection.execute(_REVISION, (seen.revision,)).fetchone() or (0, 0)
    return seen.counting == COUNTING and found == (seen.record, seen.number)


def _notice_records(connection: sqlite3.Connection, first: int, last: int) -> None:
    """Put the records of these revisions where they belong in the order of time."""
    spots: list[tuple[int, Spot]] = []
    for record, rules, day, old_rules, old_day in connection.execute(_WRITTEN, (first, last)).fetchall():
        if rules is not None:
            connection.execute(_PUT, (record, rules, day))
            spots.append((rules, Spot(day, record)))
        elif old_rules is not None:
            connection.execute(_TAKE, (record,))
        if old_rules is not None and (old_rules, old_day) != (rules, day):
            spots.append((old_rules, Spot(old_day, record)))
    _set_back(connection, spots)


def _notice_people(connection: sqlite3.Connection) -> None:
    """Let everybody be who he is by now; all careers are set back to the first day of whoever was somebody else."""
    spots = [
        (rules, Spot(day, 0))
        for (player,) in connection.execute(_PARTED).fetchall()
        for rules, day in connection.execute(_FIRST_PLAYED, (player,))
    ]
    connection.execute("DELETE FROM career_persons")
    connection.execute("INSERT INTO career_persons (player, person) SELECT player, person FROM persons")
    _set_back(connection, spots)


def _set_back(connection: sqlite3.Connection, spots: list[tuple[int, Spot]]) -> None:
    """Set careers back to the earliest of these places in the order of time, for each game by itself."""
    earliest: dict[int, Spot] = {}
    for rules, spot in spots:
        earliest[rules] = min(spot, earliest.get(rules, spot))
    for rules, spot in earliest.items():
        set_back(connection, rules, spot)
