"""Records are corrected and withdrawn, and nothing is lost by it."""

import pytest

from daifu.data.store.errors import DuplicateContent, NoSuchRecord, RecordWithdrawn, RevisionConflict
from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter, RevisionKind, UploadOutcome, UploadStatus
from tests.support.stores import ANN, BO, disputed_sitting, judged_sitting, record_ids, verification_errors


@pytest.fixture
def corrected(store: Store) -> Store:
    """A store whose record has been corrected once."""
    store.add([judged_sitting(actions=3)], ANN)
    store.revise(1, disputed_sitting(), BO, expected=1, reason="the last action was another one")
    return store


@pytest.fixture
def withdrawn(store: Store) -> Store:
    """A store whose record has been withdrawn."""
    store.add([judged_sitting()], ANN)
    store.withdraw(1, BO, expected=1, reason="not ours")
    return store


def test_a_correction_is_the_next_revision(store: Store) -> None:
    store.add([judged_sitting(actions=3)], ANN)
    assert store.revise(1, judged_sitting(actions=2), BO, expected=1, reason="a slip") == UploadOutcome(
        UploadStatus.GROWN, 1, 2
    )


def test_a_corrected_record_is_read_as_it_is_now(corrected: Store) -> None:
    assert corrected.record(1).record == disputed_sitting().record
    assert corrected.report(1) == (disputed_sitting().report, 2)


def test_earlier_revisions_can_still_be_read(corrected: Store) -> None:
    before = corrected.record(1, 1)
    assert (before.record, before.report) == (judged_sitting(actions=3).record, judged_sitting(actions=3).report)
    assert not before.latest


def test_the_history_says_who_corrected_what_and_why(corrected: Store) -> None:
    _, revision = corrected.revisions(1)
    assert (revision.number, revision.kind, revision.author) == (2, RevisionKind.CORRECTED, "Bo")
    assert revision.reason == "the last action was another one"
    assert revision.report == disputed_sitting().report


def test_lists_show_a_corrected_record_as_it_is_now(corrected: Store) -> None:
    assert record_ids(corrected, RecordFilter(legal=True)) == []
    [listed] = corrected.page(RecordFilter(legal=False)).records
    assert (listed.revision, listed.author, listed.faults) == (2, "Bo", disputed_sitting().facts.faults)


