"""`/v1/records`: records are sent and found."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from api.http import addresses, examples, kinds, told
from api.http.answers import json_answer
from api.http.auth import author, needs, reads
from api.http.blueprint import Resource
from api.http.bodies import BINARY, GZIP, JSON, PLAIN
from api.http.documented import Operation, fails
from api.http.etags import tagged
from api.http.metrics import count_upload
from api.http.pages import linked
from api.http.services import services
from api.http.uploads import uploaded_item
from api.http.wishes import wanted
from data.ingest import Ingest
from data.store.asked import SCOREKEEPER, Outcome, Status
from schemas.http import record
from schemas.http.queries import PageQuery, UploadQuery, cursor_text
from schemas.http.records import PageSchema, uploaded_schema
from schemas.judged import Judged

RECORDS: Final = Resource("records", "Records are sent and found")

_UPLOADED: Final = uploaded_schema(tuple(map(str, Status)))
_CREATED: Final = 201
_LOG: Final = {"schema": {"type": "string"}, "example": examples.LOG}
_FILE: Final = {"schema": {"type": "string", "format": "binary"}}
_BODY: Final[Mapping[str, Operation]] = {
    JSON: {"schema": record.REFERENCE, "example": examples.RECORD},
    PLAIN: _LOG,
    BINARY: _FILE,
    GZIP: _FILE,
}


@RECORDS.at(addresses.RECORDS, "POST")
@RECORDS.answers(
    _CREATED, "It is a new record, and stored", _UPLOADED, example=examples.UPLOADED, headers=["Location", "ETag"]
)
@RECORDS.answers(
    200, "It is no new record, or was only to be judged", _UPLOADED, example=examples.ONLY_JUDGED, headers=["ETag"]
)
@fails(kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@RECORDS.takes_query(UploadQuery())
@RECORDS.takes_body(_BODY)
def add_record(asked: dict[str, Any]) -> Response:
    """Send a record.

    The body is one record as JSON, or a log of another program; it may be gzipped. The answer tells what became of it,
    with the whole report. A game with faults is stored like any other: its faults are what the report is for.

    What is there already is not stored again: the answer then names the record that has it (`exists`), also where it
    was withdrawn. A sitting that has gone on since it was last sent becomes the next revision of its record (`grown`).

    A record whose event names a tournament lands there at once. `landings` tells so, or what hinders it, also of one
    that is there already: sent again, it lands if it can by now. With `dry_run` they tell what would become of it.
    """
    item = uploaded_item(asked["format"])
    ingest = Ingest(services().store, author())
    if asked["dry_run"]:
        return json_answer(told.only_judged(*ingest.foresee(item)))
    return _stored(*ingest.one(item))


@RECORDS.at(addresses.RECORDS)
@RECORDS.answers(200, "Some of the records, newest first", PageSchema(), example=examples.PAGE, headers=["Link"])
@reads
@RECORDS.takes_query(PageQuery())
def list_records(asked: dict[str, Any]) -> Response:
    """Find records.

    Newest first, a page at a time. The header `Link` leads to the next page, as long as there is one, and to the first.
    What is added meanwhile comes before the first page and moves nothing.
    """
    page = services().store.page(wanted(asked), asked.get("cursor"), asked["limit"])
    answer = json_answer({"records": list(map(told.listed, page.records))})
    return linked(answer, None if page.after is None else cursor_text(page.after))


def _stored(judged: Judged, outcome: Outcome) -> Response:
    count_upload(outcome.status)
    answer = json_answer(told.uploaded(judged, outcome), _CREATED if outcome.status is Status.CREATED else 200)
    if outcome.status is Status.CREATED:
        answer.headers["Location"] = addresses.of_record(outcome.id)
    return tagged(answer, outcome.revision)
