"""The order of time in which records are rated, and the checkpoints along it."""

import pytest

from daifu.data.ratings import timeline
from daifu.data.ratings.timeline import (
    START,
    Checkpoint,
    RollBack,
    TimelinePosition,
    moment_of,
    moment_of_record,
    plan_roll_back,
)

DAY = 739_000
"""A day of 2024."""


MOMENT = moment_of(DAY, 0)
SECONDS_A_DAY = 86_400


def test_a_record_belongs_to_the_day_of_its_event() -> None:
    assert moment_of_record(DAY, None, stored_at=0) == moment_of(DAY)
    assert moment_of_record(DAY, 3600, stored_at=0) == moment_of(DAY, 3600)


def test_a_record_without_a_day_belongs_to_the_one_on_which_it_was_first_stored() -> None:
    assert moment_of_record(None, None, stored_at=86_399) == moment_of(719_163)
    assert moment_of_record(None, None, stored_at=86_400) == moment_of(719_164)


def test_records_are_in_the_order_of_their_days_then_of_their_times_then_of_their_ids() -> None:
    positions = [
        TimelinePosition(moment_of(DAY, -SECONDS_A_DAY), 9),
        TimelinePosition(moment_of(DAY, 0), 8),
        TimelinePosition(moment_of(DAY, 2 * SECONDS_A_DAY), 7),
        TimelinePosition(moment_of(DAY), 5),
        TimelinePosition(moment_of(DAY), 6),
        TimelinePosition(moment_of(DAY + 1, -SECONDS_A_DAY), 1),
    ]
    assert sorted(positions) == positions
    assert [position.day for position in positions] == [DAY] * 5 + [DAY + 1]


def test_a_checkpoint_takes_records_of_one_day_alone() -> None:
    checkpoint = Checkpoint(1, MOMENT, 5, deals=3)
    assert checkpoint.has_room(DAY)
    assert not checkpoint.has_room(DAY + 1)


def test_a_checkpoint_with_many_deals_takes_no_further_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeline, "MAX_CHECKPOINT_DEALS", 3)
    assert Checkpoint(1, MOMENT, 5, deals=2).has_room(DAY)
    assert not Checkpoint(1, MOMENT, 5, deals=3).has_room(DAY)


def test_the_start_takes_no_record() -> None:
    assert not START.has_room(DAY)


def test_the_next_checkpoint_begins_with_the_record_that_had_no_room() -> None:
    later = TimelinePosition(moment_of(DAY + 1), 2)
    following = Checkpoint(4, MOMENT, 5, deals=3).following(later).with_record(later, deals=7)
    assert following == Checkpoint(5, later.moment, 2, deals=7)
    assert following.end == later


def test_a_short_way_back_is_gone_in_one_transaction() -> None:
    assert plan_roll_back(Checkpoint(7, DAY, 5, deals=3), wanted=4, too_far=3) == RollBack(first=4, complete=True)


def test_of_a_long_way_back_the_latest_checkpoints_are_dropped_first() -> None:
    assert plan_roll_back(Checkpoint(7, DAY, 5, deals=3), wanted=4, too_far=5) == RollBack(first=6, complete=False)
    assert plan_roll_back(Checkpoint(5, DAY, 5, deals=3), wanted=4, too_far=3) == RollBack(first=4, complete=True)


def test_a_checkpoint_with_more_ratings_than_one_transaction_drops_is_dropped_all_the_same() -> None:
    assert plan_roll_back(Checkpoint(7, DAY, 5, deals=3), wanted=4, too_far=7) == RollBack(first=7, complete=False)
