"""The analysis of a revision is kept, and it is no answer for another revision or another method."""

import pytest

from daifu.data.store.errors import NoSuchRecord, RecordWithdrawn
from daifu.data.store.store import Store
from tests.support.stores import ANN, judged_sitting, verification_errors

METHOD = "proofs-1"
ANALYSIS = b'[{"deal":0}]'


@pytest.fixture
def record(store: Store) -> int:
    """A record with an analysis."""
    [outcome] = store.add([judged_sitting()], ANN)
    store.analyses.keep(outcome.id, 1, METHOD, ANALYSIS)
    return outcome.id


def test_an_analysis_is_found_as_it_was_kept(store: Store, record: int) -> None:
    assert store.analyses.find(record, 1, METHOD) == ANALYSIS


def test_there_is_no_analysis_before_one_is_kept(store: Store, record: int) -> None:
    for other in ((record + 1, 1), (record, 2), (2**80, 1), (record, 2**80)):
        assert store.analyses.find(*other, METHOD) is None


def test_the_analysis_by_another_version_of_the_method_is_not_found(store: Store, record: int) -> None:
    assert store.analyses.find(record, 1, "proofs-2") is None


def test_a_later_analysis_replaces_the_earlier_one(store: Store, record: int) -> None:
    store.analyses.keep(record, 1, "proofs-2", b"[]")
    assert store.analyses.find(record, 1, "proofs-2") == b"[]"
    assert store.analyses.find(record, 1, METHOD) is None


def test_a_corrected_record_has_no_analysis_and_its_earlier_revision_keeps_it(store: Store, record: int) -> None:
    store.revise(record, judged_sitting("B"), ANN, expected=1)
    assert store.analyses.find(record, 2, METHOD) is None
    assert store.analyses.find(record, 1, METHOD) == ANALYSIS


def test_all_analyses_come_by_record_and_revision(store: Store, record: int) -> None:
    store.revise(record, judged_sitting("B"), ANN, expected=1)
    store.analyses.keep(record, 2, METHOD, b"[]")
    assert list(store.analyses.each()) == [(record, 1, METHOD, ANALYSIS), (record, 2, METHOD, b"[]")]


def test_an_analysis_of_nothing_is_refused(store: Store, record: int) -> None:
    for other in ((record + 1, 1), (record, 2), (2**80, 1), (record, 2**80)):
        with pytest.raises(NoSuchRecord):
            store.analyses.keep(*other, METHOD, ANALYSIS)


def test_a_withdrawal_has_no_analysis(store: Store, record: int) -> None:
    store.withdraw(record, ANN, expected=1)
    with pytest.raises(RecordWithdrawn):
        store.analyses.keep(record, 2, METHOD, ANALYSIS)


def test_a_store_with_analyses_is_consistent(store: Store, record: int) -> None:
    assert store.analyses.find(record, 1, METHOD)
    assert verification_errors(store) == []
