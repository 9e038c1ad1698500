"""What becomes of an upload."""

import json
from collections.abc import Callable
from contextlib import closing

from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Location, RevisionKind, UploadOutcome, UploadStatus
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_json
from tests.support.stores import (
    ANN,
    BO,
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
