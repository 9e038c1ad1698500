"""`/v1/export/{table}.parquet`: the records that are wanted as a table, for whoever computes with them."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, Final

from flask import Response

from api.http import kinds
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.problems import HttpProblem
from api.http.services import services
from api.http.wishes import wanted
from data.store.asked import Stored
from replay.text import Text
from schemas.http.queries import Wishes
from schemas.parquet.tables import TABLES, RecordTable

PARQUET: Final = Resource("tables", "Records as tables of Parquet")

MEDIA_TYPE: Final = "application/vnd.apache.parquet"


class Pieces:
    """What has been written and not yet been taken."""

    closed = False

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def write(self, data: bytes, /) -> int:
        """Let these bytes wait."""
        self._waiting.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def taken(self) -> Iterator[bytes]:
        """All that waits, in one piece, if there is anything."""
        if self._waiting:
            piece = b"".join(self._waiting)
            self._waiting = []
            yield piece


@PARQUET.at("/export/<string:table>.parquet")
@PARQUET.answers(200, "The table", {"type": "string", "format": "binary"}, media_type=MEDIA_TYPE, example="PAR1…PAR1")
@fails(kinds.NOT_FOUND)
@reads
@PARQUET.takes_query(Wishes())
def export_table(asked: dict[str, Any], table: str) -> Response:
    """Export records as a table.

    All that the same filters find as a list does, the oldest first, as rows of one of the tables `records`, `deals`,
    `seats`, `actions` and `faults` in Apache Parquet. The columns are described in `docs/export.md`. Where nothing is
    found the table has no rows. It shows the records as they were when the answer began, however long it takes.
    """
    if table not in TABLES:
        detail = Text(f"the tables are {', '.join(TABLES)}", f"表は{'、'.join(TABLES)}です")
        raise HttpProblem(kinds.NOT_FOUND, detail, known=list(TABLES))
    records = services().store.each(wanted(asked))
    first = list(islice(records, 1))
    answer = Response(_pieces(chain(first, records), TABLES[table]), content_type=MEDIA_TYPE)
    answer.call_on_close(records.close)
    return answer


def _pieces(records: Iterable[Stored], table: RecordTable) -> Iterator[bytes]:
    """The table as a file, row group by row group."""
    from data.exporting import taken  # noqa: PLC0415 - pyarrow takes longer to load than most requests
    from schemas.parquet.writing import Writer  # noqa: PLC0415

    pieces = Pieces()
    with Writer(table, pieces) as writer:
        for record in records:
            writer.add(taken(record))
            yield from pieces.taken()
    yield from pieces.taken()
