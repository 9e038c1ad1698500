"""Tables as Parquet, written row group by row group as their sources come. Only this module knows pyarrow."""

from typing import Any, Final, Generic, Protocol, Self

import pyarrow as pa
from pyarrow import parquet

from schemas.parquet.table import ColumnType, Row, Source, Table

MOST_ROWS: Final = 1 << 15
"""Rows of a row group."""
MOST_BYTES: Final = 8 << 20
"""After so much text of sources a row group ends, however few rows it has: notes and events may be long."""


class ByteSink(Protocol):
    """What bytes are written to."""

    @property
    def closed(self) -> bool:
        """Whether it takes nothing any more."""
        ...

    def write(self, data: bytes, /) -> int:
        """Take these bytes; how many there were."""
        ...

    def flush(self) -> None:
        """Let nothing wait."""
        ...


class TableWriter(Generic[Source]):
    """One table on its way into a sink, which stays open; `rows` is how many it has so far.

    It is to be used in a `with`, at the end of which it is whole; what an exception interrupts is to be thrown away.
    """

    def __init__(self, table: Table[Source], sink: ByteSink) -> None:
        self.rows = 0
        self._table = table
        self._schema = arrow_schema(table)
        self._writer = parquet.ParquetWriter(sink, self._schema, compression="zstd")
        self._waiting: list[Row] = []
        self._size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        try:
            if failure is None:
                self._write()
                self._writer.close()
        finally:
            self._writer.is_open = False  # or it would try again when it is collected, where nobody can be told

    def add(self, source: Source) -> None:
        """Let the rows of a source follow."""
        for row in self._table.rows(source):
            self._waiting.append(row)
            if len(self._waiting) >= MOST_ROWS:
                self._write()
        self._size += source.size
        if self._size >= MOST_BYTES:
            self._write()

    def _write(self) -> None:
        """Make a row group of what waits, if anything does."""
        if self._waiting:
            columns = zip(*self._waiting, strict=True)
            arrays = [pa.array(values, field.type) for values, field in zip(columns, self._schema, strict=True)]
            self._writer.write_batch(pa.RecordBatch.from_arrays(arrays, schema=self._schema))
        self.rows += len(self._waiting)
        self._waiting = []
        self._size = 0


def arrow_schema(table: Table[Any]) -> pa.Schema:
    """The schema of a table as pyarrow has it."""
    return pa.schema([pa.field(column.name, _TYPES[column.type], column.optional) for column in table.columns])


def _list(items: pa.DataType, *, optional: bool = False) -> pa.DataType:
    return pa.list_(pa.field("element", items, nullable=optional))


_TYPES: Final = {
    ColumnType.BOOL: pa.bool_(),
    ColumnType.INT16: pa.int16(),
    ColumnType.INT32: pa.int32(),
    ColumnType.INT64: pa.int64(),
    ColumnType.FLOAT64: pa.float64(),
    ColumnType.TEXT: pa.string(),
    ColumnType.DAY: pa.date32(),
    ColumnType.MOMENT: pa.timestamp("us", tz="UTC"),
    ColumnType.TEXTS: _list(pa.string()),
    ColumnType.NUMBERS: _list(pa.int16()),
    ColumnType.RANKS: _list(pa.int16(), optional=True),
    ColumnType.POINTS: _list(pa.float64(), optional=True),
}
