"""Dates as people write them in sheets."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final, Literal, NamedTuple

from daifu.schemas.sheets.grid import Value

DateOrder = Literal["dmy", "mdy"]
"""Whether 1/2/2025 is the first of February or the second of January."""

_WEEKDAY: Final = re.compile(
    r"\s*\((?:[日月火水木金土](?:曜日?)?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\)$", re.IGNORECASE
)
_TIME: Final = re.compile(r"[T\s]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$")
_YEAR_FIRST: Final = re.compile(r"(\d{4})([/.-])(\d{1,2})\2(\d{1,2})|(\d{4})年(\d{1,2})月(\d{1,2})日")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_EITHER: Final = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_NO_YEAR: Final = re.compile(r"(\d{1,2})/(\d{1,2})|(\d{1,2})月(\d{1,2})日")
_ERA: Final = re.compile(
    r"(令和|平成|昭和|[RHS])\s*(\d{1,2}|元)(?:年\s*(\d{1,2})月\s*(\d{1,2})日|([./-])(\d{1,2})\5(\d{1,2}))"
)
_ERA_BEGINS: Final = {"令和": 2019, "R": 2019, "平成": 1989, "H": 1989, "昭和": 1926, "S": 1926}

_SERIAL_EPOCH: Final = date(1899, 12, 30)
_SERIALS: Final = range(18_264, 73_416)
"""The numbers of the days from 1950 to 2100; smaller and larger ones are other numbers."""
_MONTHS: Final = 12


class Unclear(NamedTuple):
    """Why a date cannot be told: `date_order` or `year` has to be given."""

    missing: str


class DateReader:
    """Reads the dates of a column.

    `order` is that of 1/2/2025, if it was given; otherwise a day above 12 in the column decides. `year` is that of
    dates without one. `serials` tells whether plain numbers are days.
    """

    def __init__(self, cells: Iterable[Value], order: DateOrder | None, year: int | None, *, serials: bool) -> None:
        self.order: DateOrder | None = order or _order_of(cells)
        self._given = order
        self._year = year
        self._serials = serials

    def read(self, value: Value) -> date | Unclear | None:
        """The date in a cell; None where it is none."""
        if isinstance(value, date):
            return value
        text = _bare(str(value)) if isinstance(value, str | int) else ""
        if self._serials and text.isdecimal() and int(text) in _SERIALS:
            return _SERIAL_EPOCH + timedelta(days=int(text))
        forms = (
            (_YEAR_FIRST, _year_first),
            (_DAY_FIRST, _day_first),
            (_ERA, _of_era),
            (_EITHER, self._either),
            (_NO_YEAR, self._without_year),
        )
        return next((read(found) for form, read in forms if (found := form.fullmatch(text))), None)

    def _either(self, found: re.Match[str]) -> date | Unclear | None:
        first, second, year = map(int, found.groups())
        return Unclear("date_order") if self.order is None else self._in_order(year, first, second)

    def _without_year(self, found: re.Match[str]) -> date | Unclear | None:
        if self._year is None:
            return Unclear("year")
        if found[1] and self._given:
            return self._in_order(self._year, int(found[1]), int(found[2]))
        return _day(self._year, int(found[1] or found[3]), int(found[2] or found[4]))

    def _in_order(self, year: int, first: int, second: int) -> date | None:
        return _day(year, second, first) if self.order == "dmy" else _day(year, first, second)


def looks_like_date(value: Value) -> bool:
    """Whether a cell is written like a date, real or not; a plain number is not."""
    if isinstance(value, date):
        return True
    text = _bare(value) if isinstance(value, str) else ""
    return any(form.fullmatch(text) for form in (_YEAR_FIRST, _DAY_FIRST, _EITHER, _NO_YEAR, _ERA))


def _bare(text: str) -> str:
    """The text of a date without weekday and time."""
    return _TIME.sub("", _WEEKDAY.sub("", unicodedata.normalize("NFKC", text).strip()))


def _order_of(cells: Iterable[Value]) -> DateOrder | None:
    found = [match for cell in cells if isinstance(cell, str) and (match := _EITHER.fullmatch(_bare(cell)))]
    if any(int(match[1]) > _MONTHS for match in found):
        return "dmy"
    return "mdy" if any(int(match[2]) > _MONTHS for match in found) else None


def _year_first(found: re.Match[str]) -> date | None:
    return _day(*(int(part) for part in found.groups() if part and part.isdecimal()))


def _day_first(found: re.Match[str]) -> date | None:
    return _day(int(found[3]), int(found[2]), int(found[1]))


def _of_era(found: re.Match[str]) -> date | None:
    year = _ERA_BEGINS[found[1]] + (1 if found[2] == "元" else int(found[2])) - 1
    return _day(year, int(found[3] or found[6]), int(found[4] or found[7]))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
