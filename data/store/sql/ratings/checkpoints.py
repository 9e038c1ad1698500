"""Checkpoints of ratings: the rows of `rating_checkpoints`, and those of `ratings` at each.

What has changed in the store since ratings were last updated rolls them back before the earliest change. The decisions
are made in `daifu.data.ratings.timeline`; here their values are fetched and rows are written.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import msgspec

from daifu.data.ratings import timeline
from daifu.data.ratings.timeline import (
    NO_REVISION,
    NOTHING_SEEN,
    START,
    ChangedRecord,
    Checkpoint,
    LastSeen,
    LatestNumbers,
    RevisionKey,
    StoreChanges,
    TimelinePosition,
    earliest_positions,
    kept_until,
    moment_of_record,
    new_deals,
    plan_roll_back,
    plan_scan,
    seen_after,
)
from daifu.data.ratings.values import Progress, decode_progress
from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.transactions import Transaction

# Two statements in place of a comparison of rows: each of them reads one stretch of the index.
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
# The checkpoint of the rating that is so many from the end: one transaction drops no more than what is behind it.
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


MAX_REVISIONS: Final = 5_000
"""Revisions that are looked at in one transaction at most."""

_SEEN: Final = "SELECT version, revision, record, number, person_change FROM rating_progress"
_REVISION: Final = "SELECT record, number FROM revisions WHERE rowid = ?"
_LATEST: Final = """
SELECT (SELECT coalesce(max(rowid), 0) FROM revisions), (SELECT coalesce(max(id), 0) FROM person_changes)
"""
# A withdrawn record has no rules and no house any more. `stored` is its first revision, which gives a record without
# a day its moment.
_CHANGED_RECORDS: Final = """
SELECT DISTINCT
    records.id, CASE withdrawn WHEN 0 THEN records.rules END, CASE withdrawn WHEN 0 THEN records.house END, date, time,
    stored.at, place.rules, place.moment, records.deals
FROM revisions CROSS JOIN records ON records.id = revisions.record
    CROSS JOIN revisions AS stored ON stored.record = records.id AND stored.number = 1
    LEFT JOIN rating_timeline AS place ON place.record = records.id
