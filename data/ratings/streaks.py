"""Streaks, reigns, recent places and the peak of a player, and how they are encoded."""

from typing import Final

import msgspec

from daifu.data.ratings.timeline import TimelinePosition

RECENT_PLACES: Final = 20
"""The number of recent places that are kept."""


class Streak(msgspec.Struct, array_like=True):
    """The length of a row of deals now, its greatest length, and the record and the day in which that was reached."""

    now: int = 0
    most: int = 0
    record: int = 0
    day: int = 0

    def extend(self, when: TimelinePosition) -> None:
        """Count one deal more."""
        self.now += 1
        if self.now > self.most:
            self.most, self.record, self.day = self.now, when.record, when.day


class Progress(msgspec.Struct, array_like=True):
    """The part of a career besides the rating; `places` are pairs of a place and the number of players."""

    first: Streak
    last: Streak
    reign: Streak
    peak: float = 0.0
    peak_record: int = 0
    peak_day: int = 0
    places: list[tuple[int | float, int]] = msgspec.field(default_factory=list)

    @classmethod
    def new(cls) -> "Progress":
        """The progress of somebody who has not played."""
        return cls(Streak(), Streak(), Streak())


encode_progress: Final = msgspec.msgpack.Encoder().encode
decode_progress: Final = msgspec.msgpack.Decoder(Progress).decode
