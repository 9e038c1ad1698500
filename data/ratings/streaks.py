"""Streaks, reigns, recent places and the peak of a player, and how they are encoded."""

from typing import Final, NamedTuple

import msgspec

RECENT_PLACES: Final = 20
"""So many of the last places are kept."""


class RecordDay(NamedTuple):
    """The record to which a deal belongs, and its day."""

    record: int
    day: int


class Streak(msgspec.Struct, array_like=True):
    """Deals in a row: so many now, so many at most, and the record and the day in which that was first reached."""

    now: int = 0
    most: int = 0
    record: int = 0
    day: int = 0

    def extend(self, when: RecordDay) -> None:
        """One deal more."""
        self.now += 1
        if self.now > self.most:
            self.most, self.record, self.day = self.now, when.record, when.day


class Progress(msgspec.Struct, array_like=True):
    """What careers hold besides the rating; `places` are pairs of a place and how many it was among."""

    first: Streak
    last: Streak
    reign: Streak
    peak: float = 0.0
    peak_record: int = 0
    peak_day: int = 0
    places: list[tuple[int, int]] = msgspec.field(default_factory=list)

    @classmethod
    def new(cls) -> "Progress":
        """A career that has not begun."""
        return cls(Streak(), Streak(), Streak())


encode_progress: Final = msgspec.msgpack.Encoder().encode
decode_progress: Final = msgspec.msgpack.Decoder(Progress).decode
