"""What becomes of an upload, a correction and a withdrawal, decided without a store."""

from collections.abc import Iterator

import pytest

from data.store.errors import DuplicateContent, RecordWithdrawn, RevisionConflict
from data.store.uploads import (
    Candidate,
    NextRevision,
    RecordHead,
    concerned_tournaments,
    match_upload,
    next_revision,
    next_withdrawal,
)
from data.store.values import RevisionKind, UploadOutcome, UploadStatus
from tests.support.stores import judged_sitting

GROWN, EXISTS = UploadStatus.GROWN, UploadStatus.EXISTS
CORRECTED, RESTORED, DEAL = RevisionKind.CORRECTED, RevisionKind.RESTORED, RevisionKind.DEAL

PRESENT = RecordHead(7, 3, withdrawn=False)
WITHDRAWN = RecordHead(7, 3, withdrawn=True)


def candidate(actions: int, head: RecordHead = PRESENT, table: str = "A") -> Candidate:
    """A stored sitting that has come so far."""
    judged = judged_sitting(table, actions)
    return Candidate(head, judged.facts.deals, judged.facts.actions, judged.record)


def never() -> Iterator[Candidate]:
    yield pytest.fail("a candidate was read")


def test_a_record_that_continues_nothing_is_new() -> None:
    assert match_upload(judged_sitting(actions=4), None, []) is None
    assert match_upload(judged_sitting(actions=4), None, [candidate(2, table="B")]) is None


def test_known_content_exists_and_no_candidate_is_read() -> None:
    assert match_upload(judged_sitting(), PRESENT, never()) == UploadOutcome(EXISTS, 7, 3)


def test_known_content_of_a_withdrawn_record_exists_as_withdrawn() -> None:
    assert match_upload(judged_sitting(), WITHDRAWN, never()) == UploadOutcome(EXISTS, 7, 3, withdrawn=True)


def test_a_later_state_is_the_next_revision() -> None:
    assert match_upload(judged_sitting(actions=5), None, [candidate(3)]) == UploadOutcome(GROWN, 7, 4)


def test_a_later_state_of_a_withdrawn_record_exists() -> None:
    outcome = match_upload(judged_sitting(actions=5), None, [candidate(3, WITHDRAWN)])
    assert outcome == UploadOutcome(EXISTS, 7, 3, withdrawn=True)


def test_an_earlier_state_exists() -> None:
    assert match_upload(judged_sitting(actions=3), None, [candidate(5)]) == UploadOutcome(EXISTS, 7, 3)


def test_growth_goes_before_an_earlier_state_whatever_the_order() -> None:
    longer, shorter = candidate(6, RecordHead(8, 1, withdrawn=False)), candidate(2)
    for candidates in ([longer, shorter], [shorter, longer]):
        assert match_upload(judged_sitting(actions=4), None, candidates) == UploadOutcome(GROWN, 7, 4)


def test_of_several_later_states_the_first_is_taken() -> None:
    candidates = [candidate(6, RecordHead(id, 1, withdrawn=False)) for id in (9, 8)]
    assert match_upload(judged_sitting(actions=4), None, candidates) == UploadOutcome(EXISTS, 9, 1)


def revise(head: RecordHead, kind: RevisionKind = CORRECTED, *, expected: int = 3) -> NextRevision | None:
    return next_revision(head, kind, expected=expected, owner=None, unchanged=False)


def test_a_correction_is_the_next_revision() -> None:
    assert revise(PRESENT) == NextRevision(4, CORRECTED)
    assert revise(PRESENT, DEAL) == NextRevision(4, DEAL)


def test_a_correction_restores_a_withdrawn_record() -> None:
    assert revise(WITHDRAWN) == NextRevision(4, RESTORED)
    assert revise(WITHDRAWN, RESTORED) == NextRevision(4, RESTORED)


def test_a_withdrawn_record_takes_no_deal_whatever_revision_is_expected() -> None:
    for expected in (2, 3):
        with pytest.raises(RecordWithdrawn) as refusal:
            revise(WITHDRAWN, DEAL, expected=expected)
        assert refusal.value.revision == 3


def test_a_correction_of_another_revision_is_a_conflict() -> None:
    with pytest.raises(RevisionConflict) as refusal:
        revise(PRESENT, expected=2)
    assert (refusal.value.given, refusal.value.current) == (2, 3)


def test_the_content_of_another_record_is_refused() -> None:
    with pytest.raises(DuplicateContent) as refusal:
        next_revision(PRESENT, CORRECTED, expected=3, owner=8, unchanged=False)
    assert refusal.value.id == 8


def test_a_record_may_have_content_again_that_it_had() -> None:
    assert next_revision(PRESENT, CORRECTED, expected=3, owner=7, unchanged=False) == NextRevision(4, CORRECTED)


def test_a_correction_that_changes_nothing_makes_no_revision() -> None:
    assert next_revision(PRESENT, CORRECTED, expected=3, owner=7, unchanged=True) is None


def test_a_withdrawal_is_the_next_revision() -> None:
    assert next_withdrawal(PRESENT, expected=3) == NextRevision(4, RevisionKind.WITHDRAWN)


def test_a_record_is_withdrawn_once() -> None:
    with pytest.raises(RecordWithdrawn):
        next_withdrawal(WITHDRAWN, expected=3)


def test_a_withdrawal_of_another_revision_is_a_conflict() -> None:
    with pytest.raises(RevisionConflict):
        next_withdrawal(PRESENT, expected=2)


def test_a_revision_concerns_the_linked_tournaments_and_the_named_one_last() -> None:
    assert concerned_tournaments(None, ()) == []
    assert concerned_tournaments(2, ()) == [2]
    assert concerned_tournaments(None, [1, 3]) == [1, 3]
    assert concerned_tournaments(2, [1, 3]) == [1, 3, 2]


def test_a_tournament_that_is_linked_and_named_is_concerned_once() -> None:
    assert concerned_tournaments(1, [1, 3]) == [1, 3]
