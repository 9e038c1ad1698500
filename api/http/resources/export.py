"""`/v1/records/export` and `/v1/export/{table}.parquet`: all records that match a filter, in one stream."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from typing import Any, Final

import msgspec
from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access import requires_read_access
from daifu.api.http.errors import RETRY_SOON, HttpProblem
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import NDJSON, PARQUET
from daifu.api.http.operation import answers, fails_with, lane, takes_query
from daifu.api.http.request_log import LOG
from daifu.api.http.resources.records import record_filter
from daifu.api.http.services import services
from daifu.api.http.streaming import streamed_response
from daifu.data.store.errors import RecordDamaged
from daifu.data.store.values import RecordFilter, StoredRecord
from daifu.replay.text import Text
from daifu.schemas.http.queries import RecordFilterQuery
from daifu.schemas.parquet.records import EXPORTED_TABLES, TABLES, RecordTable
from daifu.schemas.parquet.statistics import RATINGS
from daifu.schemas.parquet.table import Source, Table

_TOO_MANY: Final = Text("too many exports are under way", "進行中のエクスポートが多すぎます")
_BLOCK_BYTES: Final = 1 << 16
GROUP_ROWS: Final = 1 << 13
"""Rows of a row group. Each client that has a table made holds as many in memory. Four times as many would make files
smaller by a tenth to a fifth."""


@lane(Lane.COSTLY)
@answers(200, "A record a line, oldest first", {"type": "string", "format": "binary"}, media_type=NDJSON)
@fails_with(problem_types.NOT_ALLOWED)
@requires_read_access
@takes_query(RecordFilterQuery)
def export_records(query: dict[str, Any]) -> Response:
    """Export records.

    All records that match the filters, whole and one a line, oldest first. They are as they were when the answer began,
    however long it takes. `POST /v1/records/bulk` takes them in again. A record whose text is damaged is left out, and
    a last line `{"left_out": […]}` names all of them.
    """
    left_out = LeftOutRecords()
    with _under_way() as ends:
        records = services().store.each(record_filter(query), left_out.add)
        ends.callback(records.close)
        first = list(islice(records, 1))
        return streamed_response(_ndjson_blocks(chain(first, records), left_out), NDJSON, ends.pop_all().close)


@contextmanager
def _under_way() -> Iterator[ExitStack]:
    """What is to be done at the end of an export, to which it adds. Raises `busy` if too many are under way."""
    exports = services().exports
    if not exports.acquire(blocking=False):
        raise HttpProblem(problem_types.BUSY, _TOO_MANY, headers=RETRY_SOON)
    with ExitStack() as ends:
        ends.callback(exports.release)
        yield ends


class LeftOutRecords:
    """The records that an export leaves out because their texts are damaged, each of which is logged."""

    def __init__(self) -> None:
        self._records: list[int] = []

    def add(self, damaged: RecordDamaged) -> None:
        """Leave out a record."""
        LOG.error("an export leaves out what is damaged", extra={"reason": str(damaged), "record": damaged.id})
        self._records.append(damaged.id)

    def told(self) -> str:
        """All of them as JSON; empty where there are none."""
        return msgspec.json.encode(self._records).decode() if self._records else ""


def _ndjson_blocks(records: Iterable[StoredRecord], left_out: LeftOutRecords) -> Iterator[bytes]:
    """The records, one a line, in blocks of about `_BLOCK_BYTES`."""
    lines: list[bytes] = []
    size = 0
    for record in records:
        lines += (record.record, b"\n")
        size += len(record.record)
        if size > _BLOCK_BYTES:
            yield b"".join(lines)
            lines, size = [], 0
    if found := left_out.told():
        lines.append(b'{"left_out":%s}\n' % found.encode())
    yield b"".join(lines)


class OutputBuffer:
    """A file whose written bytes are taken out again, to be sent."""

    closed = False

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def write(self, data: bytes, /) -> int:
        """Keep these bytes."""
        self._waiting.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing: every written byte can be taken."""

    def written(self) -> bytes:
        """All bytes written since the last call, in one piece."""
        piece = b"".join(self._waiting)
        self._waiting = []
        return piece


@lane(Lane.COSTLY)
@answers(200, "The table", {"type": "string", "format": "binary"}, media_type=PARQUET)
@fails_with(problem_types.NOT_FOUND, problem_types.NOT_ALLOWED)
@requires_read_access
@takes_query(RecordFilterQuery)
def export_table(query: dict[str, Any], table: str) -> Response:
    """Export records as a table.

    All records that match the filters, oldest first, as rows of one of the tables `records`, `deals`, `seats`,
    `actions` and `faults` in Apache Parquet. `docs/export.md` describes the columns. If no record matches, the table
    has no rows. The records are as they were when the answer began, however long it takes.

    Where the text of a record is damaged, the record is left out, and the metadata `left_out` of the file names it.

    The table `ratings` has the ratings of people. It takes only the filter `rules`, because ratings follow from all
    records of a game.
    """
    if table == RATINGS.name:
        return _export_ratings(query.get("rules"))
    if table not in TABLES:
        names = list(EXPORTED_TABLES)
        detail = Text(f"the tables are {', '.join(names)}", f"表は{'、'.join(names)}です")
        raise HttpProblem(problem_types.NOT_FOUND, detail, known=names)
    return _export_records(record_filter(query), TABLES[table])


def _export_records(wanted: RecordFilter, table: RecordTable) -> Response:
    from daifu.data.export import export_record  # noqa: PLC0415 - pyarrow takes longer to load than most requests

    store = services().store
    left_out = LeftOutRecords()
    with _under_way() as ends:
        records = store.each(wanted, left_out.add)
        ends.callback(records.close)
        first = list(islice(records, 1))
        merged = store.people.merged()
        exported = (export_record(stored, merged) for stored in chain(first, records))
        answer = Response(_parquet_pieces(exported, table, left_out), content_type=PARQUET)
        answer.call_on_close(ends.pop_all().close)
        return answer


def _export_ratings(rules: str | None) -> Response:
    from daifu.data.export import export_ratings  # noqa: PLC0415 - as above

    ratings = export_ratings(services().store, rules)
    first = list(islice(ratings, 1))
    return Response(_parquet_pieces(chain(first, ratings), RATINGS), content_type=PARQUET)


def _parquet_pieces(
    sources: Iterable[Source], table: Table[Source], left_out: LeftOutRecords | None = None
) -> Iterator[bytes]:
    """The table as a file. Pieces are empty until a row group is complete, so that others have their turn meanwhile."""
    from daifu.schemas.parquet.writer import TableWriter  # noqa: PLC0415 - as above

    pieces = OutputBuffer()
    with TableWriter(table, pieces, GROUP_ROWS) as writer:
        yield pieces.written()
        for source in sources:
            writer.add(source)
            yield pieces.written()
        if left_out and (found := left_out.told()):
            writer.note("left_out", found)
    yield pieces.written()
