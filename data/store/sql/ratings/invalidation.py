"""Finds what has changed in the store since ratings were last updated, and rolls them back before the earliest change.

The decisions are made in `daifu.data.ratings.invalidation`; here their values are fetched and rows are written.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from daifu.data.ratings.invalidation import (
    NO_REVISION,
    NOTHING_SEEN,
    ChangedRecord,
    LastSeen,
    LatestNumbers,
    RevisionKey,
    StoreChanges,
    earliest_positions,
    kept_until,
    new_deals,
    plan_scan,
    seen_after,
)
from daifu.data.ratings.timeline import moment_of_record
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.ratings.checkpoints import deals_after, drop_everything, last_checkpoint, roll_back
from daifu.data.store.sql.transactions import Transaction

MAX_REVISIONS: Final = 5_000
"""Revisions that are looked at in one transaction at most."""

_SEEN: Final = "SELECT version, revision, record, number, person_change FROM rating_progress"
_REVISION: Final = "SELECT record, number FROM revisions WHERE rowid = ?"
_LATEST_REVISION: Final = "SELECT coalesce(max(rowid), 0) FROM revisions"
_LATEST_PERSON_CHANGE: Final = "SELECT coalesce(max(id), 0) FROM person_changes"
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
    first_moments = list(_first_moments_of_changed_people(connection)) if scan.people_changed else []
    seen = seen_after(scan, _revision_key(connection, scan.until), latest)
    return StoreChanges(scan.start_over, changed, earliest_positions(changed, first_moments), seen, scan.complete)


def _last_seen(connection: Connection) -> LastSeen:
    row = connection.execute(_SEEN).fetchone()
    return LastSeen(*row) if row else NOTHING_SEEN


def _latest_numbers(connection: Connection) -> LatestNumbers:
    return LatestNumbers(
        connection.execute(_LATEST_REVISION).fetchone()[0], connection.execute(_LATEST_PERSON_CHANGE).fetchone()[0]
    )


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


def _first_moments_of_changed_people(connection: Connection) -> Iterator[tuple[int, int]]:
    """The games, each with the first moment, that somebody played who is another person now."""
    for (player,) in connection.execute(_CHANGED_IDENTITIES).fetchall():
        yield from connection.execute(_FIRST_PLAYED, (player,))


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
    return behind if found.complete else behind + _unread_deals(connection, rules, found)


def _unread_deals(connection: Connection, rules: int, found: StoreChanges) -> int:
    """The deals of a game in the records that are newer than those with a place and those in the changes found."""
    (placed,) = connection.execute(_LAST_PLACED).fetchone()
    newest = max([placed, *(record.record for record in found.changed_records)])
    unread: int = connection.execute(_NEWER_DEALS, (newest, rules)).fetchone()[0]
    return unread
