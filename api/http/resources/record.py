"""`/v1/records/{id}`, `/report` and `/revisions`: one record is read, corrected and withdrawn."""

from typing import Any, Final

import msgspec
from flask import Response, request

from daifu.api.http import problem_types, responses
from daifu.api.http.access.auth import current_author, requires_read_access, requires_role
from daifu.api.http.caching import conditional
from daifu.api.http.caching.conditional import answers_not_modified, with_revision
from daifu.api.http.errors import HttpProblem, other_rules_problem
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.media_types import JSON, NOTATION, PLAIN
from daifu.api.http.operation import answers, fails_with, takes_body, takes_query
from daifu.api.http.requests import read_json_body
from daifu.api.http.resources.records import (
    LONG_BYTES,
    asked_rules,
    readable_record,
    require_readable,
    take_turn_if_long,
)
from daifu.api.http.responses import empty_response, json_bytes_response, json_response
from daifu.api.http.services import services
from daifu.api.views import addresses, records
from daifu.data.ingest import Ingest
from daifu.data.long_records import apart
from daifu.data.store.errors import RecordDamaged, RecordWithdrawn
from daifu.data.store.values import SCOREKEEPER, UploadOutcome, UploadStatus
from daifu.schemas.http import record_schema
from daifu.schemas.http.cursors import cursor_text
from daifu.schemas.http.queries import CorrectionQuery, ReasonQuery, RecordQuery, RevisionPageQuery, RulesQuery
from daifu.schemas.http.records import Corrected, Revisions, Withdrawn
from daifu.schemas.judgement import judge_by_other_rules
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.report import Report
from daifu.schemas.report_changes import NO_CHANGES, Changes, compare_reports
from daifu.schemas.sources.conversion import write_record
from daifu.schemas.sources.items import DAIFU, FU, Item, SourceRefused
from daifu.schemas.sources.losses import find_losses
from daifu.schemas.sources.streams import STDIN

_decode_json: Final = msgspec.json.decode


def _wanted_format(form: str) -> str:
    """The format of an answer: the hand notation where the client accepts it rather than JSON."""
    accepted = request.accept_mimetypes
    prefers = "daifu.fu" in request.headers.get("Accept", "") and accepted.best_match((JSON, NOTATION)) == NOTATION
    return FU if form == DAIFU and prefers else form


def record_response(form: str, record: bytes) -> Response:
    """The response with a record, given as JSON, in a format. Raises the problem `cannot-convert`."""
    if form == DAIFU:
        return json_bytes_response(record)
    raw = _decode_json(record)
    try:
        log = write_record(Item(STDIN, 0, DAIFU, record), raw, form)
        losses = find_losses(raw, log, form)
    except SourceRefused as refused:
        raise HttpProblem(problem_types.CANNOT_CONVERT, refused.reasons[0].expected) from refused
    answer = Response(log, mimetype=NOTATION if form == FU else PLAIN)
    if losses:
        answer.headers["X-Left-Out"] = ", ".join(lost.part for lost in losses)
    return answer


@answers(200, "The record", record_schema.REFERENCE, headers=["ETag", "Link"])
@answers(200, "The record", {"type": "string"}, media_type=PLAIN, headers=["X-Left-Out"])
@answers(200, "The record in the hand notation", {"type": "string"}, media_type=NOTATION)
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN, problem_types.CANNOT_CONVERT)
@answers_not_modified
@requires_read_access
@takes_query(RecordQuery)
def read_record(query: dict[str, Any], id: int) -> Response:
    """Read a record.

    The record as it was sent, which is also what a `PUT` takes. `format` asks for it as a log of another program, if
    that can express it; `X-Left-Out` then names what the log has no place for. `Accept: text/vnd.daifu.fu` asks for the
    hand notation, as `format=fu` does. For a record that was withdrawn, the
    problem has the ETag with which it can be restored.
    """
    stored = readable_record(id)
    address = addresses.record_address(id)
    answer = record_response(_wanted_format(query["format"]), stored.record)
    answer.vary.add("Accept")
    responses.with_links(answer, describedby=f"{address}/report", version_history=f"{address}/revisions")
    return with_revision(answer, id, stored.revision)


