"""CSV that is safe to open in a spreadsheet.

It begins with a byte order mark, without which a spreadsheet does not take it for UTF-8 and garbles Japanese names. A
text that a spreadsheet could take for a formula, or that has control characters in it, gets an apostrophe in front.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, Literal

Cell = str | int | float | date | None
"""A text, a number, a day, or nothing."""

Quoting = Literal[0, 2]
"""Which cells are in quotation marks: `csv.QUOTE_MINIMAL` or `csv.QUOTE_NONNUMERIC`."""

_BYTE_ORDER_MARK: Final = "\ufeff"

_UNSAFE: Final = re.compile(r"\s*[=+\-@＝＋－＠]|.*[\x00-\x1f\x7f-\x9f\u2028\u2029]", re.DOTALL)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Cell]], quoting: Quoting = csv.QUOTE_NONNUMERIC) -> str:
    """The text of a CSV file (RFC 4180) with these columns and a byte order mark, to be sent as UTF-8.

    By default every text is in quotation marks, so that it stays a text whatever the separator of the reader is.
    """
    text = io.StringIO()
    text.write(_BYTE_ORDER_MARK)
    writer = csv.writer(text, quoting=quoting)
    writer.writerow(_safe_cells(columns))
    writer.writerows(map(_safe_cells, rows))
    return text.getvalue()


def spreadsheet_safe(text: str) -> str:
    """The text in a form that no spreadsheet takes for a formula."""
    return f"'{text}" if _UNSAFE.match(text) else text


def _safe_cells(row: Sequence[Cell]) -> list[Cell]:
    return [spreadsheet_safe(cell) if isinstance(cell, str) else cell for cell in row]
