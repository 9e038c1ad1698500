"""What becomes of an upload, a correction or a withdrawal.

An upload is a new record, the next revision of a record that has grown, or nothing new. Corrections and withdrawals
are revisions, too: nothing is overwritten.
"""

from typing import Final, NamedTuple

from data.store.errors import DuplicateContent, RecordWithdrawn, RevisionConflict
from data.store.sqlite.compression import PackedRecord
from data.store.sqlite.connections import Session
from data.store.sqlite.records.records import RecordHead, load_head
from data.store.sqlite.records.revisions import RevisionCause, insert_record, insert_revision
from data.store.sqlite.records.revisions import insert_withdrawal as write_withdrawal
from data.store.sqlite.tournaments import import_triggers
from data.store.sqlite.transactions import Transaction
from data.store.values import Attribution, Author, RevisionKind, UploadOutcome, UploadStatus, Withdrawal
from schemas.judgement import JudgedRecord, RecordFacts
from schemas.record.identity import is_continuation

MAX_CANDIDATES: Final = 50
"""So many records that began alike are looked at, the latest first: sittings whose hands nobody saw all begin alike."""

_SAME: Final = """
SELECT id, revision, withdrawn FROM records
WHERE id = (SELECT record FROM revisions WHERE content = ? LIMIT 1)
"""
_CANDIDATES: Final = """
SELECT id, revision, withdrawn, deals, actions, dictionary, packed, cut
FROM records CROSS JOIN revisions ON record = id AND number = revision - withdrawn
WHERE opening = ? ORDER BY id DESC LIMIT ?
"""


class _Candidate(NamedTuple):
    """A record that began like an upload, with what its latest revision holds."""

    id: int
    revision: int
    withdrawn: int
    deals: int
    actions: int
    dictionary: int
    packed: bytes
    cut: int

    def outcome(self, *, grows: bool) -> UploadOutcome:
        """The outcome for an upload that this record has grown to, or has been."""
        if grows and not self.withdrawn:
            return UploadOutcome(UploadStatus.GROWN, self.id, self.revision + 1)
        return UploadOutcome(UploadStatus.EXISTS, self.id, self.revision, bool(self.withdrawn))


def store_upload(writing: Transaction, parcel: PackedRecord, author: Author) -> UploadOutcome:
    """Store an upload, unless there is nothing new in it."""
    outcome = match_upload(writing.session, parcel.judged)
    if outcome is None:
        record = insert_record(writing, parcel, author)
        return UploadOutcome(
            UploadStatus.CREATED,
            record,
            1,
            landings=import_triggers.import_new_record(writing, record, parcel.judged, author),
        )
    if outcome.status is UploadStatus.GROWN:
        insert_revision(writing, outcome.id, outcome.revision, parcel, RevisionCause(RevisionKind.GROWN, author))
        landings = import_triggers.import_revision(
            writing, outcome.id, outcome.revision, parcel.judged, Attribution(author)
        )
        return outcome._replace(landings=landings)
    if outcome.withdrawn:
        return outcome
    return outcome._replace(landings=import_triggers.import_known_record(writing, outcome.id, parcel.judged, author))


def match_upload(session: Session, judged: JudgedRecord) -> UploadOutcome | None:
    """What an upload comes to that is no new record; None for one that is.

    The content of any revision is there already. So is what a record has been on its way to the latest one, and what a
    withdrawn record has grown to. What any other record has grown to is its next revision.
    """
    row = session.connection.execute(_SAME, (judged.content,)).fetchone()
    if row is not None:
        return UploadOutcome(UploadStatus.EXISTS, row[0], row[1], bool(row[2]))
    found: UploadOutcome | None = None
    for row in session.connection.execute(_CANDIDATES, (judged.opening, MAX_CANDIDATES)).fetchall():
        alike = _Candidate(*row)
        text, _ = session.compressor.unpack(alike.dictionary, alike.packed, alike.cut)
        if _is_at_least_as_long(judged.facts, alike) and is_continuation(judged.record, text):
            return alike.outcome(grows=True)
        if found is None and _is_at_least_as_long(alike, judged.facts) and is_continuation(text, judged.record):
            found = alike.outcome(grows=False)
    return found


def _is_at_least_as_long(one: RecordFacts | _Candidate, other: RecordFacts | _Candidate) -> bool:
    """Whether the one can have grown from the other; it saves reading most of those that have not."""
    return one.deals >= other.deals and one.actions >= other.actions


_HOLDER: Final = "SELECT record FROM revisions WHERE content = ? LIMIT 1"
_CONTENT: Final = "SELECT content FROM revisions WHERE record = ? AND number = ?"


def revise_record(
    writing: Transaction, record: int, expected: int, parcel: PackedRecord, cause: RevisionCause
) -> UploadOutcome:
    """Write the next revision of a record, unless it changes nothing.

    A correction of a withdrawn record restores it; nothing else can be done with one. Raises `NoSuchRecord`,
    `RevisionConflict`, `DuplicateContent` and `RecordWithdrawn`.
    """
    found = load_head(writing.session, record)
    if found.withdrawn and cause.kind not in (RevisionKind.CORRECTED, RevisionKind.RESTORED):
        raise RecordWithdrawn(found.revision)
    _require_revision(found, expected)
    holder = writing.connection.execute(_HOLDER, (parcel.judged.content,)).fetchone()
    if holder is not None and holder[0] != record:
        raise DuplicateContent(holder[0])
    present = writing.connection.execute(_CONTENT, (record, found.revision)).fetchone()
    if present[0] == parcel.judged.content:
        return UploadOutcome(UploadStatus.EXISTS, record, found.revision)
    kind = RevisionKind.RESTORED if found.withdrawn else cause.kind
    number = found.revision + 1
    insert_revision(writing, record, number, parcel, cause._replace(kind=kind))
    landings = import_triggers.import_revision(
        writing, record, number, parcel.judged, Attribution(cause.author, cause.reason)
    )
    return UploadOutcome(UploadStatus.GROWN, record, number, landings=landings)


def withdraw_record(writing: Transaction, record: int, expected: int, cause: RevisionCause) -> Withdrawal:
    """Withdraw a record; the revision that does.

    Raises `NoSuchRecord`, `RevisionConflict`, and `RecordWithdrawn` where it has been done.
    """
    found = load_head(writing.session, record)
    if found.withdrawn:
        raise RecordWithdrawn(found.revision)
    _require_revision(found, expected)
    write_withdrawal(writing, record, found.revision + 1, cause)
    landings = import_triggers.remove_withdrawn_record(
        writing, record, found.revision + 1, Attribution(cause.author, cause.reason)
    )
    return Withdrawal(found.revision + 1, landings)


def _require_revision(found: RecordHead, expected: int) -> None:
    if found.revision != expected:
        raise RevisionConflict(expected, found.revision)
