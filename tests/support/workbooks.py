"""What a workbook and the CSV of the same table hold, to compare them."""

import csv
import io
from datetime import datetime

import openpyxl

from daifu.schemas.csv_text import spreadsheet_safe

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
