"""Writes tables as Parquet, one row group after the other. Only this module uses pyarrow."""

from typing import Any, Final, Generic, Protocol, Self

import pyarrow as pa
from pyarrow import parquet

from daifu.schemas.parquet.table import ColumnType, Row, Source, Table

MOST_ROWS: Final = 1 << 15
"""Rows of a row group."""
MOST_BYTES: Final = 8 << 20
"""The bytes of source text after which a row group ends, however few rows it has: notes and events may be long."""


class ByteSink(Protocol):
    """A sink for bytes."""

    @property
    def closed(self) -> bool:
        """Whether it has been closed."""
        ...

    def write(self, data: bytes, /) -> int:
        """Write bytes. Returns how many were written."""
        ...

    def flush(self) -> None:
        """Write what is buffered."""
        ...


class TableWriter(Generic[Source]):
    """Writes one table to a sink, which stays open; `rows` is the number of rows so far.

    A row group has at most `most_rows`, `MOST_ROWS` by default.

    The table is complete at the end of a `with` block. After an exception the sink holds no valid file.
    """

    def __init__(self, table: Table[Source], sink: ByteSink, most_rows: int | None = None) -> None:
        self.rows = 0
        self._most_rows = most_rows or MOST_ROWS
        self._table = table
        self._schema = arrow_schema(table)
        self._writer = parquet.ParquetWriter(sink, self._schema, compression="zstd")
        self._buffer: list[Row] = []
        self._size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        try:
            if failure is None:
                self._write()
                self._writer.close()
        finally:
            self._writer.is_open = False  # or its destructor would close it again, where an error is lost
            pa.default_memory_pool().release_unused()  # a service otherwise keeps the memory of its largest export

    def add(self, source: Source) -> None:
        """Write the rows of a source."""
        for row in self._table.rows(source):
            self._buffer.append(row)
            if len(self._buffer) >= self._most_rows:
                self._write()
        self._size += self._table.size(source)
        if self._size >= MOST_BYTES:
            self._write()

    def note(self, key: str, text: str) -> None:
        """Write a text into the metadata of the file."""
        self._writer.add_key_value_metadata({key: text})

    def _write(self) -> None:
        """Write a row group of the buffered rows, if there are any."""
        if self._buffer:
            columns = zip(*self._buffer, strict=True)
            arrays = [pa.array(values, field.type) for values, field in zip(columns, self._schema, strict=True)]
            self._writer.write_batch(pa.RecordBatch.from_arrays(arrays, schema=self._schema))
        self.rows += len(self._buffer)
        self._buffer = []
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
    ColumnType.DECIMAL: pa.decimal128(38, 0),
    ColumnType.FLOAT64: pa.float64(),
    ColumnType.TEXT: pa.string(),
    ColumnType.DAY: pa.date32(),
    ColumnType.MOMENT: pa.timestamp("us", tz="UTC"),
    ColumnType.TEXTS: _list(pa.string()),
    ColumnType.NUMBERS: _list(pa.int16()),
    ColumnType.RANKS: _list(pa.int16(), optional=True),
    ColumnType.POINTS: _list(pa.float64(), optional=True),
}