@answers(200, "The record was corrected", Corrected, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.CONFLICT, problem_types.ANOTHER_GAME, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@conditional.requires_if_match
@takes_query(CorrectionQuery)
@takes_body({JSON: record_schema.REFERENCE})
def correct_record(query: dict[str, Any], id: int) -> Response:
    """Correct a record, or restore it.

    The body is the whole record as it should be. It becomes the next revision; earlier revisions stay. The answer says
    what changed in places, points and faults. If nothing changes, there is no new revision. A withdrawn record is
    restored. Other rules, or none of the players of before, make it another game, and only `replace` takes that.
    """
    expected = conditional.if_match_revision(id)
    ingest = Ingest(services().store, current_author())
    judged, outcome = ingest.correct(
        id, read_json_body(), expected=expected, reason=query["reason"], replace=query["replace"]
    )
    answer = json_response(records.correction_view(judged, outcome, _changes_by(outcome, judged.report)))
    return with_revision(answer, id, outcome.revision)


@answers(200, "The record was withdrawn, and concerns a tournament", Withdrawn)
@answers(204, "The record was withdrawn")
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@conditional.requires_if_match
@takes_query(ReasonQuery)
def withdraw_record(query: dict[str, Any], id: int) -> Response:
    """Withdraw a record.

    The record leaves all lists and cannot be read, except for its revisions, by scorekeepers. Nothing is deleted: a
    `PUT` restores it. Its results leave the tournaments that they are in, and the answer says what became of them.
    """
    expected = conditional.if_match_revision(id)
    take_turn_if_long(id)
    found = services().store.withdraw(id, current_author(), expected=expected, reason=query["reason"])
    return json_response(records.withdrawal_view(found)) if found.imports else empty_response()


def _changes_by(outcome: UploadOutcome, report: bytes) -> Changes:
    """What a correction with this outcome and this new report changed."""
    if outcome.status is not UploadStatus.GROWN:
        return NO_CHANGES
    try:
        before = _report_before(outcome.id, outcome.revision)
        return apart(compare_reports, before, report, size=len(before))
    except RecordDamaged:  # the correction is stored, and what it changed is not known
        return NO_CHANGES


def _report_before(record: int, revision: int) -> bytes:
    """The report on the record before this revision. A withdrawal has no report, so the one before it counts.

    Raises `RecordDamaged`.
    """
    store = services().store
    try:
        return store.record(record, revision - 1).report
    except RecordWithdrawn:
        return store.record(record, revision - 2).report


@answers(200, "The report", Report, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN, problem_types.CANNOT_CONVERT)
@answers_not_modified
@requires_read_access
@takes_query(RulesQuery)
def read_report(query: dict[str, Any], id: int) -> Response:
    """Read the report on a record.

    Places, titles, points and faults of every deal, the totals and ranks. With `rules`, `options` or `house` the same
    record is judged by other rules, to see whether it would be legal there. That report is not stored.
    """
    store = services().store
    if query or store.length(id) > LONG_BYTES:
        go_on_in(Lane.COSTLY)
    report, revision = store.report(id)
    if query or len(report) > LONG_BYTES:
        go_on_in(Lane.COSTLY)
    if query:
        report = _report_by_other_rules(id, revision, query)
    return with_revision(json_bytes_response(report), id, revision)


def _report_by_other_rules(record: int, revision: int, query: dict[str, Any]) -> bytes:
    """The report by other rules. Raises the problem `cannot-convert` if cards or players do not fit them."""
    stored = readable_record(record, revision)
    try:
        return judge_by_other_rules(stored.record, *asked_rules(query))
    except RecordRefused as refused:
        raise other_rules_problem(refused) from refused


@answers(200, "Some of the revisions, first to last", Revisions, headers=["ETag", "Link"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN)
@answers_not_modified
@requires_read_access
@takes_query(RevisionPageQuery)
def list_revisions(query: dict[str, Any], id: int) -> Response:
    """Read the history of a record.

    Who changed it, when, why, and what that changed in places, points and faults, a page at a time. Scorekeepers can
    also read it of a withdrawn record. The header `Link` leads to the first page and, if there is one, to the next.
    """
    require_readable(id)
    page = services().store.revision_page(id, query.get("cursor") or 0, query["limit"])
    following = None if page.after is None else cursor_text(page.after)
    answer = with_revision(json_response(records.revisions_view(page, following)), id, page.latest)
    return responses.with_page_links(answer, following)


@answers(200, "The record as it was", record_schema.REFERENCE, headers=["ETag", "Link"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN)
@answers_not_modified
@requires_read_access
def read_revision(id: int, number: int) -> Response:
    """Read a revision of a record.

    A revision never changes. A revision that withdrew the record has no content, and only scorekeepers can read the
    others of a withdrawn record.
    """
    stored = readable_record(id, number)
    address = addresses.record_address(id)
    described = f"{address}/revisions/{number}/report"
    answer = responses.with_links(json_bytes_response(stored.record), describedby=described, latest_version=address)
    return with_revision(answer, id, number)


@answers(200, "The report as it was", Report, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN)
@answers_not_modified
@requires_read_access
def read_revision_report(id: int, number: int) -> Response:
    """Read the report on a revision of a record.

    What the replay found when the revision was stored.
    """
    return with_revision(json_bytes_response(readable_record(id, number).report), id, number)
