"""`/v1/records`: records are sent and found."""

from typing import Any, Final

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access.auth import (
    caller_has_role,
    current_author,
    require_role,
    requires_read_access,
    requires_role,
)
from daifu.api.http.caching.conditional import answers_table, with_revision
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.media_types import BINARY, GZIP, JSON, NOTATION, PLAIN
from daifu.api.http.monitoring.metrics import count_upload
from daifu.api.http.operation import answers, fails_with, takes_body, takes_query
from daifu.api.http.request_body import take_turn
from daifu.api.http.requests import read_record_body
from daifu.api.http.responses import json_response, table_response, with_page_links
from daifu.api.http.services import services
from daifu.api.views import addresses, records
from daifu.data.ingest import Ingest
from daifu.data.long_records import LONG_RECORD
from daifu.data.store.values import SCOREKEEPER, RecordFilter, StoredRecord, UploadOutcome, UploadStatus
from daifu.data.stored_houses import flat_of
from daifu.replay.options import Options
from daifu.schemas.house_document import game_of_base, record_fields
from daifu.schemas.http import record_schema
from daifu.schemas.http.queries import RecordTableQuery, UploadQuery
from daifu.schemas.http.records import Page, Uploaded
from daifu.schemas.judged_record import JudgedRecord

LONG_BYTES: Final = 1 << 17
"""A record with a longer text or report takes long to read. As a rule they have a few thousand bytes."""
_CREATED: Final = 201
_FILE: Final = {"type": "string", "format": "binary"}
_TEXT: Final = {"type": "string"}
_BODIES: Final = {JSON: record_schema.REFERENCE, PLAIN: _TEXT, NOTATION: _TEXT, BINARY: _FILE, GZIP: _FILE}


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
