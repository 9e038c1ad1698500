"""Reads a sheet of an XLSX workbook; only this module knows openpyxl's reader."""

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from itertools import islice
from typing import Any, Final
from xml.etree.ElementTree import ParseError

import openpyxl

from schemas.sheets.errors import SheetRefused
from schemas.sheets.grid import MOST_BYTES, MOST_ROWS, Formula, Value, too_large

_VISIBLE: Final = "visible"
_FORMULA: Final = "f"
_UNREADABLE: Final = (KeyError, ValueError, TypeError, OSError, ParseError, EOFError, zipfile.BadZipFile)
"""What openpyxl raises for files that are no workbook."""


def read_workbook(data: bytes, sheet: str | None) -> Iterator[list[Value]]:
    """The rows of the named sheet, or of the first visible one. Raises `SheetRefused`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
                raise too_large()
        values, formulas = (_open(data, sheet, data_only=known) for known in (True, False))
        yield from (list(map(_value, *pair)) for pair in islice(zip(values, formulas, strict=True), MOST_ROWS + 1))
    except SheetRefused:
        raise
    except _UNREADABLE as error:
        raise SheetRefused(
            "not_a_workbook", "this is no XLSX workbook that can be read", "XLSXのブックとして読めません"
        ) from error


def _open(data: bytes, sheet: str | None, *, data_only: bool) -> Iterator[tuple[Any, ...]]:
    """The rows of a sheet, with the kept values of formulas or with the formulas."""
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=data_only, keep_links=False)
    sheets = book.worksheets
    if sheet is None:
        found = next((one for one in sheets if one.sheet_state == _VISIBLE), None)
    else:
        found = next((one for one in sheets if one.title == sheet), None)
    if found is None:
        names = ", ".join(one.title for one in sheets)
        raise SheetRefused(
            "no_sheet", f"expected one of the sheets: {names}", f"シートが見つかりません。あるもの：{names}"
        )
    found.reset_dimensions()
    rows: Iterator[tuple[Any, ...]] = found.iter_rows()
    return rows


def _value(cell: Any, formula: Any) -> Value:  # noqa: ANN401 - openpyxl has no types
    """The value of a cell, given the same cell of the workbook that was read for its formulas."""
    value = cell.value
    if value is None and formula.data_type == _FORMULA:
        return Formula(str(formula.value))
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, bool | time) or not isinstance(value, str | int | float | date | None):
        return str(value)
    if isinstance(value, str):
        return value.strip() or None
    return int(value) if isinstance(value, float) and value.is_integer() else value
