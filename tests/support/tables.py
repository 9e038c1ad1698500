"""Parquet tables and workbooks: records as tables, and what other programs read in them."""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import openpyxl
from pyarrow import dataset, parquet

from daifu.schemas.csv_text import spreadsheet_safe
from daifu.schemas.parquet.records import TABLES
from daifu.schemas.parquet.table import ExportedRecord, RevisionInfo
from daifu.schemas.parquet.writer import TableWriter
from tests.support.small_records import json_bytes

Row = dict[str, Any]


def read_rows(file: bytes) -> list[Row]:
    """The rows of a file."""
    found: list[Row] = parquet.read_table(io.BytesIO(file)).to_pylist()
    return found


def read_columns(file: bytes) -> list[tuple[str, str, bool]]:
    """The columns of a file: name, type, and whether values may be missing."""
    schema = parquet.read_schema(io.BytesIO(file))
    return [(field.name, _type_name(field.type), field.nullable) for field in schema]


def _type_name(type_: object) -> str:
    """A type as columns are described."""
    return str(type_).replace("element: ", "").replace(" not null", "")


AT: Final = datetime(2026, 7, 31, 19, 30, tzinfo=UTC)


def stored_version(number: int) -> RevisionInfo:
    """The revision of a record with this number that was sent once."""
    return RevisionInfo(number, 1, AT, withdrawn=False)


NOBODY_MERGED: Final[dict[str, str]] = {}


def parquet_of(name: str, records: Iterable[object]) -> bytes:
    """The file of a table of these records, which are documents or texts, numbered from 1."""
    sink = io.BytesIO()
    with TableWriter(TABLES[name], sink) as writer:
        for number, record in enumerate(records, 1):
            writer.add(ExportedRecord(stored_version(number), json_bytes(record), NOBODY_MERGED))
    return sink.getvalue()


def rows_of(name: str, *records: object) -> list[Row]:
    """The rows of a table of these records as they are read back."""
    return read_rows(parquet_of(name, records))


def rows_in_folder(folder: Path) -> list[Row]:
    """All rows of a table in folders by game and month, with both as columns."""
    found: list[Row] = dataset.dataset(folder, partitioning="hive").to_table().to_pylist()
    return found


def row_group_sizes(file: bytes) -> list[int]:
    """The number of rows of each row group of a file."""
    metadata = parquet.ParquetFile(io.BytesIO(file)).metadata
    return [metadata.row_group(place).num_rows for place in range(metadata.num_row_groups)]


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_SURE_DIGITS = 12

Cells = list[list[str | float]]


def workbook_cells(content: bytes) -> Cells:
    """The cells of a workbook, texts and days as CSV writes them. Fails where one is a formula."""
    sheet = openpyxl.load_workbook(io.BytesIO(content)).active
    assert "f" not in {cell.data_type for row in sheet.iter_rows() for cell in row}
    return [[_cell(cell.value) for cell in row] for row in sheet.iter_rows()]


def csv_cells(content: bytes) -> Cells:
    """The cells of CSV in which all texts are in quotation marks, so that the others are numbers."""
    text = content.decode()
    assert text.startswith("\ufeff")
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), quoting=csv.QUOTE_NONNUMERIC)
    return [[_cell(cell) for cell in row] for row in reader]


def _cell(value: object) -> str | float:
    match value:
        case None:
            return ""
        case datetime():
            return f"{value:%Y-%m-%d}"
        case int() | float():
            return float(f"{value:.{_SURE_DIGITS}g}")
        case _:
            return spreadsheet_safe(str(value))
