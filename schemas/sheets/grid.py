"""The cells of a sheet, from the bytes of a text (CSV, TSV) or of a workbook (XLSX), and what is wrong with them."""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from daifu.replay.text import Text
from daifu.schemas.csv_text import spreadsheet_safe

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_COLUMNS: Final = 256

_DELIMITERS: Final = ",\t;"
_SAMPLE_LINES: Final = 20
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_ZIP: Final = b"PK\x03\x04"
_OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"

_WRITTEN_SAFE: Final = re.compile(r"'(?=\s*[=+\-@＝＋－＠])")


class SheetRefused(ValueError):
    """A sheet that cannot be read as a whole; `code` names the reason, and `text` says it in both languages."""

    def __init__(self, code: str, en: str, ja: str) -> None:
        super().__init__(en)
        self.code = code
        self.text = Text(en, ja)


class CellError(NamedTuple):
    """An error or a notice: at a cell such as B7, or a whole row such as 7, its code and its sentence."""

    cell: str
    code: str
    text: Text


class Findings:
    """The errors of a sheet, at most one a cell."""

    def __init__(self) -> None:
        self._by_place: dict[tuple[int, int], CellError] = {}
        self._rows: set[int] = set()

    def add(self, row: int, column: int, code: str, en: str, ja: str) -> None:
        """Note an error at a cell, by the numbers of its row and column from 1; column 0 is the whole row."""
        at = f"{letters(column)}{row}" if column else str(row)
        self._by_place.setdefault((row, column), CellError(at, code, Text(en, ja)))
        self._rows.add(row)

    def in_row(self, row: int) -> bool:
        """Whether any cell of a row has an error."""
        return row in self._rows

    def sorted(self, first: int) -> tuple[CellError, ...]:
        """All errors from top to bottom, those in the column `first` before the others of their row."""
        places = sorted(self._by_place, key=lambda at: (at[0], at[1] != first, at[1]))
        return tuple(self._by_place[at] for at in places)


def letters(column: int) -> str:
    """The letters by which a spreadsheet names a column: A for 1, AA for 27."""
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


class SheetSize(NamedTuple):
    """How large a sheet may be: its rows, and its bytes, those of a workbook after it is unpacked."""

    rows: int = 100_000
    bytes: int = 64 << 20


LARGEST: Final = SheetSize()


class Formula(NamedTuple):
    """A formula of a workbook that was saved without its value."""

    text: str


Value = str | int | float | date | Formula | None
"""What a cell holds; a blank text is None."""


class Grid(NamedTuple):
    """The cells of a sheet by row; `decimal_comma` tells whether 1,5 is a number in it."""

    rows: list[list[Value]]
    decimal_comma: bool = False


def read_grid(data: bytes, sheet: str | None = None, largest: SheetSize = LARGEST) -> Grid:
    """The cells of a file, of a workbook those of the named or the first visible sheet. Raises `SheetRefused`."""
    if len(data) > largest.bytes:
        raise too_large(largest)
    if data.startswith(_ZIP):
        from daifu.schemas.sheets.workbook import read_workbook  # noqa: PLC0415 - openpyxl takes long to load

        return Grid(_checked(read_workbook(data, sheet, largest), largest))
    if data.startswith(_OLD_EXCEL):
        raise SheetRefused(
            "old_workbook",
            "this is a workbook of the old kind (.xls); save it as .xlsx or CSV",
            "古い形式のブック（.xls）です。.xlsxかCSVで保存し直してください",
        )
    text = _decoded(data)
    delimiter = _delimiter(text)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        found = _checked(([_plain(cell) for cell in row] for row in rows), largest)
    except csv.Error as error:
        raise SheetRefused(
            "not_csv", f"this is no CSV that can be read: {error}", f"CSVとして読めません：{error}"
        ) from error
    # Where a comma separates the decimals, spreadsheets put semicolons between the cells.
    return Grid(found, decimal_comma=delimiter == ";")


def too_large(largest: SheetSize) -> SheetRefused:
    """The error of a sheet beyond the limits."""
    size = largest.bytes >> 20
    return SheetRefused(
        "too_large",
        f"expected a sheet of at most {largest.rows:,} rows, {MOST_COLUMNS} columns and {size} MB unpacked",
        f"シートは{largest.rows:,}行、{MOST_COLUMNS}列、展開後{size} MBまでです",
    )


def _decoded(data: bytes) -> str:
    """The text by its byte order mark, else as UTF-8, else as CP932. Raises `SheetRefused`."""
    marked = [codec for mark, codec in _MARKS if data.startswith(mark)]
    for codec in marked or ("utf-8", "cp932"):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text
    raise SheetRefused(
        "not_text",
        "expected text in UTF-8, UTF-16 with a byte order mark, or CP932 (Shift_JIS), or an XLSX workbook",
        "UTF-8、BOM付きUTF-16、CP932（Shift_JIS）のテキストか、XLSXのブックが必要です",
    )


def _delimiter(text: str) -> str:
    """The delimiter under which most of the first lines have the same number of cells."""
    sample = text.splitlines(keepends=True)[:_SAMPLE_LINES]

    def agreement(delimiter: str) -> tuple[int, int]:
        try:
            lengths = Counter(len(row) for row in csv.reader(sample, delimiter=delimiter) if len(row) > 1)
        except csv.Error:
            return 0, 0
        return max(((count, length) for length, count in lengths.items()), default=(0, 0))

    return max(_DELIMITERS, key=agreement)


def _plain(cell: str) -> str | None:
    """The text of a cell without blanks around it, and without the apostrophe that `spreadsheet_safe` adds."""
    text = cell.strip()
    if _WRITTEN_SAFE.match(text) and spreadsheet_safe(text[1:]) == text:
        text = text[1:].strip()
    return text or None


def _checked(rows: Iterable[Sequence[Value]], largest: SheetSize) -> list[list[Value]]:
    """The rows without blank cells at their ends. Raises `SheetRefused` where there are too many."""
    found: list[list[Value]] = []
    filled = 0
    for row in rows:
        cells = list(row)
        while cells and cells[-1] is None:
            cells.pop()
        if len(cells) > MOST_COLUMNS or (cells and len(found) >= largest.rows):
            raise too_large(largest)
        if len(found) < largest.rows:
            found.append(cells)
        if cells:
            filled = len(found)
    return found[:filled]
