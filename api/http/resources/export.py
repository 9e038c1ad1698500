"""`/v1/records/export`: all records that are wanted, in one stream."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, Final

from flask import Response

from api.http import addresses, examples
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.bodies import NDJSON
from api.http.services import services
from api.http.streams import streamed
from api.http.wishes import wanted
from data.store.asked import Stored
from schemas.http.queries import Wishes

EXPORT: Final = Resource("export", "Records are taken home")

_BLOCK: Final = 1 << 16


@EXPORT.at(addresses.EXPORT)
@EXPORT.answers(200, "A record a line, oldest first", {"type": "string"}, media_type=NDJSON, example=examples.LINES)
@reads
@EXPORT.takes_query(Wishes())
def export_records(asked: dict[str, Any]) -> Response:
    """Export records.

    All that the same filters find as a list does, whole and one a line, oldest first. They are as they were when the
    answer began, however long it takes; `POST /v1/records/bulk` takes them in again.
    """
    records = services().store.each(wanted(asked))
    first = list(islice(records, 1))
    return streamed(_blocks(chain(first, records)), NDJSON, records.close)


def _blocks(records: Iterable[Stored]) -> Iterator[bytes]:
    """The records, one a line, in pieces that are worth sending."""
    lines: list[bytes] = []
    size = 0
    for record in records:
        lines += (record.record, b"\n")
        size += len(record.record)
        if size > _BLOCK:
            yield b"".join(lines)
            lines, size = [], 0
    yield b"".join(lines)
