"""`/v1/records/bulk`: any number of records in one request, told of while they come."""

from typing import Any, Final

from flask import Response, request, stream_with_context

from api.http import addresses, examples, kinds
from api.http.auth import author, needs
from api.http.blueprint import Resource
from api.http.bodies import BINARY, GZIP, JSON, NDJSON, PLAIN, check_media_type, open_body
from api.http.bulk_entries import entries
from api.http.bulk_lines import Told
from api.http.documented import Operation, fails
from api.http.outbox import sent
from api.http.services import services
from data.ingest import Ingest
from data.store.asked import SCOREKEEPER
from schemas.http.queries import BulkQuery

BULK: Final = Resource("bulk", "Any number of records at once")

_TYPES: Final = (NDJSON, JSON, PLAIN, BINARY, GZIP)
_FILE: Final[Operation] = {"schema": {"type": "string", "format": "binary"}}
_TEXT: Final[Operation] = {"schema": {"type": "string"}, "example": examples.LINES}
_BODY: Final = dict.fromkeys(_TYPES, _FILE) | {JSON: {"schema": {}}, PLAIN: _TEXT}


@BULK.at(addresses.BULK, "POST")
@BULK.answers(
    200, "What became of each record, a line each", {"type": "string"}, media_type=NDJSON, example=examples.BULK
)
@fails(kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@BULK.takes_query(BulkQuery())
@BULK.takes_body(_BODY, required=False)
def add_records(asked: dict[str, Any]) -> Response:
    """Send any number of records.

    The body has one record a line, or is a log of another program; it may be gzipped, and as long as one likes. The
    answer has a line for each record, as soon as it is on disk: its line in what was sent, its `status` (`created`,
    `grown`, `exists` or `refused`), and its number, or the problem for which it is refused. What is refused does not
    keep the others from being stored. `landings` tells of a record that names a tournament what became of it there.

    The last line has the sums, with `done`. Where the upload could not go on, that is false, and `problem` tells why.
    All that was told of is stored all the same; to send everything again adds only what is missing.
    """
    check_media_type(_TYPES)
    settings = services().settings
    body = open_body(settings.bulk_bytes, settings.bulk_bytes)
    ingest = Ingest(services().store, author(), services().judge)
    told = Told(ingest.batches(entries(body, asked["format"], settings)))
    lines = sent(told.lines(), body, request.environ)
    return Response(stream_with_context(lines), content_type=NDJSON)
