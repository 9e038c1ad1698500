"""Reads a sheet of an XLSX workbook, and writes one; only this module knows openpyxl."""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from itertools import islice
from typing import Any, Final
from xml.etree.ElementTree import ParseError

import openpyxl
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation

from daifu.schemas.sheets.grid import Formula, SheetRefused, SheetSize, Value, letters, too_large

_WIDEST: Final = 40
_NARROWEST: Final = 8
_CHECKED_ROWS: Final = 200
_WRONG: Final = PatternFill(bgColor="FFC7CE")
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PROPERTIES: Final = "docProps/core.xml"
_TIME: Final = re.compile(rb"\d{4}-\d\d-\d\dT[\d:.]+Z")
_NO_TIME: Final = b"1980-01-01T00:00:00Z"

_VISIBLE: Final = "visible"
_FORMULA: Final = "f"
_UNREADABLE: Final = (KeyError, ValueError, TypeError, OSError, ParseError, EOFError, zipfile.BadZipFile)
"""What openpyxl raises for files that are no workbook."""


def read_workbook(data: bytes, sheet: str | None, largest: SheetSize) -> Iterator[list[Value]]:
    """The rows of the named sheet, or of the first visible one. Raises `SheetRefused`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > largest.bytes:
                raise too_large(largest)
        # openpyxl reads either the kept values of formulas or the formulas, so that the workbook is opened twice.
        values, formulas = (_open(data, sheet, data_only=known) for known in (True, False))
        yield from (list(map(_value, *pair)) for pair in islice(zip(values, formulas, strict=True), largest.rows + 1))
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


def write_workbook(title: str, rows: Iterable[Sequence[Value]], *, headings: int = 1) -> bytes:
    """A workbook of one sheet, whose first rows are headings. Equal rows give equal bytes.

    Texts stay texts, whatever they begin with. Characters that a workbook cannot have become U+FFFD.
    """
    return _saved(_new_sheet(title, rows, headings))


def write_form(title: str, rows: Sequence[Sequence[Value]], players: range) -> bytes:
    """A workbook to be filled in below its rows, with lists of places in the columns of the players.

    A column behind them says OK where each place stands once. It has no heading, so that it is not read.
    """
    sheet = _new_sheet(title, rows, len(rows))
    first, last = letters(players.start), letters(players.stop - 1)
    choice = DataValidation("list", formula1=f'"{",".join(map(str, range(1, len(players) + 1)))},-"', allow_blank=True)
    begin, end = len(rows) + 1, len(rows) + _CHECKED_ROWS
    choice.add(f"{first}{begin}:{last}{end}")
    sheet.add_data_validation(choice)
    for row in range(begin, end + 1):
        cells = f"{first}{row}:{last}{row}"
        right = f'SUMPRODUCT(--(COUNTIF({cells},ROW(INDIRECT("1:"&COUNT({cells}))))=1))=COUNT({cells})'
        sheet.cell(row, players.stop, f'=IF(COUNT({cells})=0,"",IF({right},"OK","?"))')
    at = letters(players.stop)
    sheet.conditional_formatting.add(f"{at}{begin}:{at}{end}", FormulaRule([f'{at}{begin}="?"'], fill=_WRONG))
    return _saved(sheet)


def _new_sheet(title: str, rows: Iterable[Sequence[Value]], headings: int) -> Any:  # noqa: ANN401 - openpyxl has no types
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = title[:31]
    widths: dict[int, int] = {}
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(number, column)
            if isinstance(value, str):
                cell.value = _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", value)
                cell.data_type = "s"  # a text that begins with = is no formula
            else:
                cell.value = value
            if number <= headings:
                cell.font = Font(bold=True)
            widths[column] = max(widths.get(column, 0), len(str(value or "")) + 2)
    for column, width in widths.items():
        sheet.column_dimensions[letters(column)].width = min(max(width, _NARROWEST), _WIDEST)
    sheet.freeze_panes = f"A{headings + 1}"
    return sheet


def _saved(sheet: Any) -> bytes:  # noqa: ANN401 - openpyxl has no types
    """The workbook of a sheet. The times at which it was made are left out, by which equal sheets would differ."""
    made, kept = io.BytesIO(), io.BytesIO()
    sheet.parent.save(made)
    with zipfile.ZipFile(made) as parts, zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in parts.namelist():
            part = parts.read(name)
            content = _TIME.sub(_NO_TIME, part) if name == _PROPERTIES else part
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return kept.getvalue()
