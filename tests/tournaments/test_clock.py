"""The clock of a round: what each act makes of it."""

import pytest

from daifu.data.tournaments.changes import MAX_MOMENT, MAX_SECONDS_LEFT, ClockSet
from daifu.data.tournaments.state import NO_CLOCK, Clock, ClockAct, clock_change

RUNNING, PAUSED = Clock(until=1_000), Clock(left=300)


@pytest.mark.parametrize(
    ("clock", "act", "minutes", "change"),
    [
        (NO_CLOCK, "start", 40, ClockSet(until=900 + 2_400)),
        (RUNNING, "pause", 0, ClockSet(left=100)),
        (RUNNING, "extend", 5, ClockSet(until=900 + 400)),
        (RUNNING, "stop", 0, ClockSet()),
        (PAUSED, "resume", 0, ClockSet(until=1_200)),
        (PAUSED, "extend", 5, ClockSet(left=600)),
        (Clock(until=100), "extend", 5, ClockSet(until=1_200)),
        (NO_CLOCK, "pause", 0, ClockSet()),
        (PAUSED, "pause", 0, ClockSet(left=300)),
        (Clock(until=MAX_MOMENT), "pause", 0, ClockSet(left=MAX_SECONDS_LEFT)),
    ],
)
def test_an_act_changes_the_clock(clock: Clock, act: ClockAct, minutes: int, change: ClockSet) -> None:
    assert clock_change(clock, act, minutes, now=900) == change


def test_a_clock_that_has_run_down_has_no_seconds_left() -> None:
    assert [RUNNING.seconds(now) for now in (899.5, 1_000, 2_000)] == [101, 0, 0]
