"""What becomes of an upload, a correction and a withdrawal, decided without a store."""

import pytest

from daifu.data.store.errors import RecordWithdrawn
from daifu.data.store.uploads import (
    Candidate,
    NextRevision,
    RecordHead,
    concerned_tournaments,
    match_upload,
    next_revision,
)
from daifu.data.store.values import RevisionKind, UploadOutcome, UploadStatus
from tests.support.stores import judged_sitting

GROWN, EXISTS = UploadStatus.GROWN, UploadStatus.EXISTS
CORRECTED, RESTORED, DEAL = RevisionKind.CORRECTED, RevisionKind.RESTORED, RevisionKind.DEAL

PRESENT = RecordHead(7, 3, withdrawn=False)
WITHDRAWN = RecordHead(7, 3, withdrawn=True)


def candidate(actions: int, head: RecordHead = PRESENT, table: str = "A") -> Candidate:
    """A stored sitting that has come so far."""
    judged = judged_sitting(table, actions)
    return Candidate(head, judged.facts.deals, judged.facts.actions, judged.record)


def test_growth_goes_before_an_earlier_state_whatever_the_order() -> None:
    longer, shorter = candidate(6, RecordHead(8, 1, withdrawn=False)), candidate(2)
    for candidates in ([longer, shorter], [shorter, longer]):
        assert match_upload(judged_sitting(actions=4), None, candidates) == UploadOutcome(GROWN, 7, 4)


def test_of_several_later_states_the_first_is_taken() -> None:
    candidates = [candidate(6, RecordHead(id, 1, withdrawn=False)) for id in (9, 8)]
    assert match_upload(judged_sitting(actions=4), None, candidates) == UploadOutcome(EXISTS, 9, 1)


def revise(head: RecordHead, kind: RevisionKind = CORRECTED, *, expected: int = 3) -> NextRevision | None:
    return next_revision(head, kind, expected=expected, owner=None, unchanged=False)


def test_a_withdrawn_record_takes_no_deal_whatever_revision_is_expected() -> None:
    for expected in (2, 3):
        with pytest.raises(RecordWithdrawn) as refusal:
            revise(WITHDRAWN, DEAL, expected=expected)
        assert refusal.value.revision == 3


def test_a_revision_concerns_the_linked_tournaments_and_the_named_one_last() -> None:
    assert concerned_tournaments(None, ()) == []
    assert concerned_tournaments(2, ()) == [2]
    assert concerned_tournaments(None, [1, 3]) == [1, 3]
    assert concerned_tournaments(2, [1, 3]) == [1, 3, 2]


def test_a_tournament_that_is_linked_and_named_is_concerned_once() -> None:
    assert concerned_tournaments(1, [1, 3]) == [1, 3]
