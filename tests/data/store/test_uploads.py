"""What becomes of an upload."""

import json
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from data.store import Store
from data.store.asked import Kind, Outcome, Status
from schemas.judged import Judged, judge_json
from tests.support.kept import ANN, BO, EVENING, contents, ids, judged, sitting, wrong

CREATED, GROWN, EXISTS = Status.CREATED, Status.GROWN, Status.EXISTS


def test_a_new_record_is_created(store: Store) -> None:
    assert store.add([judged()], ANN) == [Outcome(CREATED, 1, 1)]


def test_the_same_record_again_exists(store: Store) -> None:
    store.add([judged()], ANN)
    assert store.add([judged()], BO) == [Outcome(EXISTS, 1, 1)]


def test_the_same_record_written_otherwise_exists(store: Store) -> None:
    store.add([judged()], ANN)
    turned = dict(reversed(sitting().items()))
    assert store.add([judge_json(json.dumps(turned, indent=2).encode())], ANN) == [Outcome(EXISTS, 1, 1)]


def test_the_same_record_out_of_another_file_exists(store: Store) -> None:
    store.add([judged(source={"format": "uecda", "file": "a.log"})], ANN)
    again = judged(source={"format": "uecda", "file": "b.log"})
    assert store.add([again], ANN) == [Outcome(EXISTS, 1, 1)]


def test_a_sitting_that_has_gone_on_becomes_the_next_revision(store: Store) -> None:
    store.add([judged(actions=3)], ANN)
    assert store.add([judged(actions=5)], ANN) == [Outcome(GROWN, 1, 2)]
    assert store.record(1).record == judged(actions=5).record


def test_a_sitting_with_another_deal_has_gone_on(store: Store) -> None:
    first = sitting()["deals"][0] | {"abandoned": True}
    second = sitting(actions=2)["deals"][0]
    store.add([judged(deals=[first])], ANN)
    assert store.add([judged(deals=[first, second])], ANN) == [Outcome(GROWN, 1, 2)]


def test_an_older_version_of_a_sitting_exists(store: Store) -> None:
    store.add([judged(actions=5)], ANN)
    assert store.add([judged(actions=3)], ANN) == [Outcome(EXISTS, 1, 1)]
    assert len(store.revisions(1)) == 1


def test_a_version_that_a_sitting_once_was_exists_with_its_latest_revision(store: Store) -> None:
    store.add([judged(actions=3)], ANN)
    store.add([judged(actions=5)], ANN)
    assert store.add([judged(actions=3)], ANN) == [Outcome(EXISTS, 1, 2)]


def test_a_sitting_that_went_another_way_is_another_record(store: Store) -> None:
    store.add([judged(actions=3)], ANN)
    deal = sitting()["deals"][0] | {"actions": [*EVENING[:2], "3 -"]}
    assert store.add([judged(deals=[deal])], ANN) == [Outcome(CREATED, 2, 1)]


def test_of_several_that_began_alike_the_one_that_was_played_on_grows(store: Store) -> None:
    other = judged(deals=[sitting()["deals"][0] | {"actions": ["1 D3", "2 -"]}])
    store.add([judged(actions=2), other], ANN)
    assert store.add([judged(actions=4)], ANN) == [Outcome(GROWN, 1, 2)]


def test_another_table_is_another_record(store: Store) -> None:
    store.add([judged("A", actions=3)], ANN)
    assert store.add([judged("B", actions=5)], ANN) == [Outcome(CREATED, 2, 1)]


def test_a_withdrawn_record_is_not_brought_back_by_an_upload(store: Store) -> None:
    store.add([judged()], ANN)
    store.withdraw(1, ANN, expected=1, reason="a test")
    assert store.add([judged()], ANN) == [Outcome(EXISTS, 1, 2, withdrawn=True)]
    assert ids(store) == []


def test_what_a_withdrawn_record_has_grown_to_is_not_stored(store: Store) -> None:
    store.add([judged(actions=3)], ANN)
    store.withdraw(1, ANN, expected=1, reason="a test")
    assert store.add([judged(actions=5)], ANN) == [Outcome(EXISTS, 1, 2, withdrawn=True)]
    assert len(store.revisions(1)) == 2


def test_a_batch_may_hold_a_record_twice(store: Store) -> None:
    assert store.add([judged(), judged()], ANN) == [Outcome(CREATED, 1, 1), Outcome(EXISTS, 1, 1)]


def test_a_record_may_grow_within_a_batch(store: Store) -> None:
    outcomes = store.add([judged(actions=2), judged(actions=4), judged(actions=3)], ANN)
    assert outcomes == [Outcome(CREATED, 1, 1), Outcome(GROWN, 1, 2), Outcome(EXISTS, 1, 2)]


def test_an_empty_batch_is_nothing(store: Store) -> None:
    assert store.add([], ANN) == []


def test_revisions_say_how_they_came_about_and_through_whom(store: Store) -> None:
    store.add([judged(actions=3)], ANN)
    store.add([judged(actions=5)], BO)
    told = [(revision.number, revision.kind, revision.author) for revision in store.revisions(1)]
    assert told == [(1, Kind.CREATED, "Ann"), (2, Kind.GROWN, "Bo")]


def test_a_new_record_is_foreseen_as_none(store: Store) -> None:
    assert store.foresee(judged()) is None


def test_what_is_foreseen_is_not_stored(store: Store) -> None:
    store.foresee(judged())
    assert store.counts().records == 0


def test_growth_is_foreseen_with_the_revision_that_it_would_be(store: Store) -> None:
    store.add([judged(actions=3)], ANN)
    assert store.foresee(judged(actions=5)) == Outcome(GROWN, 1, 2)
    assert store.latest(1) == 1


def test_a_record_that_is_there_is_foreseen(store: Store) -> None:
    store.add([judged()], ANN)
    assert store.foresee(judged()) == Outcome(EXISTS, 1, 1)


versions = st.builds(judged, st.sampled_from("AB"), st.integers(0, 4))
batches = st.lists(st.lists(versions, min_size=1, max_size=4), max_size=4)


@given(batches)
def test_batches_come_to_the_same_as_one_by_one(sent: list[list[Judged]]) -> None:
    with TemporaryDirectory() as folder:
        together, apart = Path(folder, "together.db"), Path(folder, "apart.db")
        with closing(Store.open(together)) as one, closing(Store.open(apart)) as other:
            outcomes = [outcome for batch in sent for outcome in one.add(batch, ANN)]
            assert outcomes == [other.add([record], ANN)[0] for batch in sent for record in batch]
            assert contents(together) == contents(apart)
            assert wrong(one) == []


@given(st.permutations(range(5)))
def test_the_versions_of_a_sitting_in_any_order_are_one_record_with_the_longest(order: list[int]) -> None:
    with TemporaryDirectory() as folder, closing(Store.open(Path(folder, "test.db"))) as store:
        store.add([judged(actions=count) for count in order], ANN)
        assert store.counts().records == 1
        assert store.record(1).record == judged(actions=4).record
