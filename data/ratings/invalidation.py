"""Decides what has to be rated again after records or people have changed.

Storing a record does not touch ratings. Every write is a new revision, and every merge or split of people a new person
change; both are numbered upwards. So all that is new stands behind the last numbers that were seen.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from daifu.data.ratings.timeline import START, TimelinePosition

RATING_VERSION: Final = 3
"""The version of the rating rules; ratings of another version are computed anew."""


class RevisionKey(NamedTuple):
    """A revision by the id of its record and its number there."""

    record: int
    number: int


NO_REVISION: Final = RevisionKey(0, 0)
"""Stands for a revision that does not exist."""


class LatestNumbers(NamedTuple):
    """The last revision of the store, by the number of its row, and the last change of people."""

    revision: int
    person_change: int


class LastSeen(NamedTuple):
    """The last revision and change of people that ratings take into account, and the version that they were made by.

    `record` and `number` are what the row of the revision held then.
    """

    rating_version: int
    revision: int
    record: int
    number: int
    person_change: int

    def is_valid(self, key: RevisionKey) -> bool:
        """Whether one can go on from here, where the row of the revision holds this key now.

        Rows have other numbers after SQLite has renumbered them, to which it reserves the right.
        """
        return self.rating_version == RATING_VERSION and key == (self.record, self.number)

    def is_current(self, key: RevisionKey, latest: LatestNumbers) -> bool:
        """Whether nothing has happened since, where the row of the revision holds this key now."""
        return self.is_valid(key) and latest == (self.revision, self.person_change)


NOTHING_SEEN: Final = LastSeen(RATING_VERSION, 0, 0, 0, 0)
"""Stands at the beginning, and for ratings that are computed anew."""


class Scan(NamedTuple):
    """What to read next: revisions with rows behind `after` up to `until`, and people if they have changed.

    Ratings `start_over` where the last numbers seen are of no use. The scan is `complete` if nothing is left behind it.
    """

    start_over: bool
    after: int
    until: int
    people_changed: bool
    complete: bool


def plan_scan(seen: LastSeen, key: RevisionKey, latest: LatestNumbers, limit: float) -> Scan:
    """What to read, `limit` revisions at most, where the row of the last revision seen holds this key now."""
    start_over = not seen.is_valid(key)
    seen = NOTHING_SEEN if start_over else seen
    until = int(min(latest.revision, seen.revision + limit))
    return Scan(start_over, seen.revision, until, latest.person_change != seen.person_change, until == latest.revision)


def seen_after(scan: Scan, key: RevisionKey, latest: LatestNumbers) -> LastSeen:
    """The numbers to keep after a scan, where the row of its last revision holds this key."""
    return LastSeen(RATING_VERSION, scan.until, *key, latest.person_change)


class ChangedRecord(NamedTuple):
    """A record that was written: its game or house and moment now, and those under which it was rated until then.

    The game is None where the record is withdrawn or not of it any more, or was not rated.
    """

    record: int
    rules: int | None
    moment: int
    old_rules: int | None
    old_moment: int | None
    deals: int

    def positions(self) -> Iterator[tuple[int, TimelinePosition]]:
        """The positions from which on ratings change, each with its game."""
        if self.rules is not None:
            yield self.rules, TimelinePosition(self.moment, self.record)
        if self.old_rules is not None and self.old_moment is not None:
            yield self.old_rules, TimelinePosition(self.old_moment, self.record)


class StoreChanges(NamedTuple):
    """What has changed since ratings were computed, as far as it was read.

    Ratings `start_over`, or go back to the `earliest` position in each game. `seen` is what is taken into account then,
    and `complete` tells whether that is everything.
    """

    start_over: bool
    changed_records: Sequence[ChangedRecord]
    earliest: Mapping[int, TimelinePosition]
    seen: LastSeen
    complete: bool


def earliest_positions(
    changed: Iterable[ChangedRecord], first_moments: Iterable[tuple[int, int]]
) -> dict[int, TimelinePosition]:
    """The first position of each game from which on it has to be rated again.

    `first_moments` are the games, each with the first moment, that somebody played who is another person now.
    """
    found: dict[int, TimelinePosition] = {}
    changed_people = ((rules, TimelinePosition(moment, 0)) for rules, moment in first_moments)
    for rules, position in (*changed_people, *(place for record in changed for place in record.positions())):
        found[rules] = min(position, found.get(rules, position))
    return found


def kept_until(end: TimelinePosition, changes: StoreChanges, rules: int) -> TimelinePosition:
    """The position up to which ratings of a game that have come to `end` can stay."""
    if changes.start_over:
        return START.end
    if rules not in changes.earliest:
        return end
    moment, record = changes.earliest[rules]
    return min(end, TimelinePosition(moment, record - 1))


def new_deals(changes: StoreChanges, rules: int) -> int:
    """The deals of changed records that have no position in a game yet."""
    return sum(record.deals for record in changes.changed_records if record.rules == rules != record.old_rules)
