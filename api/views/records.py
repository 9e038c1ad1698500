"""Views of records: uploads, corrections, lists, revisions, and what became of them in tournaments."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from api.views.addresses import record_address
from api.views.values import Json
from data.store.values import (
    Landing,
    LandingPreview,
    LandingProblem,
    RecordSummary,
    Revision,
    UploadOutcome,
    UploadStatus,
)
from schemas.http.records import JUDGED
from schemas.judgement import JudgedRecord
from schemas.position import next_deal
from schemas.record.decode import load_record
from schemas.report import ReportChanges, compare_reports, split_report

View = dict[str, Any]

_NOT_STORED: Final[View] = {"id": None, "revision": None, "address": None, "withdrawn": False}


def record_state_view(outcome: UploadOutcome) -> View:
    """A record by its number, and its latest revision."""
    return {
        "id": outcome.id,
        "revision": outcome.revision,
        "address": record_address(outcome.id),
        "withdrawn": outcome.withdrawn,
    }


def upload_view(judged: JudgedRecord, outcome: UploadOutcome) -> View:
    """An upload, and what became of it."""
    return {
        "status": outcome.status,
        **record_state_view(outcome),
        **_report_view(judged),
        **result_imports_view(outcome.landings),
    }


def dry_run_view(judged: JudgedRecord, foreseen: UploadOutcome | None, landings: Sequence[LandingPreview] = ()) -> View:
    """An upload that was not stored, with the record as it is that has it or would grow by it, if there is one.

    The landings are what would become of it in tournaments.
    """
    place = record_state_view(_before_upload(foreseen)) if foreseen else _NOT_STORED
    would_land = {"landings": list(map(import_preview_view, landings))} if landings else {}
    return {"status": JUDGED, **place, **_report_view(judged), **would_land}


def correction_view(judged: JudgedRecord, outcome: UploadOutcome, changed: ReportChanges) -> View:
    """A record after a correction, and what that changed."""
    return {
        **record_state_view(outcome),
        "report": msgspec.Raw(judged.report),
        "changes": changed,
        **result_imports_view(outcome.landings),
    }


def added_deal_view(judged: JudgedRecord, outcome: UploadOutcome) -> View:
    """A sitting after one more deal, and what the deal after it starts from."""
    parts = split_report(judged.report)
    return {
        "id": outcome.id,
        "revision": outcome.revision,
        "deal": judged.facts.deals,
        "report": parts.deals[-1],
        "totals": parts.totals,
        "ranks": parts.ranks,
        "next": next_deal(load_record(judged.record)),
        **result_imports_view(outcome.landings),
    }


def result_imports_view(landings: Sequence[Landing]) -> View:
    """What became of a record in the tournaments that it concerns; most concern none."""
    return {"landings": list(map(result_import_view, landings))} if landings else {}


def listed_record_view(record: RecordSummary) -> View:
    """A record as lists show it."""
    return {
        "id": record.id,
        "revision": record.revision,
        "address": record_address(record.id),
        "withdrawn": record.withdrawn,
        "rules": record.rules,
        "players": [{"id": player, "name": name} for player, name in record.players],
        "event": {"name": record.tournament, "round": record.round, "date": record.date},
        "deals": record.deals,
        "actions": record.actions,
        "legal": record.legal,
        "faults": record.faults,
        "stored_at": record.stored_at.isoformat(),
        "author": record.author,
    }


def revision_views(revisions: list[Revision]) -> Iterator[View]:
    """Revisions from the first on, each with what it changed; a withdrawal changes nothing that is to be compared."""
    before: bytes | None = None
    for revision in revisions:
        yield {
            "number": revision.number,
            "kind": revision.kind,
            "at": revision.at.isoformat(),
            "author": revision.author,
            "reason": revision.reason,
            "changes": compare_reports(before, revision.report) if before and revision.report else {},
        }
        before = revision.report or before


def _before_upload(foreseen: UploadOutcome) -> UploadOutcome:
    """The record as it is before what is foreseen."""
    return foreseen._replace(revision=foreseen.revision - (foreseen.status is UploadStatus.GROWN))


def _report_view(judged: JudgedRecord) -> View:
    return {
        "report": msgspec.Raw(judged.report),
        "notices": [notice._asdict() for notice in judged.notices],
    }


def import_problem_view(found: LandingProblem) -> Json:
    """Why a record could not land."""
    return {
        "record": found.record,
        "revision": found.revision,
        "version": found.version,
        "at": found.at.isoformat(),
        "author": found.author,
        "code": found.code,
        "message": found.text._asdict(),
    }


def result_import_view(found: Landing) -> Json:
    """What became of a record in a tournament."""
    return {
        "tournament": found.tournament,
        "record": found.record,
        "version": found.version,
        "problem": None if found.problem is None else import_problem_view(found.problem),
        "missing": found.missing,
    }


def import_preview_view(found: LandingPreview) -> Json:
    """What would become of a record in a tournament; nobody has tried, so that it is not known when and by whom."""
    told: Json = {"record": found.record, "version": found.version}
    problem: Json | None = None
    if found.text is not None:
        untried = {"revision": None, "at": None, "author": None}
        problem = {**told, **untried, "code": found.code, "message": found.text._asdict()}
    return {**told, "tournament": found.tournament, "problem": problem, "missing": found.missing}
