"""Decides what becomes of an upload, a correction or a withdrawal. A store fetches the values and writes the rows.

An upload is a new record, the next revision of a record that has grown, or nothing new. Corrections and withdrawals are
revisions, too: nothing is overwritten.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from daifu.data.store.errors import AnotherGame, DuplicateContent, RecordWithdrawn, RevisionConflict
from daifu.data.store.values import RevisionKind, UploadOutcome, UploadStatus
from daifu.schemas.judged_record import JudgedRecord, RecordFacts
from daifu.schemas.record.identity import is_continuation, may_be_same_sitting

MAX_CANDIDATES: Final = 50
"""How many records with the same beginning are compared with an upload: sittings with unknown hands all begin alike."""

MAX_SIMILAR: Final = 3
"""How many records of the same event, day and players are compared with a new record: those of the nearest length."""

_RESTORING: Final = (RevisionKind.CORRECTED, RevisionKind.RESTORED)


class GameHeader(NamedTuple):
    """The rules of a record and the ids of its players."""

    rules: str
    players: frozenset[str]


class RecordHead(NamedTuple):
    """A record by its latest revision, and whether that revision withdrew it."""

    id: int
    revision: int
    withdrawn: bool


class Candidate(NamedTuple):
    """A record that begins like an upload: its size and its text, before its withdrawal if it is withdrawn."""

    head: RecordHead
    deals: int
    actions: int
    text: bytes


class SimilarRecord(NamedTuple):
    """A stored record of the same event, day and players as an upload, and its text."""

    id: int
    text: bytes


class NextRevision(NamedTuple):
    """The number and the kind of a revision that is to be written."""

    number: int
    kind: RevisionKind


def match_upload(
    judged: JudgedRecord, same: RecordHead | None, candidates: Iterable[Candidate]
) -> UploadOutcome | None:
    """What becomes of an upload that is no new record; None for one that is.

    `same` is the record one of whose revisions has the content of the upload; the `candidates` begin like the upload,
    the latest record first. They are read only where there is no `same`, and only as far as needed.

    The content of any revision exists, and so does an earlier state of a record that has grown since. A later state of
    a record is its next revision, except that a withdrawn record takes none: it exists.
    """
    if same is not None:
        return _existing(same)
    earlier: UploadOutcome | None = None
    for candidate in candidates:
        if _may_continue(judged.facts, candidate) and is_continuation(judged.record, candidate.text):
            head = candidate.head
            grown = UploadOutcome(UploadStatus.GROWN, head.id, head.revision + 1)
            return _existing(head) if head.withdrawn else grown
        if (
            earlier is None
            and _may_continue(candidate, judged.facts)
            and is_continuation(candidate.text, judged.record)
        ):
            earlier = _existing(candidate.head)
    return earlier


def probable_duplicates(judged: JudgedRecord, similar: Iterable[SimilarRecord]) -> tuple[int, ...]:
    """The records that are probably the same sitting as a new record, such as one that was corrected in its file."""
    return tuple(one.id for one in similar if may_be_same_sitting(judged.record, one.text))


def next_revision(
    head: RecordHead, kind: RevisionKind, *, expected: int, owner: int | None, unchanged: bool
) -> NextRevision | None:
    """The revision that a correction or another deal makes of a record; None where it changes nothing.

    `owner` is the record that has or had the new content, `unchanged` whether the latest revision has it. The
    correction of a withdrawn record restores it.

    Raises `RecordWithdrawn` for another deal of a withdrawn record, `RevisionConflict` where the latest revision is not
    the `expected` one, and `DuplicateContent` where the content belongs to another record.
    """
    if head.withdrawn and kind not in _RESTORING:
        raise RecordWithdrawn(head.revision)
    _require_revision(head, expected)
    if owner not in (None, head.id):
        raise DuplicateContent(owner)
    if unchanged:
        return None
    return NextRevision(head.revision + 1, RevisionKind.RESTORED if head.withdrawn else kind)


def next_withdrawal(head: RecordHead, *, expected: int) -> NextRevision:
    """The revision that withdraws a record. Raises `RecordWithdrawn` or `RevisionConflict`."""
    if head.withdrawn:
        raise RecordWithdrawn(head.revision)
    _require_revision(head, expected)
    return NextRevision(head.revision + 1, RevisionKind.WITHDRAWN)


def concerned_tournaments(named: int | None, linked: Iterable[int]) -> list[int]:
    """The tournaments that a revision concerns: those linked with its record, and the one that its event names.

    A tournament is linked with a record if it holds results of it, or stores why they could not be imported. A
    withdrawal names none.
    """
    return list(dict.fromkeys([*linked] if named is None else [*linked, named]))


def _existing(head: RecordHead) -> UploadOutcome:
    return UploadOutcome(UploadStatus.EXISTS, head.id, head.revision, head.withdrawn)


def _may_continue(later: RecordFacts | Candidate, earlier: RecordFacts | Candidate) -> bool:
    """Whether the sizes allow the one to continue the other; most that do not continue need not be parsed then."""
    return later.deals >= earlier.deals and later.actions >= earlier.actions


def _require_revision(head: RecordHead, expected: int) -> None:
    if head.revision != expected:
        raise RevisionConflict(expected, head.revision)


def check_same_game(record: int, before: GameHeader, after: RecordFacts) -> None:
    """Raise `AnotherGame` if a correction changes the rules of a record, or all of its players."""
    if before.rules != after.rules:
        raise AnotherGame(record, (before.rules, after.rules))
    if before.players.isdisjoint(id for id, _name in after.players):
        raise AnotherGame(record, None)
