"""`/v1/records`: records are sent and found."""

from typing import Any, Final

from flask import Response

from api.http import problem_types
from api.http.auth import current_author, requires_read_access, requires_role
from api.http.conditional import with_revision
from api.http.media_types import BINARY, GZIP, JSON, PLAIN
from api.http.monitoring.metrics import count_upload
from api.http.operation import answers, fails_with, takes_body, takes_query
from api.http.requests import read_record_body, record_filter
from api.http.responses import json_response, with_page_links
from api.http.services import services
from api.views import addresses, records
from data.ingest import Ingest
from data.store.values import SCOREKEEPER, UploadOutcome, UploadStatus
from schemas.http import record_schema
from schemas.http.cursors import cursor_text
from schemas.http.queries import PageQuery, UploadQuery
from schemas.http.records import Page, Uploaded
from schemas.judged_record import JudgedRecord

_CREATED: Final = 201
_FILE: Final = {"type": "string", "format": "binary"}
_BODIES: Final = {JSON: record_schema.REFERENCE, PLAIN: {"type": "string"}, BINARY: _FILE, GZIP: _FILE}


@answers(
    _CREATED,
    "A new record was stored",
    Uploaded,
    headers=["Location", "ETag"],
)
@answers(
    200,
    "The record is not new, or was only judged",
    Uploaded,
    headers=["ETag"],
)
@fails_with(problem_types.READ_ONLY, problem_types.STORE_FULL)
@requires_role(SCOREKEEPER)
@takes_query(UploadQuery)
@takes_body(_BODIES)
def add_record(query: dict[str, Any]) -> Response:
    """Send a record.

    The body is one record as JSON, or a log of another program; it may be gzipped. The answer says what became of it,
    with the whole report. A game with faults is stored like any other; the report lists its faults.

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


@answers(200, "Some of the records, newest first", Page, headers=["Link"])
@requires_read_access
@takes_query(PageQuery)
def list_records(query: dict[str, Any]) -> Response:
    """Find records.

    Newest first, a page at a time. The header `Link` leads to the first page and, if there is one, to the next. Records
    added in the meantime come before the first page, so that pages do not shift.
    """
    page = services().store.page(record_filter(query), query.get("cursor"), query["limit"])
    return with_page_links(
        json_response(records.record_page_view(page)), None if page.after is None else cursor_text(page.after)
    )


def _upload_response(judged: JudgedRecord, outcome: UploadOutcome) -> Response:
    count_upload(outcome.status)
    answer = json_response(
        records.upload_view(judged, outcome), _CREATED if outcome.status is UploadStatus.CREATED else 200
    )
    if outcome.status is UploadStatus.CREATED:
        answer.headers["Location"] = addresses.record_address(outcome.id)
    return with_revision(answer, outcome.id, outcome.revision)
