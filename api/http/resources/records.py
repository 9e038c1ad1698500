"""`/v1/records`, with `/report` and `/revisions`: records are sent, found, read, corrected and withdrawn."""

from typing import Any, Final

import msgspec
from flask import Response, request

from daifu.api.http import etags, problem_types, responses
from daifu.api.http.access import caller_has_role, current_author, require_role, requires_read_access, requires_role
from daifu.api.http.errors import HttpProblem, other_rules_problem
from daifu.api.http.etags import answers_not_modified, answers_table, with_revision
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.media_types import BINARY, GZIP, JSON, NOTATION, PLAIN
from daifu.api.http.metrics import count_upload
from daifu.api.http.operation import answers, fails_with, takes_body, takes_query
from daifu.api.http.request_body import take_turn
from daifu.api.http.requests import read_json_body, read_record_body
from daifu.api.http.responses import empty_response, json_bytes_response, json_response, table_response, with_page_links
from daifu.api.http.services import services
from daifu.api.views import addresses, records
from daifu.data.ingest import Ingest
from daifu.data.long_records import LONG_RECORD, apart
from daifu.data.store.errors import RecordDamaged, RecordWithdrawn
from daifu.data.store.values import SCOREKEEPER, RecordFilter, StoredRecord, UploadOutcome, UploadStatus
from daifu.data.stored_houses import flat_of
from daifu.replay.options import Options
from daifu.schemas.answer import cursor_text
from daifu.schemas.house_document import game_of_base, record_fields
from daifu.schemas.http import json_schema
from daifu.schemas.http.queries import (
    CorrectionQuery,
    ReasonQuery,
    RecordQuery,
    RecordTableQuery,
    RevisionPageQuery,
    RulesQuery,
    UploadQuery,
)
from daifu.schemas.http.records import Corrected, Page, Revisions, Uploaded, Withdrawn
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_by_other_rules
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.report import Report
from daifu.schemas.report_changes import NO_CHANGES, Changes, compare_reports
from daifu.schemas.sources.conversion import find_losses, write_record
from daifu.schemas.sources.items import DAIFU, FU, Item, SourceRefused
from daifu.schemas.sources.streams import STDIN

LONG_BYTES: Final = 1 << 17
"""A record with a longer text or report takes long to read. As a rule they have a few thousand bytes."""
_CREATED: Final = 201
_FILE: Final = {"type": "string", "format": "binary"}
_TEXT: Final = {"type": "string"}
_BODIES: Final = {JSON: json_schema.REFERENCE, PLAIN: _TEXT, NOTATION: _TEXT, BINARY: _FILE, GZIP: _FILE}


