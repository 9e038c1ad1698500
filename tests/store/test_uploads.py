"""What becomes of an upload: a new record, one that has grown, one that is there already, or probably is."""

import json
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.errors import RecordWithdrawn
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.uploads import (
    Candidate,
    NextRevision,
    RecordHead,
    concerned_tournaments,
    match_upload,
    next_revision,
)
from daifu.data.store.values import Location, RevisionKind, UploadOutcome, UploadStatus
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_json
from tests.support.stores import (
    ANN,
    BO,
    PLAYERS,
    SITTING_ACTIONS,
    judged_sitting,
    raw_sitting,
    record_ids,
    store_contents,
    verification_errors,
)

CREATED, GROWN, EXISTS = UploadStatus.CREATED, UploadStatus.GROWN, UploadStatus.EXISTS


def test_a_new_record_is_created(store: Store) -> None:
    assert store.add([judged_sitting()], ANN) == [UploadOutcome(CREATED, 1, 1)]


def test_the_same_record_again_exists(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    assert store.add([judged_sitting()], BO) == [UploadOutcome(EXISTS, 1, 1)]


def test_the_same_record_written_otherwise_exists(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    turned = dict(reversed(raw_sitting().items()))
    assert store.add([judge_json(json.dumps(turned, indent=2).encode())], ANN) == [UploadOutcome(EXISTS, 1, 1)]


def test_the_same_record_out_of_another_file_exists(store: Store) -> None:
    store.add([judged_sitting(source={"format": "uecda", "file": "a.log"})], ANN)
    again = judged_sitting(source={"format": "uecda", "file": "b.log"})
    assert store.add([again], ANN) == [UploadOutcome(EXISTS, 1, 1)]


def test_a_sitting_that_has_gone_on_becomes_the_next_revision(store: Store) -> None:
    store.add([judged_sitting(actions=3)], ANN)
    assert store.add([judged_sitting(actions=5)], ANN) == [UploadOutcome(GROWN, 1, 2)]
    assert store.record(1).record == judged_sitting(actions=5).record


def test_a_sitting_with_another_deal_has_gone_on(store: Store) -> None:
    first = raw_sitting()["deals"][0] | {"abandoned": True}
    second = raw_sitting(actions=2)["deals"][0]
    store.add([judged_sitting(deals=[first])], ANN)
    assert store.add([judged_sitting(deals=[first, second])], ANN) == [UploadOutcome(GROWN, 1, 2)]


def test_an_older_version_of_a_sitting_exists(store: Store) -> None:
    store.add([judged_sitting(actions=5)], ANN)
    assert store.add([judged_sitting(actions=3)], ANN) == [UploadOutcome(EXISTS, 1, 1)]
    assert len(store.revisions(1)) == 1


def test_a_version_that_a_sitting_once_was_exists_with_its_latest_revision(store: Store) -> None:
    store.add([judged_sitting(actions=3)], ANN)
    store.add([judged_sitting(actions=5)], ANN)
    assert store.add([judged_sitting(actions=3)], ANN) == [UploadOutcome(EXISTS, 1, 2)]


def test_a_sitting_that_went_another_way_is_another_record(store: Store) -> None:
    store.add([judged_sitting(actions=3)], ANN)
    deal = raw_sitting()["deals"][0] | {"actions": [*SITTING_ACTIONS[:2], "3 -"]}
    assert store.add([judged_sitting(deals=[deal])], ANN) == [UploadOutcome(CREATED, 2, 1)]


def test_of_several_that_began_alike_the_one_that_was_played_on_grows(store: Store) -> None:
    other = judged_sitting(deals=[raw_sitting()["deals"][0] | {"actions": ["1 D3", "2 -"]}])
    store.add([judged_sitting(actions=2), other], ANN)
    assert store.add([judged_sitting(actions=4)], ANN) == [UploadOutcome(GROWN, 1, 2)]


def test_another_table_is_another_record(store: Store) -> None:
    store.add([judged_sitting("A", actions=3)], ANN)
    assert store.add([judged_sitting("B", actions=5)], ANN) == [UploadOutcome(CREATED, 2, 1)]


def test_a_withdrawn_record_is_not_brought_back_by_an_upload(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    store.withdraw(1, ANN, expected=1, reason="a test")
    assert store.add([judged_sitting()], ANN) == [UploadOutcome(EXISTS, 1, 2, withdrawn=True)]
    assert record_ids(store) == []


def test_a_later_state_of_a_withdrawn_record_is_not_stored(store: Store) -> None:
    store.add([judged_sitting(actions=3)], ANN)
    store.withdraw(1, ANN, expected=1, reason="a test")
    assert store.add([judged_sitting(actions=5)], ANN) == [UploadOutcome(EXISTS, 1, 2, withdrawn=True)]
    assert len(store.revisions(1)) == 2


def test_a_batch_may_hold_a_record_twice(store: Store) -> None:
    assert store.add([judged_sitting(), judged_sitting()], ANN) == [
        UploadOutcome(CREATED, 1, 1),
        UploadOutcome(EXISTS, 1, 1),
    ]


def test_a_record_may_grow_within_a_batch(store: Store) -> None:
    outcomes = store.add([judged_sitting(actions=2), judged_sitting(actions=4), judged_sitting(actions=3)], ANN)
    assert outcomes == [UploadOutcome(CREATED, 1, 1), UploadOutcome(GROWN, 1, 2), UploadOutcome(EXISTS, 1, 2)]


def test_an_empty_batch_is_nothing(store: Store) -> None:
    assert store.add([], ANN) == []


def test_revisions_say_how_they_came_about_and_through_whom(store: Store) -> None:
    store.add([judged_sitting(actions=3)], ANN)
    store.add([judged_sitting(actions=5)], BO)
    found = [(revision.number, revision.kind, revision.author) for revision in store.revisions(1)]
    assert found == [(1, RevisionKind.CREATED, "Ann"), (2, RevisionKind.GROWN, "Bo")]


def test_the_preview_of_a_new_record_is_none(store: Store) -> None:
    assert store.preview(judged_sitting()) is None


def test_a_preview_stores_nothing(store: Store) -> None:
    store.preview(judged_sitting())
    assert store.counts().records == 0


def test_the_preview_of_growth_has_the_next_revision(store: Store) -> None:
    store.add([judged_sitting(actions=3)], ANN)
    assert store.preview(judged_sitting(actions=5)) == UploadOutcome(GROWN, 1, 2)
    assert store.latest(1) == 1


def test_the_preview_of_a_known_record_says_that_it_exists(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    assert store.preview(judged_sitting()) == UploadOutcome(EXISTS, 1, 1)


versions = st.builds(judged_sitting, st.sampled_from("AB"), st.integers(0, 4))
batches = st.lists(st.lists(versions, min_size=1, max_size=4), max_size=4)


@given(batches)
def test_batches_have_the_same_outcomes_as_single_uploads(
    new_location: Callable[[], Location], sent: list[list[JudgedRecord]]
) -> None:
    with closing(open_store(new_location())) as one, closing(open_store(new_location())) as other:
        outcomes = [outcome for batch in sent for outcome in one.add(batch, ANN)]
        assert outcomes == [other.add([record], ANN)[0] for batch in sent for record in batch]
        assert store_contents(one) == store_contents(other)
        assert verification_errors(one) == []


@given(st.permutations(range(5)))
def test_the_versions_of_a_sitting_in_any_order_are_one_record_with_the_longest(
    new_location: Callable[[], Location], order: list[int]
) -> None:
    with closing(open_store(new_location())) as store:
        store.add([judged_sitting(actions=count) for count in order], ANN)
        assert store.counts().records == 1
        assert store.record(1).record == judged_sitting(actions=4).record


FRIDAY = {"name": "Friday court", "date": "2026-07-31"}
ACTIONS = list(SITTING_ACTIONS)
CORRECTED = [*ACTIONS[:-1], "4 S8"]


def evening(actions: list[str] = ACTIONS, hands: list[str] | None = None, **fields: object) -> JudgedRecord:
    """A sitting of one deal on that Friday."""
    deal: dict[str, Any] = {"hands": hands or ["D3 ?*12", "?*13", "?*13", "?*14"], "actions": actions}
    document: dict[str, Any] = {"event": FRIDAY, "deals": [deal], **fields}
    return judged_sitting(**document)


def duplicates(store: Store, judged: JudgedRecord) -> tuple[int, ...]:
    """The records that the store names when it gets a new record; it gives the same answer before and after."""
    foreseen = store.duplicates(judged)
    [outcome] = store.add([judged], ANN)
    assert (outcome.status, outcome.duplicates) == (UploadStatus.CREATED, foreseen)
    return foreseen


def test_a_corrected_record_is_probably_the_same_sitting(store: Store) -> None:
    store.add([evening()], ANN)
    assert duplicates(store, evening(CORRECTED)) == (1,)
    assert store.counts().records == 2


def test_a_record_of_nothing_like_it_has_no_duplicates(store: Store) -> None:
    assert duplicates(store, evening()) == ()


@pytest.mark.parametrize(
    "other",
    [
        {"event": {**FRIDAY, "date": "2026-08-07"}},
        {"event": {**FRIDAY, "name": "League"}},
        {"event": {"date": FRIDAY["date"]}},
        {"players": ["Mu", "Junko", "Shimo", "Umi"]},
    ],
    ids=["day", "event", "no event", "players"],
)
def test_another_day_event_or_player_makes_another_sitting(store: Store, other: dict[str, Any]) -> None:
    store.add([evening()], ANN)
    assert duplicates(store, evening(CORRECTED, **other)) == ()


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("T14:00", "T19:00", ()),
        ("T14:00", "T14:00:00", (1,)),
        ("T14:00+02:00", "T12:00Z", (1,)),
        ("T14:00+02:00", "T14:00Z", ()),
        ("T14:00", "", (1,)),
    ],
)
def test_another_time_makes_another_sitting(store: Store, one: str, other: str, found: tuple[int, ...]) -> None:
    events = [{**FRIDAY, "date": FRIDAY["date"] + time} for time in (one, other)]
    store.add([evening(event=events[0])], ANN)
    assert duplicates(store, evening(CORRECTED, event=events[1])) == found


def test_the_players_may_be_listed_in_another_order(store: Store) -> None:
    store.add([evening()], ANN)
    assert duplicates(store, evening(CORRECTED, players=[*PLAYERS[1:], PLAYERS[0]])) == (1,)


def test_a_day_without_an_event_is_enough(store: Store) -> None:
    store.add([evening(event={"date": "2026-07-31"})], ANN)
    assert duplicates(store, evening(CORRECTED, event={"date": "2026-07-31"})) == (1,)


def test_an_event_without_a_day_is_enough(store: Store) -> None:
    store.add([evening(event={"name": "Cup"})], ANN)
    assert duplicates(store, evening(CORRECTED, event={"name": "Cup"})) == (1,)


def test_records_of_no_known_event_or_day_are_not_compared(store: Store) -> None:
    store.add([evening(event={})], ANN)
    assert duplicates(store, evening(CORRECTED, event={})) == ()


def test_another_table_of_the_same_evening_is_another_sitting(store: Store) -> None:
    store.add([evening(event={**FRIDAY, "table": "A"})], ANN)
    assert duplicates(store, evening(CORRECTED, event={**FRIDAY, "table": "B"})) == ()
    assert duplicates(store, evening(CORRECTED, event={**FRIDAY, "table": "A"})) == (1,)


def test_a_round_may_be_a_number_or_a_text(store: Store) -> None:
    store.add([evening(event={**FRIDAY, "round": 1})], ANN)
    assert duplicates(store, evening(CORRECTED, event={**FRIDAY, "round": "1"})) == (1,)


def test_another_deal_of_the_same_evening_is_another_sitting(store: Store) -> None:
    store.add([evening()], ANN)
    assert duplicates(store, evening(["1 D3", "2 -", "3 -", "4 -", "1 C9"])) == ()


def test_a_withdrawn_record_is_no_duplicate(store: Store) -> None:
    store.add([evening()], ANN)
    store.withdraw(1, ANN, expected=1)
    assert duplicates(store, evening(CORRECTED)) == ()


def test_a_corrected_record_is_compared_by_its_latest_revision(store: Store) -> None:
    store.add([evening()], ANN)
    store.revise(1, evening(event={"name": "League"}), ANN, expected=1)
    assert duplicates(store, evening(CORRECTED)) == ()


def test_of_many_records_of_an_evening_those_of_the_nearest_length_are_compared(store: Store) -> None:
    for seven in ("H7", "D7", "C7"):
        store.add([evening([*ACTIONS[:-1], "4 S9", f"1 {seven}"])], ANN)
    store.add([evening()], ANN)
    assert duplicates(store, evening(CORRECTED))[0] == 4


def test_a_record_that_grows_has_no_duplicates(store: Store) -> None:
    store.add([evening(ACTIONS[:3])], ANN)
    [outcome] = store.add([evening()], ANN)
    assert (outcome.status, outcome.duplicates) == (UploadStatus.GROWN, ())


PRESENT = RecordHead(7, 3, withdrawn=False)
WITHDRAWN = RecordHead(7, 3, withdrawn=True)


def candidate(actions: int, head: RecordHead = PRESENT, table: str = "A") -> Candidate:
    """A stored sitting that has come so far."""
    judged = judged_sitting(table, actions)
    return Candidate(head, judged.facts.deals, judged.facts.actions, judged.record)


def test_growth_goes_before_an_earlier_state_whatever_the_order() -> None:
    longer, shorter = candidate(6, RecordHead(8, 1, withdrawn=False)), candidate(2)
    for candidates in ([longer, shorter], [shorter, longer]):
        assert match_upload(judged_sitting(actions=4), None, candidates) == UploadOutcome(UploadStatus.GROWN, 7, 4)


def test_of_several_later_states_the_first_is_taken() -> None:
    candidates = [candidate(6, RecordHead(id, 1, withdrawn=False)) for id in (9, 8)]
    assert match_upload(judged_sitting(actions=4), None, candidates) == UploadOutcome(UploadStatus.EXISTS, 9, 1)


def revise(head: RecordHead, kind: RevisionKind = RevisionKind.CORRECTED, *, expected: int = 3) -> NextRevision | None:
    return next_revision(head, kind, expected=expected, owner=None, unchanged=False)


def test_a_withdrawn_record_takes_no_deal_whatever_revision_is_expected() -> None:
    for expected in (2, 3):
        with pytest.raises(RecordWithdrawn) as refusal:
            revise(WITHDRAWN, RevisionKind.DEAL, expected=expected)
        assert refusal.value.revision == 3


def test_a_revision_concerns_the_linked_tournaments_and_the_named_one_last() -> None:
    assert concerned_tournaments(None, ()) == []
    assert concerned_tournaments(2, ()) == [2]
    assert concerned_tournaments(None, [1, 3]) == [1, 3]
    assert concerned_tournaments(2, [1, 3]) == [1, 3, 2]


def test_a_tournament_that_is_linked_and_named_is_concerned_once() -> None:
    assert concerned_tournaments(1, [1, 3]) == [1, 3]
