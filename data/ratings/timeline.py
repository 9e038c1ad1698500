"""The order of time in which records are rated, and the checkpoints along it.

Records are in the order of their moments: of their days, and on one day of their times, those without a time last. At
one moment they are in the order of their ids. A checkpoint stands after a run of records of one day; the store keeps
where every player of the run stood at its end. To rate records again, ratings are rolled back to the checkpoint before
the first of them.

Storing a record does not touch ratings. Every write is a new revision, and every merge or split of people a new person
change; both are numbered upwards. So all that is new stands behind the last numbers that were seen.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

MAX_CHECKPOINT_DEALS: Final = 1_024
"""A checkpoint with this many deals takes no further record: a correction repeats the whole run that it falls into."""
MAX_DROPPED: Final = 1 << 15
"""Ratings dropped in one transaction at most, unless the last checkpoint has more; it has one for everybody who played
in it. This number takes about a quarter of a second."""

FIRST_DAY: Final = 719_163
"""The number of 1 January 1970, with which the clock begins, among days counted from the year 1."""
SECONDS_A_DAY: Final = 86_400


MOMENTS_A_DAY: Final = 1_000_000
"""More than a day has seconds, so that a moment is a number of which this is a day."""
_NO_TIME: Final = MOMENTS_A_DAY - 1


def moment_of(day: int, time: int | None = None) -> int:
    """The number of a moment of a day at this time in seconds, or behind all times of the day.

    Times of other zones may lie up to a day before or behind it.
    """
    return day * MOMENTS_A_DAY + (_NO_TIME if time is None else time + SECONDS_A_DAY)


def day_of_moment(moment: int) -> int:
    """The number of the day of a moment."""
    return moment // MOMENTS_A_DAY


class TimelinePosition(NamedTuple):
    """A place in the order of time: the number of a moment, and a record of that moment."""

    moment: int
    record: int

    @property
    def day(self) -> int:
        """The number of its day."""
        return day_of_moment(self.moment)


class Checkpoint(NamedTuple):
    """A run of records of one day that ends with the record `last` and has this many deals."""

    number: int
    moment: int
    last: int
    deals: int

    @property
    def end(self) -> TimelinePosition:
        """The position of its last record."""
        return TimelinePosition(self.moment, self.last)

    def has_room(self, day: int) -> bool:
        """Whether a further record of this day belongs to it."""
        return day == self.end.day and self.deals < MAX_CHECKPOINT_DEALS

    def following(self, position: TimelinePosition) -> "Checkpoint":
        """The next checkpoint, which begins with the record at this position and has no deals yet."""
        return Checkpoint(self.number + 1, *position, 0)

    def with_record(self, position: TimelinePosition, deals: int) -> "Checkpoint":
        """The checkpoint after one more record at this position, with this many deals."""
        return Checkpoint(self.number, *position, self.deals + deals)


START: Final = Checkpoint(0, 0, 0, 0)
"""Stands before the first checkpoint."""


def moment_of_record(event_day: int | None, event_time: int | None, stored_at: int) -> int:
    """The moment of a record: that of its event, or the day on which it was first stored (seconds since 1970, UTC)."""
    return moment_of(FIRST_DAY + stored_at // SECONDS_A_DAY if event_day is None else event_day, event_time)


class RollBack(NamedTuple):
    """The number of the first checkpoint to drop, and whether all that have to go are dropped with it."""

    first: int
    complete: bool


def plan_roll_back(last: Checkpoint, wanted: int, too_far: int) -> RollBack:
    """How far one transaction rolls back when every checkpoint from the `wanted` number to the last has to go.

    From the checkpoint with the number `too_far` on there are more than `MAX_DROPPED` ratings, and after it there are
    not. The latest are dropped first. Until the rest is gone, ratings are as they were after the last checkpoint left.
    """
    first = max(wanted, min(too_far + 1, last.number))
    return RollBack(first, first == wanted)


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
