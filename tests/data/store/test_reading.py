"""One record is read."""

import pytest

from data.store import Store
from data.store.asked import now
from data.store.refusals import NoSuchRecord
from data.store.sqlite_errors import TRANSLATED
from tests.support.kept import ANN, disputed, judged


def test_a_record_comes_back_byte_for_byte(store: Store) -> None:
    store.add([disputed()], ANN)
    stored = store.record(1)
    assert (stored.record, stored.report) == (disputed().record, disputed().report)


def test_a_record_tells_its_revision_and_when_it_came(store: Store) -> None:
    before = now()
    store.add([judged()], ANN)
    stored = store.record(1)
    assert (stored.id, stored.revision, stored.latest, stored.withdrawn) == (1, 1, True, False)
    assert before <= stored.stored_at <= now()


def test_the_report_comes_with_the_latest_revision(store: Store) -> None:
    store.add([judged(actions=3), judged(actions=5)], ANN)
    assert store.report(1) == (judged(actions=5).report, 2)


def test_the_latest_revision_is_told_alone(store: Store) -> None:
    store.add([judged(actions=3), judged(actions=5)], ANN)
    assert store.latest(1) == 2


def test_a_record_that_is_not_there_is_refused(store: Store) -> None:
    for read in (store.record, store.report, store.latest, store.revisions):
        with pytest.raises(NoSuchRecord):
            read(1)


def test_a_revision_that_is_not_there_is_refused(store: Store) -> None:
    store.add([judged()], ANN)
    for number in (0, 2):
        with pytest.raises(NoSuchRecord):
            store.record(1, number)


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 2**70])
def test_a_number_beyond_all_ids_is_no_record(store: Store, number: int) -> None:
    store.add([judged()], ANN)
    for ask in (
        lambda: store.record(number),
        lambda: store.record(1, number),
        lambda: store.report(number),
        lambda: store.latest(number),
        lambda: store.revisions(number),
        lambda: store.revise(number, judged("B"), ANN, expected=1),
        lambda: store.withdraw(number, ANN, expected=1),
    ):
        with pytest.raises(NoSuchRecord):
            ask()


def test_what_the_program_makes_too_large_is_no_missing_record() -> None:
    with pytest.raises(OverflowError), TRANSLATED:
        (2**80).to_bytes(8)


def test_counts_tell_how_much_there_is(store: Store) -> None:
    store.add([judged("A", 3), judged("A", 4), judged("B")], ANN)
    store.withdraw(2, ANN, expected=1, reason="a test")
    counts = store.counts()
    assert (counts.records, counts.withdrawn, counts.revisions) == (2, 1, 4)
    assert counts.bytes > 0


def test_a_store_that_can_be_read_is_ready(store: Store) -> None:
    store.ready()
