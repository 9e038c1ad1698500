"""What a career holds besides the rating, and how the store keeps it."""

from typing import Final, NamedTuple

import msgspec

RECENT: Final = 20
"""So many of the last places are kept."""


class When(NamedTuple):
    """The record to which a deal belongs, and its day."""

    record: int
    day: int


class Run(msgspec.Struct, array_like=True):
    """Deals in a row: so many now, so many at most, and the record and the day in which that was first reached."""

    now: int = 0
    most: int = 0
    record: int = 0
    day: int = 0

    def go_on(self, when: When) -> None:
        """One deal more."""
        self.now += 1
        if self.now > self.most:
            self.most, self.record, self.day = self.now, when.record, when.day


class Course(msgspec.Struct, array_like=True):
    """What careers hold besides the rating; `places` are pairs of a place and how many it was among."""

    first: Run
    last: Run
    reign: Run
    peak: float = 0.0
    peak_record: int = 0
    peak_day: int = 0
    places: list[tuple[int, int]] = msgspec.field(default_factory=list)

    @classmethod
    def new(cls) -> "Course":
        """A career that has not begun."""
        return cls(Run(), Run(), Run())


encode: Final = msgspec.msgpack.Encoder().encode
decode: Final = msgspec.msgpack.Decoder(Course).decode
