"""One record is read, and changes of the store are noticed."""

import json
from contextlib import closing

import pytest

from daifu.data.store.errors import NoSuchRecord
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Location, current_time
from tests.support.stores import ANN, disputed_sitting, judged_sitting


def test_a_record_comes_back_byte_for_byte(store: Store) -> None:
    store.add([disputed_sitting()], ANN)
    stored = store.record(1)
    assert (stored.record, stored.report) == (disputed_sitting().record, disputed_sitting().report)


def test_a_record_tells_its_revision_and_when_it_came(store: Store) -> None:
    before = current_time()
    store.add([judged_sitting()], ANN)
    stored = store.record(1)
    assert (stored.id, stored.revision, stored.latest, stored.withdrawn) == (1, 1, True, False)
    assert before <= stored.stored_at <= current_time()


def test_the_report_comes_with_the_latest_revision(store: Store) -> None:
    store.add([judged_sitting(actions=3), judged_sitting(actions=5)], ANN)
    assert store.report(1) == (judged_sitting(actions=5).report, 2)


def test_the_latest_revision_is_told_alone(store: Store) -> None:
    store.add([judged_sitting(actions=3), judged_sitting(actions=5)], ANN)
    assert store.latest(1) == 2


def test_a_record_that_is_not_there_is_refused(store: Store) -> None:
    for read in (store.record, store.report, store.latest, store.revisions):
        with pytest.raises(NoSuchRecord):
            read(1)


def test_a_revision_that_is_not_there_is_refused(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    for number in (0, 2):
        with pytest.raises(NoSuchRecord):
            store.record(1, number)


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 2**70])
def test_a_number_beyond_all_ids_is_no_record(store: Store, number: int) -> None:
    store.add([judged_sitting()], ANN)
    for ask in (
        lambda: store.record(number),
        lambda: store.record(1, number),
        lambda: store.report(number),
        lambda: store.latest(number),
        lambda: store.revisions(number),
        lambda: store.revise(number, judged_sitting("B"), ANN, expected=1),
        lambda: store.withdraw(number, ANN, expected=1),
    ):
        with pytest.raises(NoSuchRecord):
            ask()


def test_counts_tell_how_much_there_is(store: Store) -> None:
    store.add([judged_sitting("A", 3), judged_sitting("A", 4), judged_sitting("B")], ANN)
    store.withdraw(2, ANN, expected=1, reason="a test")
    counts = store.counts()
    assert (counts.records, counts.withdrawn, counts.revisions) == (2, 1, 4)
    assert counts.bytes > 0


def test_a_store_that_can_be_read_is_ready(store: Store) -> None:
    store.ready()


def test_the_state_stays_the_same_without_writes(store: Store) -> None:
    state = store.state()
    store.counts()
    store.people.find("")
    assert store.state() == state


def test_the_state_changes_with_every_write(store: Store) -> None:
    states = [store.state()]
    store.add([judged_sitting()], ANN)
    states.append(store.state())
    store.people.rename("Mu", "Mū", ANN, "their own spelling")
    states.append(store.state())
    store.create_token("Ann", "reader")
    states.append(store.state())
    assert len(set(states)) == len(states)


def test_the_state_changes_with_the_writes_of_others(store: Store, location: Location) -> None:
    state = store.state()
    with closing(open_store(location)) as other:
        other.add([judged_sitting()], ANN)
    assert store.state() != state


def test_two_open_stores_have_different_states(store: Store, location: Location) -> None:
    with closing(open_store(location)) as other:
        assert store.state() != other.state()


def test_a_large_record_comes_back_byte_for_byte(store: Store) -> None:
    deal = json.loads(disputed_sitting().record)["deals"][0]
    large = judged_sitting(deals=[deal | {"notes": f"{number} {'x' * 300}"} for number in range(3_000)])
    store.add([large], ANN)
    assert store.record(1).record == large.record
    assert store.report(1)[0] == large.report
    assert len(large.record) > 1_000_000
