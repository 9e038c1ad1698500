"""What has to be rated again after records or people have changed."""

from math import inf

from daifu.data.ratings.timeline import (
    NO_REVISION,
    NOTHING_SEEN,
    RATING_VERSION,
    START,
    ChangedRecord,
    LastSeen,
    LatestNumbers,
    RevisionKey,
    StoreChanges,
    TimelinePosition,
    earliest_positions,
    kept_until,
    new_deals,
    plan_scan,
    seen_after,
)

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