@answers(_CREATED, "A new record was stored", Uploaded, headers=["Location", "ETag"])
@answers(200, "The record is not new, or was only judged", Uploaded, headers=["ETag"])
@fails_with(*problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_query(UploadQuery)
@takes_body(_BODIES)
def add_record(query: dict[str, Any]) -> Response:
    """Send a record.

    The body is one record as JSON, a text in the hand notation, or a log of another program; it may be gzipped. The
    answer says what became of it, with the whole report. A game with faults is stored like any other; the report lists
    its faults. Only a record with more than 50,000 of them, notices included, is refused.

    A record that is there already is not stored again: the answer names it (`exists`), even if it was withdrawn. A
    sitting that has gone on since it was last sent becomes the next revision of its record (`grown`).

    A corrected file is a new record, which counts beside the old one. `duplicates` names the records that are probably
    the same sitting as a new one: they have the same event, day and players, and the hands or actions do not show that
    they are others. Correct the old record, or withdraw one of them.

    The results of a record whose event names a tournament are imported there at once. `landings` says so, or what
    prevents it. A record that is there already is imported if that is possible by now. With `dry_run`, `landings` says
    what would happen.
    """
    item = read_record_body(query["format"])
    ingest = Ingest(services().store, current_author())
    if query["dry_run"]:
        return json_response(records.dry_run_view(*ingest.preview(item)))
    return _upload_response(*ingest.one(item))


@answers_table("Some of the records, newest first", Page, headers=["ETag", "Link"])
@fails_with(problem_types.NOT_ALLOWED)
@requires_read_access
@takes_query(RecordTableQuery)
def list_records(query: dict[str, Any]) -> Response:
    """Find records.

    Newest first, a page at a time. The header `Link` leads to the first page and, if there is one, to the next. Records
    added in the meantime come before the first page, so that pages do not shift.
    """
    page = services().store.page(record_filter(query), query.get("cursor"), query["limit"])
    table = records.record_page_table(page)
    return with_page_links(table_response(table), table.after)


def record_filter(query: dict[str, Any]) -> RecordFilter:
    """The filter that a `RecordFilterQuery` asks for. Withdrawn records are for scorekeepers.

    Raises the problems `not-authenticated` and `not-allowed`.
    """
    if query["withdrawn"]:
        require_role(SCOREKEEPER)
    return RecordFilter(
        player=query.get("player"),
        rules=query.get("rules"),
        tournament=query.get("tournament"),
        legal=query.get("legal"),
        fault=query.get("fault"),
        since=query.get("from"),
        until=query.get("to"),
        withdrawn=query["withdrawn"],
        against=query.get("against"),
        evening=query["evening"],
    )


def readable_record(record: int, revision: int | None = None) -> StoredRecord:
    """A revision of a record, by default the latest. What was withdrawn can only be read by scorekeepers.

    A long one is read in the lane for what takes long. Raises `NoSuchRecord` and `RecordWithdrawn`.
    """
    store = services().store
    if store.length(record, revision) > LONG_BYTES:
        go_on_in(Lane.COSTLY)  # before it is unpacked
    stored = store.record(record, revision)
    if len(stored.record) + len(stored.report) > LONG_BYTES:
        go_on_in(Lane.COSTLY)
    if stored.withdrawn:
        require_readable(record)
    return stored


def asked_rules(query: dict[str, Any]) -> tuple[str | None, Options | None]:
    """The game and the options that a `RulesQuery` asks for: those of the house rules, where it names any.

    Raises `NoSuchHouse`.
    """
    if "house" not in query:
        return query.get("rules"), query.get("options")
    flat = flat_of(services().store.houses.find(*query["house"]))
    options, _named = record_fields(flat)
    return game_of_base(flat.base), options


def take_turn_if_long(record: int) -> None:
    """Wait for the turn of this request if it changes a long record. Raises `ClientDisconnected`."""
    if services().store.length(record) > LONG_RECORD:
        take_turn()


def require_readable(record: int) -> None:
    """Raise `RecordWithdrawn` for a record that was withdrawn, except for scorekeepers, and `NoSuchRecord`."""
    if not caller_has_role(SCOREKEEPER):
        services().store.latest(record)


def _upload_response(judged: JudgedRecord, outcome: UploadOutcome) -> Response:
    count_upload(outcome.status)
    answer = json_response(
        records.upload_view(judged, outcome), _CREATED if outcome.status is UploadStatus.CREATED else 200
    )
    if outcome.status is UploadStatus.CREATED:
        answer.headers["Location"] = addresses.record_address(outcome.id)
    return with_revision(answer, outcome.id, outcome.revision)


def record_response(form: str, record: bytes) -> Response:
    """The response with a record, given as JSON, in a format. Raises the problem `cannot-convert`."""
    if form == DAIFU:
        return json_bytes_response(record)
    raw = msgspec.json.decode(record)
    try:
        log = write_record(Item(STDIN, 0, DAIFU, record), raw, form)
        losses = find_losses(raw, log, form)
    except SourceRefused as refused:
        raise HttpProblem(problem_types.CANNOT_CONVERT, refused.reasons[0].expected) from refused
    answer = Response(log, mimetype=NOTATION if form == FU else PLAIN)
    if losses:
        answer.headers["X-Left-Out"] = ", ".join(lost.part for lost in losses)
    return answer


@answers(200, "The record", json_schema.REFERENCE, headers=["ETag", "Link"])
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
    form = query["format"]
    if form == DAIFU and "daifu.fu" in request.headers.get("Accept", ""):  # looked at before all of it is read
        form = FU if request.accept_mimetypes.best_match((JSON, NOTATION)) == NOTATION else form
    answer = record_response(form, stored.record)
    answer.vary.add("Accept")
    responses.with_links(answer, describedby=f"{address}/report", version_history=f"{address}/revisions")
    return with_revision(answer, id, stored.revision)


@answers(200, "The record was corrected", Corrected, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.CONFLICT, problem_types.ANOTHER_GAME, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@etags.requires_if_match
@takes_query(CorrectionQuery)
@takes_body({JSON: json_schema.REFERENCE})
def correct_record(query: dict[str, Any], id: int) -> Response:
    """Correct a record, or restore it.

    The body is the whole record as it should be. It becomes the next revision; earlier revisions stay. The answer says
    what changed in places, points and faults. If nothing changes, there is no new revision. A withdrawn record is
    restored. Other rules, or none of the players of before, make it another game, and only `replace` takes that.
    """
    expected = etags.if_match_revision(id)
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
@etags.requires_if_match
@takes_query(ReasonQuery)
def withdraw_record(query: dict[str, Any], id: int) -> Response:
    """Withdraw a record.

    The record leaves all lists and cannot be read, except for its revisions, by scorekeepers. Nothing is deleted: a
    `PUT` restores it. Its results leave the tournaments that they are in, and the answer says what became of them.
    """
    expected = etags.if_match_revision(id)
    take_turn_if_long(id)
    found = services().store.withdraw(id, current_author(), expected=expected, reason=query["reason"])
    return json_response(records.withdrawal_view(found)) if found.imports else empty_response()


def _changes_by(outcome: UploadOutcome, report: bytes) -> Changes:
    """What a correction with this outcome and this new report changed."""
    if outcome.status is not UploadStatus.GROWN:
        return NO_CHANGES
    store = services().store
    try:
        try:
            before = store.record(outcome.id, outcome.revision - 1).report
        except RecordWithdrawn:  # a withdrawal has no report, so the one before it counts
            before = store.record(outcome.id, outcome.revision - 2).report
        return apart(compare_reports, before, report, size=len(before))
    except RecordDamaged:  # the correction is stored, and what it changed is not known
        return NO_CHANGES


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
        try:
            report = judge_by_other_rules(readable_record(id, revision).record, *asked_rules(query))
        except RecordRefused as refused:  # cards or players do not fit these rules
            raise other_rules_problem(refused) from refused
    return with_revision(json_bytes_response(report), id, revision)


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


@answers(200, "The record as it was", json_schema.REFERENCE, headers=["ETag", "Link"])
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
