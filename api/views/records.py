"""Views of records: uploads, corrections, lists, revisions, and what became of them in tournaments."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Final

import msgspec

from daifu.api.views.addresses import record_address
from daifu.api.views.tournaments.tournaments import import_preview_view, import_views
from daifu.api.views.values import TableView, sentence
from daifu.data.long_records import apart
from daifu.data.store.values import (
    RecordImportPreview,
    RecordPage,
    RecordSummary,
    Revision,
    RevisionPage,
    UploadOutcome,
    UploadStatus,
    Withdrawal,
)
from daifu.schemas import tournament_log
from daifu.schemas.answer import Number, cursor_text
from daifu.schemas.csv_text import Cell
from daifu.schemas.http import records as answers
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.position import Upcoming, next_deal
from daifu.schemas.record.decode import load_record
from daifu.schemas.report import split_report
from daifu.schemas.report_changes import NO_CHANGES, Changes, compare_reports


def upload_view(judged: JudgedRecord, outcome: UploadOutcome) -> answers.Uploaded:
    """An upload, and what became of it."""
    return _upload_answer(judged, outcome.status, outcome, import_views(outcome.imports), outcome.duplicates)


def dry_run_view(
    judged: JudgedRecord,
    foreseen: UploadOutcome | None,
    landings: Sequence[RecordImportPreview] = (),
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
    landings: Sequence[tournament_log.Landing],
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


def correction_view(judged: JudgedRecord, outcome: UploadOutcome, changed: Changes) -> answers.Corrected:
    """A record after a correction, and what that changed."""
    return answers.Corrected(
        id=outcome.id,
        revision=outcome.revision,
        address=record_address(outcome.id),
        withdrawn=outcome.withdrawn,
        report=msgspec.Raw(judged.report),
        changes=changed,
        notices=tuple(map(sentence, judged.notices)),
        landings=import_views(outcome.imports),
    )


def withdrawal_view(found: Withdrawal) -> answers.Withdrawn:
    """A record that was withdrawn."""
    return answers.Withdrawn(found.revision, import_views(found.imports))


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
        next=apart(_next_deal, judged.record, size=len(judged.record)),
        landings=import_views(outcome.imports),
    )


def _next_deal(text: bytes) -> Upcoming:
    return next_deal(load_record(text))


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


_COLUMNS: Final = (
    *("id", "revision", "rules", "date", "event", "round", "players", "names"),
    *("deals", "actions", "legal", "faults", "stored_at", "author"),
)
_SEPARATOR: Final = "; "


def record_page_table(page: RecordPage) -> TableView:
    """A page of the list of records."""
    following = None if page.after is None else cursor_text(page.after)
    told = answers.Page(list(map(listed_record_view, page.records)), following)
    return TableView(told, _COLUMNS, lambda _language: map(_record_row, page.records), following)


def _record_row(record: RecordSummary) -> Sequence[Cell]:
    """A record as a row of a table. Players, their names, and faults with their numbers are lists in one cell."""
    return (
        record.id,
        record.revision,
        record.rules,
        record.date and date.fromisoformat(record.date),
        record.tournament,
        record.round,
        _SEPARATOR.join(id for id, _name in record.players),
        _SEPARATOR.join(name for _id, name in record.players),
        record.deals,
        record.actions,
        "yes" if record.legal else "no",
        _SEPARATOR.join(f"{code} {count}" for code, count in record.faults.items()),
        record.stored_at.isoformat(),
        record.author,
    )


def revisions_view(page: RevisionPage, following: str | None = None) -> answers.Revisions:
    """A page of the history of a record, first revision first, and the cursor of the next page."""
    return answers.Revisions(list(_revision_views(page.revisions, page.report_before)), following)


def _revision_views(revisions: Iterable[Revision], before: bytes | None) -> Iterator[answers.Revision]:
    """Each revision with what it changed in the report; a withdrawal has none that could be compared."""
    for revision in revisions:
        compared = compare_reports(before, revision.report) if before and revision.report else NO_CHANGES
        yield answers.Revision(
            number=revision.number,
            kind=revision.kind,
            at=revision.at.isoformat(),
            author=revision.author,
            reason=revision.reason,
            changes=compared,
        )
        before = revision.report or before