WHERE revisions.rowid BETWEEN ? AND ? ORDER BY records.id
"""
_CHANGED_IDENTITIES: Final = """
SELECT player FROM (SELECT player, person FROM persons EXCEPT SELECT player, person FROM rating_persons)
UNION SELECT player FROM (SELECT player, person FROM rating_persons EXCEPT SELECT player, person FROM persons)
"""
_FIRST_PLAYED: Final = """
SELECT rules, min(moment)
FROM record_players AS played CROSS JOIN rating_timeline AS place ON place.record = played.record
WHERE player = ? GROUP BY rules
"""


def has_changes(connection: Connection) -> bool:
    """Whether records or people have changed since ratings were last updated."""
    seen = _last_seen(connection)
    return not seen.is_current(_revision_key(connection, seen.revision), _latest_numbers(connection))


def find_changes(connection: Connection) -> StoreChanges:
    """What has changed since ratings were last updated, as far as the next `MAX_REVISIONS` revisions tell it."""
    seen, latest = _last_seen(connection), _latest_numbers(connection)
    scan = plan_scan(seen, _revision_key(connection, seen.revision), latest, MAX_REVISIONS)
    rows = connection.execute(_CHANGED_RECORDS, (scan.after + 1, scan.until))
    changed = [one for _, places in groupby(rows, itemgetter(0)) for one in _changed_records(list(places))]
    people = connection.execute(_CHANGED_IDENTITIES).fetchall() if scan.people_changed else []
    first_moments = [first for key in people for first in connection.execute(_FIRST_PLAYED, key)]
    seen = seen_after(scan, _revision_key(connection, scan.until), latest)
    return StoreChanges(scan.start_over, changed, earliest_positions(changed, first_moments), seen, scan.complete)


def _last_seen(connection: Connection) -> LastSeen:
    row = connection.execute(_SEEN).fetchone()
    return LastSeen(*row) if row else NOTHING_SEEN


def _latest_numbers(connection: Connection) -> LatestNumbers:
    return LatestNumbers(*connection.execute(_LATEST).fetchone())


def _revision_key(connection: Connection, revision: int) -> RevisionKey:
    row = connection.execute(_REVISION, (revision,)).fetchone()
    return RevisionKey(*row) if row else NO_REVISION


def _changed_records(places: Sequence[tuple[Any, ...]]) -> Iterator[ChangedRecord]:
    """A record in its game and in its house, each as it counts there now and as it was counted until now.

    `places` has a row for each place in the order of time that it had.
    """
    record, game, house, event_day, event_time, stored_at, _, _, deals = places[0]
    moment = moment_of_record(event_day, event_time, stored_at)
    before = {place[6]: place[7] for place in places if place[6] is not None}
    now = {rules for rules in (game, house) if rules is not None}
    for rules in sorted(now | before.keys()):
        old = rules if rules in before else None
        yield ChangedRecord(record, rules if rules in now else None, moment, old, before.get(rules), deals)


_SEE: Final = """
INSERT INTO rating_progress (id, version, revision, record, number, person_change) VALUES (1, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, revision = excluded.revision, record = excluded.record,
    number = excluded.number, person_change = excluded.person_change
"""
_PLACE: Final = """
INSERT INTO rating_timeline (record, rules, moment, deals) VALUES (?, ?, ?, ?)
ON CONFLICT (record, rules) DO UPDATE SET moment = excluded.moment, deals = excluded.deals
"""
_REMOVE: Final = "DELETE FROM rating_timeline WHERE record = ? AND rules = ?"
_FORGET_PEOPLE: Final = "DELETE FROM rating_persons"
_COPY_PEOPLE: Final = "INSERT INTO rating_persons (player, person) SELECT player, person FROM persons"


def apply_changes(writing: Transaction) -> bool:
    """Roll ratings back before the earliest change and take note of what changed; whether that is everything.

    One transaction does a part of it where there is much. Changes are noted only when ratings are far enough back.
    """
    connection = writing.connection
    if not has_changes(connection):
        return True
    found = find_changes(connection)
    if found.start_over:
        drop_everything(connection)
    if not all(roll_back(connection, rules, position) for rules, position in found.earliest.items()):
        return False
    connection.executemany(
        _PLACE,
        [(one.record, one.rules, one.moment, one.deals) for one in found.changed_records if one.rules is not None],
    )
    connection.executemany(_REMOVE, [(one.record, one.old_rules) for one in found.changed_records if one.rules is None])
    connection.execute(_FORGET_PEOPLE)
    connection.execute(_COPY_PEOPLE)
    connection.execute(_SEE, found.seen)
    return found.complete


_LAST_PLACED: Final = "SELECT coalesce(max(record), 0) FROM rating_timeline"
# By an index on the rules SQLite would read all records of the game; by the ids it reads the newest ones.
_NEWER_DEALS: Final = """
SELECT CAST(coalesce(sum(deals), 0) AS BIGINT) FROM records NOT INDEXED
WHERE id > ?1 AND (rules = ?2 OR house = ?2) AND withdrawn = 0
"""


def deals_behind(connection: Connection, rules: int) -> int:
    """The number of deals of a game that ratings have yet to go through, for the first time or again.

    Deals that have yet to be taken out count, too. After more than `MAX_REVISIONS` changes, deals that the further ones
    will have rated again are not known, so that the number may still rise.
    """
    end = last_checkpoint(connection, rules).end
    if not has_changes(connection):
        return deals_after(connection, rules, end)
    found = find_changes(connection)
    behind = new_deals(found, rules) + deals_after(connection, rules, kept_until(end, found, rules))
    if found.complete:
        return behind
    # The records that are newer than those with a place and those in the changes found have not been read yet.
    (placed,) = connection.execute(_LAST_PLACED).fetchone()
    newest = max([placed, *(record.record for record in found.changed_records)])
    unread: int = connection.execute(_NEWER_DEALS, (newest, rules)).fetchone()[0]
    return behind + unread
