"""The standing as a table of text, and as a CSV file that a spreadsheet opens without harm.

Names come from whoever entered: one that a spreadsheet would take for a formula gets an apostrophe in front. Numbers
are decimals there, for many a spreadsheet takes 1/3 for a day in March.
"""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from data.tournaments.exact import write_exact
from data.tournaments.settings import TieBreak
from data.tournaments.standings.standing import Line, Standing

COLUMNS: Final = (
    "place",
    "entrant",
    "name",
    "team",
    "withdrawn",
    "stage",
    "points",
    "carried",
    "counted",
    "referee",
    "deals",
    "firsts",
    "best_round",
    "faults",
    "opponents",
    "dropped",
    "movement",
)
"""The fields of a line that are columns of the table."""
ONLY_WHERE_TIED: Final = (TieBreak.HEAD_TO_HEAD, TieBreak.LOT)
"""The tie-breaks that are no field of a line; columns of their own, empty where they were not needed."""

_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_DIGITS: Final = 12
_PLACES: Final = 3
_BYTE_ORDER_MARK: Final = "\ufeff"


def as_csv(found: Standing) -> bytes:
    """The standing as CSV (RFC 4180) in UTF-8, marked as such for spreadsheets."""
    file = io.StringIO(_BYTE_ORDER_MARK, newline="")
    file.seek(0, io.SEEK_END)
    writer = csv.writer(file)
    writer.writerow([*COLUMNS, *ONLY_WHERE_TIED])
    writer.writerows(map(_harmless, rows(found)))
    return file.getvalue().encode()


def rows(found: Standing) -> Iterator[list[object]]:
    """The cells of each line, in the order of the columns."""
    for line in found.lines:
        yield [value_of(line, field) for field in (*COLUMNS, *ONLY_WHERE_TIED)]


def value_of(line: Line, field: str) -> object:
    """What a line has in a column; None where it has nothing there."""
    if field not in ONLY_WHERE_TIED:
        return getattr(line, field)
    return next((step.value for step in line.steps if step.tie_break == field), None)


def decimal(number: Fraction) -> str:
    """A number as people reckon with it, with as many digits as they can use."""
    return str(number) if number.denominator == 1 else f"{float(number):.{_DIGITS}g}"


def exactly(number: Fraction) -> str:
    """A number as it is: a decimal where that is exact, a fraction elsewhere."""
    return str(write_exact(number))


def rounded(number: Fraction) -> str:
    """A number as people read it at a glance."""
    return decimal(round(number, _PLACES))


def _harmless(cells: list[object]) -> list[str]:
    return list(map(_cell, cells))


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case Fraction():
            return decimal(value)
        case tuple():
            return " ".join(map(str, value))
        case str() if value.lstrip().startswith(_FORMULAS):
            return f"'{value}"
        case _:
            return str(value)
