"""The order of time in which records are rated, and what has to be rated again after a change."""

from math import inf

import pytest

from daifu.data.ratings import timeline
from daifu.data.ratings.timeline import (
    NO_REVISION,
    NOTHING_SEEN,
    RATING_VERSION,
    START,
    ChangedRecord,
    Checkpoint,
    LastSeen,
    LatestNumbers,
    RevisionKey,
    RollBack,
    StoreChanges,
    TimelinePosition,
    earliest_positions,
    kept_until,
    moment_of,
    moment_of_record,
    new_deals,
    plan_roll_back,
    plan_scan,
    seen_after,
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


KEY = RevisionKey(record=3, number=2)
SEEN = LastSeen(RATING_VERSION, 10, *KEY, person_change=4)
GAME, OTHER_GAME = 1, 2
END = TimelinePosition(moment=20, record=9)


def changes(*records: ChangedRecord, first_moments: list[tuple[int, int]] | None = None, **rest: bool) -> StoreChanges:
    """The changes that a complete scan has found."""
    given = {"start_over": False, "complete": True, **rest}
    earliest = earliest_positions(records, first_moments or [])
    return StoreChanges(changed_records=records, earliest=earliest, seen=SEEN, **given)


def test_nothing_has_changed_while_the_last_numbers_are_those_that_were_seen() -> None:
    assert SEEN.is_current(KEY, LatestNumbers(10, 4))
    assert not SEEN.is_current(KEY, LatestNumbers(11, 4))
    assert not SEEN.is_current(KEY, LatestNumbers(10, 5))


def test_an_empty_store_has_no_changes() -> None:
    assert NOTHING_SEEN.is_current(NO_REVISION, LatestNumbers(0, 0))


def test_a_scan_goes_on_behind_the_last_revision_that_was_seen() -> None:
    scan = plan_scan(SEEN, KEY, LatestNumbers(13, 4), limit=inf)
    assert scan == (False, 10, 13, False, True)


def test_a_scan_takes_a_limited_number_of_revisions() -> None:
    scan = plan_scan(SEEN, KEY, LatestNumbers(13, 4), limit=2)
    assert (scan.after, scan.until, scan.complete) == (10, 12, False)


def test_people_are_compared_when_somebody_was_merged_or_parted() -> None:
    assert plan_scan(SEEN, KEY, LatestNumbers(10, 5), limit=inf).people_changed


def test_ratings_of_another_version_are_computed_anew() -> None:
    scan = plan_scan(SEEN._replace(rating_version=RATING_VERSION + 1), KEY, LatestNumbers(13, 4), limit=inf)
    assert scan == (True, 0, 13, True, True)


def test_ratings_are_computed_anew_where_the_rows_of_revisions_were_renumbered() -> None:
    assert plan_scan(SEEN, RevisionKey(8, 1), LatestNumbers(13, 4), limit=inf).start_over


def test_the_last_numbers_are_kept_with_the_version_of_the_rules() -> None:
    latest = LatestNumbers(13, 5)
    seen = seen_after(plan_scan(SEEN, KEY, latest, limit=inf), RevisionKey(7, 1), latest)
    assert seen == LastSeen(RATING_VERSION, 13, 7, 1, 5)


def test_a_new_record_is_rated_from_its_own_day_on() -> None:
    new = ChangedRecord(12, GAME, 15, None, 0, deals=4)
    assert earliest_positions([new], []) == {GAME: TimelinePosition(15, 12)}


def test_a_record_that_changes_its_game_changes_the_ratings_of_both() -> None:
    moved = ChangedRecord(12, GAME, 15, OTHER_GAME, 11, deals=4)
    assert earliest_positions([moved], []) == {GAME: TimelinePosition(15, 12), OTHER_GAME: TimelinePosition(11, 12)}


def test_a_withdrawn_record_changes_the_ratings_of_the_game_that_it_had() -> None:
    withdrawn = ChangedRecord(12, None, 15, GAME, 15, deals=4)
    assert earliest_positions([withdrawn], []) == {GAME: TimelinePosition(15, 12)}


def test_ratings_change_from_the_earliest_change_of_a_game_on() -> None:
    records = [ChangedRecord(12, GAME, 15, None, 0, deals=4), ChangedRecord(13, GAME, 14, GAME, 18, deals=4)]
    assert earliest_positions(records, []) == {GAME: TimelinePosition(14, 13)}


def test_a_changed_person_changes_ratings_from_their_first_day_on() -> None:
    new = ChangedRecord(12, GAME, 15, None, 0, deals=4)
    assert earliest_positions([new], [(GAME, 14), (OTHER_GAME, 19)]) == {
        GAME: TimelinePosition(14, 0),
        OTHER_GAME: TimelinePosition(19, 0),
    }


def test_ratings_stay_up_to_the_record_before_the_earliest_change() -> None:
    found = changes(ChangedRecord(12, GAME, 15, GAME, 15, deals=4))
    assert kept_until(END, found, GAME) == TimelinePosition(15, 11)
    assert kept_until(END, found, OTHER_GAME) == END


def test_ratings_that_have_not_come_to_the_change_stay_as_they_are() -> None:
    found = changes(ChangedRecord(12, GAME, 25, None, 0, deals=4))
    assert kept_until(END, found, GAME) == END


def test_nothing_stays_of_ratings_that_start_over() -> None:
    assert kept_until(END, changes(start_over=True), GAME) == START.end


def test_deals_are_new_to_a_game_unless_their_record_had_a_place_in_it() -> None:
    records = (
        ChangedRecord(12, GAME, 15, None, 0, deals=1),
        ChangedRecord(13, GAME, 15, OTHER_GAME, 15, deals=2),
        ChangedRecord(14, GAME, 15, GAME, 14, deals=4),
        ChangedRecord(15, None, 15, GAME, 15, deals=8),
    )
    assert new_deals(changes(*records), GAME) == 3
