"""Views of records: uploads, corrections, lists, revisions, and what became of them in tournaments."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from api.views.addresses import record_address
from api.views.values import sentence
from data.store.values import (
    Landing,
    LandingPreview,
    LandingProblem,
    RecordPage,
    RecordSummary,
    Revision,
    UploadOutcome,
    UploadStatus,
    Withdrawal,
)
from schemas.http import records as answers
from schemas.http.answers import Number
from schemas.http.position import Position, Upcoming
from schemas.http.report import Changes
from schemas.judgement import JudgedRecord
from schemas.position import next_deal, position_json
from schemas.record.decode import load_record
from schemas.report import ReportChanges, compare_reports, split_report

NO_CHANGES: ReportChanges = {}


def upload_view(judged: JudgedRecord, outcome: UploadOutcome) -> answers.Uploaded:
    """An upload, and what became of it."""
    return _upload_answer(judged, outcome.status, outcome, import_views(outcome.landings), outcome.duplicates)


def dry_run_view(
    judged: JudgedRecord,
    foreseen: UploadOutcome | None,
    landings: Sequence[LandingPreview] = (),
    duplicates: Sequence[int] = (),
) -> answers.Uploaded:
    """An upload that was only judged; the landings are what would become of it in tournaments.

    `foreseen` is what storing it would do to the record that has it or would grow by it; it is shown as it is now.
    """
    place = foreseen and foreseen._replace(
        revision=foreseen.revision - (1 if foreseen.status is UploadStatus.GROWN else 0)
    )
    return _upload_answer(judged, answers.JUDGED, place, tuple(map(import_preview_view, landings)), duplicates)


def _upload_answer(
    judged: JudgedRecord,
    status: str,
    place: UploadOutcome | None,
    landings: Sequence[answers.Landing],
    duplicates: Sequence[int],
) -> answers.Uploaded:
    return answers.Uploaded(
        status=status,
        id=place and place.id,
        revision=place and place.revision,
        address=place and record_address(place.id),
        withdrawn=place is not None and place.withdrawn,
        report=msgspec.Raw(judged.report),
        notices=list(map(sentence, judged.notices)),
        landings=landings,
        duplicates=duplicates,
    )


def correction_view(judged: JudgedRecord, outcome: UploadOutcome, changed: ReportChanges) -> answers.Corrected:
    """A record after a correction, and what that changed."""
    return answers.Corrected(
        id=outcome.id,
        revision=outcome.revision,
        address=record_address(outcome.id),
        withdrawn=outcome.withdrawn,
        report=msgspec.Raw(judged.report),
        changes=changes_view(changed),
        landings=import_views(outcome.landings),
    )


def withdrawal_view(found: Withdrawal) -> answers.Withdrawn:
    """A record that was withdrawn."""
    return answers.Withdrawn(found.revision, import_views(found.landings))


def added_deal_view(judged: JudgedRecord, outcome: UploadOutcome) -> answers.AddedDeal:
    """A sitting after one more deal, and what the deal after it starts from."""
    parts = split_report(judged.report)
    return answers.AddedDeal(
        id=outcome.id,
        revision=outcome.revision,
        deal=judged.facts.deals,
        report=parts.deals[-1],
        totals=msgspec.json.decode(parts.totals, type=list[Number | None]),
        ranks=msgspec.json.decode(parts.ranks, type=list[int | None]),
        next=msgspec.convert(next_deal(load_record(judged.record)), Upcoming),
        landings=import_views(outcome.landings),
    )


def position_view(record: bytes, deal: int, at: int) -> Position:
    """The table after `at` actions of a deal, counted from 1. Raises `NoSuchPosition`."""
    return msgspec.convert(position_json(load_record(record), deal, at), Position)


def listed_record_view(record: RecordSummary) -> answers.Listed:
    """A record as lists show it."""
    return answers.Listed(
        id=record.id,
        revision=record.revision,
        address=record_address(record.id),
        withdrawn=record.withdrawn,
        rules=record.rules,
        players=[answers.ListedPlayer(*player) for player in record.players],
        event=answers.ListedEvent(record.tournament, record.round, record.date),
        deals=record.deals,
        actions=record.actions,
        legal=record.legal,
        faults=record.faults,
        stored_at=record.stored_at.isoformat(),
        author=record.author,
    )


def record_page_view(page: RecordPage) -> answers.Page:
    """A page of the list of records."""
    return answers.Page(list(map(listed_record_view, page.records)))


def revisions_view(revisions: Iterable[Revision]) -> answers.Revisions:
    """The history of a record, first revision first."""
    return answers.Revisions(list(_revision_views(revisions)))


def _revision_views(revisions: Iterable[Revision]) -> Iterator[answers.Revision]:
    """Each revision with what it changed in the report; a withdrawal has none that could be compared."""
    before: bytes | None = None
    for revision in revisions:
        compared = compare_reports(before, revision.report) if before and revision.report else NO_CHANGES
        yield answers.Revision(
            number=revision.number,
            kind=revision.kind,
            at=revision.at.isoformat(),
            author=revision.author,
            reason=revision.reason,
            changes=changes_view(compared),
        )
        before = revision.report or before


def changes_view(changed: ReportChanges) -> Changes:
    """What differs between two reports."""
    return msgspec.convert(changed, Changes)


def import_views(landings: Iterable[Landing]) -> tuple[answers.Landing, ...]:
    """What became of a record in the tournaments that it concerns; most concern none."""
    return tuple(map(import_view, landings))


def import_view(found: Landing) -> answers.Landing:
    """What became of a record in a tournament."""
    return answers.Landing(
        tournament=found.tournament,
        record=found.record,
        version=found.version,
        problem=found.problem and import_problem_view(found.problem),
        missing=found.missing,
    )


def import_problem_view(found: LandingProblem) -> answers.LandingProblem:
    """Why a record could not be imported into a tournament."""
    return answers.LandingProblem(
        record=found.record,
        revision=found.revision,
        version=found.version,
        at=found.at.isoformat(),
        author=found.author,
        code=found.code,
        message=answers.Texts(*found.text),
    )


def import_preview_view(found: LandingPreview) -> answers.Landing:
    """What would become of a record in a tournament. Time and author are unknown, because nothing was tried."""
    problem = None
    if found.text is not None and found.code is not None:
        problem = answers.LandingProblem(
            record=found.record,
            revision=None,
            version=found.version,
            at=None,
            author=None,
            code=found.code,
            message=answers.Texts(*found.text),
        )
    return answers.Landing(
        tournament=found.tournament,
        record=found.record,
        version=found.version,
        problem=problem,
        missing=found.missing,
    )