def test_a_record_is_found_by_the_players_that_a_correction_left_it(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    store.revise(1, judged_sitting(players=["Mu", "Junko", "Shimo", "Sora"]), ANN, expected=1, reason="it was Sora")
    assert record_ids(store, RecordFilter(player="Sora")) == [1]
    assert record_ids(store, RecordFilter(player="Aki")) == []


def test_a_record_is_found_by_the_faults_that_a_correction_left_it(store: Store) -> None:
    store.add([disputed_sitting()], ANN)
    store.revise(1, judged_sitting(), ANN, expected=1, reason="misread")
    assert record_ids(store, RecordFilter(fault="not_stronger")) == []


def test_the_store_is_whole_after_corrections(corrected: Store) -> None:
    corrected.revise(1, judged_sitting(), ANN, expected=2, reason="no, it was right")
    assert verification_errors(corrected) == []


def test_a_correction_that_changes_nothing_makes_no_revision(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    assert store.revise(1, judged_sitting(), BO, expected=1, reason="none") == UploadOutcome(UploadStatus.EXISTS, 1, 1)
    assert len(store.revisions(1)) == 1


def test_a_correction_may_bring_an_earlier_version_back(corrected: Store) -> None:
    corrected.revise(1, judged_sitting(actions=3), ANN, expected=2, reason="it was right before")
    assert corrected.record(1).record == judged_sitting(actions=3).record
    assert len(corrected.revisions(1)) == 3


def test_a_correction_of_another_revision_is_refused(corrected: Store) -> None:
    with pytest.raises(RevisionConflict) as refusal:
        corrected.revise(1, judged_sitting(), ANN, expected=1, reason="late")
    assert (refusal.value.given, refusal.value.current) == (1, 2)


def test_a_correction_to_what_another_record_is_is_refused(store: Store) -> None:
    store.add([judged_sitting("A"), judged_sitting("B")], ANN)
    with pytest.raises(DuplicateContent) as refusal:
        store.revise(2, judged_sitting("A"), ANN, expected=1, reason="the wrong table")
    assert refusal.value.id == 1


def test_a_correction_to_what_another_record_was_is_refused(corrected: Store) -> None:
    corrected.add([judged_sitting("B")], ANN)
    with pytest.raises(DuplicateContent):
        corrected.revise(2, judged_sitting(actions=3), ANN, expected=1, reason="the wrong table")


def test_a_correction_of_no_record_is_refused(store: Store) -> None:
    with pytest.raises(NoSuchRecord):
        store.revise(1, judged_sitting(), ANN, expected=1, reason="none")


def test_a_refused_correction_changes_nothing(corrected: Store) -> None:
    with pytest.raises(RevisionConflict):
        corrected.revise(1, judged_sitting(), ANN, expected=1, reason="late")
    assert corrected.latest(1) == 2


def test_a_deal_is_added_as_a_revision_of_its_own_kind(store: Store) -> None:
    store.add([judged_sitting(actions=3)], ANN)
    store.revise(1, judged_sitting(actions=4), BO, expected=1, kind=RevisionKind.DEAL)
    assert store.revisions(1)[-1].kind is RevisionKind.DEAL


def test_an_upload_continues_what_a_correction_left(corrected: Store) -> None:
    corrected.revise(1, judged_sitting(actions=2), ANN, expected=2, reason="too far")
    assert corrected.add([judged_sitting(actions=6)], ANN) == [UploadOutcome(UploadStatus.GROWN, 1, 4)]


def test_a_withdrawn_record_cannot_be_read(withdrawn: Store) -> None:
    for read in (withdrawn.record, withdrawn.report, withdrawn.latest):
        with pytest.raises(RecordWithdrawn) as refusal:
            read(1)
        assert refusal.value.revision == 2


def test_the_revisions_of_a_withdrawn_record_can_be_read(withdrawn: Store) -> None:
    stored = withdrawn.record(1, 1)
    assert stored.record == judged_sitting().record
    assert (stored.withdrawn, stored.latest) == (True, False)


def test_the_history_tells_of_the_withdrawal(withdrawn: Store) -> None:
    _, revision = withdrawn.revisions(1)
    assert (revision.kind, revision.author, revision.reason, revision.report) == (
        RevisionKind.WITHDRAWN,
        "Bo",
        "not ours",
        None,
    )


def test_lists_leave_a_withdrawn_record_out(withdrawn: Store) -> None:
    assert record_ids(withdrawn) == []


def test_withdrawn_records_have_a_list_of_their_own(withdrawn: Store) -> None:
    withdrawn.add([judged_sitting("B")], ANN)
    assert record_ids(withdrawn, RecordFilter(withdrawn=True)) == [1]


def test_a_record_is_withdrawn_once(withdrawn: Store) -> None:
    with pytest.raises(RecordWithdrawn):
        withdrawn.withdraw(1, ANN, expected=2, reason="again")


def test_the_withdrawal_of_another_revision_is_refused(corrected: Store) -> None:
    with pytest.raises(RevisionConflict):
        corrected.withdraw(1, ANN, expected=1, reason="late")


def test_a_correction_restores_a_withdrawn_record(withdrawn: Store) -> None:
    withdrawn.revise(1, judged_sitting(), ANN, expected=2, reason="ours after all")
    assert withdrawn.latest(1) == 3
    assert withdrawn.revisions(1)[-1].kind is RevisionKind.RESTORED
    assert record_ids(withdrawn) == [1]


def test_a_deal_cannot_be_added_to_a_withdrawn_record(withdrawn: Store) -> None:
    with pytest.raises(RecordWithdrawn):
        withdrawn.revise(1, judged_sitting(actions=4), ANN, expected=2, kind=RevisionKind.DEAL)


def test_the_store_is_whole_after_a_withdrawal(withdrawn: Store) -> None:
    assert verification_errors(withdrawn) == []


def test_the_history_is_read_in_pages(corrected: Store) -> None:
    first, second = corrected.revision_page(1, 0, 1), corrected.revision_page(1, 1, 1)
    assert [[one.number for one in page.revisions] for page in (first, second)] == [[1], [2]]
    assert [(page.after, page.latest) for page in (first, second)] == [(1, 2), (None, 2)]


def test_a_page_of_the_history_comes_with_the_report_before_it(corrected: Store) -> None:
    assert corrected.revision_page(1).report_before is None
    assert corrected.revision_page(1, 1).report_before == judged_sitting(actions=3).report


def test_the_report_before_a_page_is_that_before_a_withdrawal(withdrawn: Store) -> None:
    withdrawn.revise(1, disputed_sitting(), ANN, expected=2, reason="ours after all")
    assert withdrawn.revision_page(1, 2).report_before == judged_sitting().report


def test_a_page_behind_the_last_revision_is_empty(corrected: Store) -> None:
    page = corrected.revision_page(1, 9)
    assert (page.revisions, page.after) == ([], None)


def test_a_record_that_does_not_exist_has_no_page_of_history(store: Store) -> None:
    with pytest.raises(NoSuchRecord):
        store.revision_page(1, 1)
