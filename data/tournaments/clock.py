"""The clock of a round, as the desk sets it and everybody sees it."""

import math
from typing import Final, Literal, NamedTuple, get_args

from daifu.data.tournaments.changes import MAX_SECONDS_LEFT, ClockSet

ClockAct = Literal["start", "pause", "resume", "extend", "stop"]
CLOCK_ACTS: Final = get_args(ClockAct)
_SECONDS_A_MINUTE: Final = 60


class Clock(NamedTuple):
    """A clock that runs `until` a time, or stands with some seconds `left`; without either there is none."""

    until: int | None = None
    left: int | None = None

    def seconds(self, now: float) -> int | None:
        """The seconds that are left at a time, 0 after the end; None without a clock."""
        return self.left if self.until is None else max(0, math.ceil(self.until - now))


NO_CLOCK: Final = Clock()


def clock_change(clock: Clock, act: ClockAct, minutes: int, now: float) -> ClockSet:
    """The change by which a clock is started with or extended by some minutes, paused, resumed or removed.

    What does not fit the clock, such as pausing one that stands, leaves it as it is; extending none starts one.
    """
    left, running = min(clock.seconds(now) or 0, MAX_SECONDS_LEFT), clock.left is None
    if act == "start":
        left, running = minutes * _SECONDS_A_MINUTE, True
    elif act == "stop" or (clock == NO_CLOCK and act != "extend"):
        return ClockSet()
    elif act == "extend":
        left = min(MAX_SECONDS_LEFT, max(0, left + minutes * _SECONDS_A_MINUTE))
    else:
        running = act == "resume"
    return ClockSet(until=int(now) + left) if running else ClockSet(left=left)
