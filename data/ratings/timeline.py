"""The order of time in which records are rated, and the checkpoints along it.

Records are in the order of their moments: of their days, and on one day of their times, those without a time last. At
one moment they are in the order of their ids. A checkpoint stands after a run of records of one day; the store keeps
where every player of the run stood at its end. To rate records again, ratings are rolled back to the checkpoint before
the first of them.
"""

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
