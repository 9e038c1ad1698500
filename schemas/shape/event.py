"""The event of a record: some fields that the format knows, and whatever else the organisers keep."""

import re
from collections.abc import Iterator
from datetime import date, time
from typing import Any, Final

from replay.text import Text
from schemas.problems import Finding
from schemas.shape.wording import wanted

_WORD: Final = Text("text", "文字列")
_WORD_OR_NUMBER: Final = Text("text or a whole number", "文字列または整数")
_DATE: Final = Text(
    "an ISO 8601 date such as 2007-07-16 or 2007-07-16T20:00", "2007-07-16や2007-07-16T20:00のようなISO 8601の日付"
)
_YEAR_OR_MONTH: Final = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2]))?")


def check_event(event: dict[str, Any]) -> Iterator[Finding]:
    """Whatever in an event is not of the type that the format gives it; fields that it does not know are free."""
    for name, (is_right, want) in _FIELDS.items():
        if name in event and not is_right(event[name]):
            yield Finding((name,), wanted(want, event[name]))


def _is_word(value: object) -> bool:
    return isinstance(value, str)


def _is_word_or_number(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _is_date(value: object) -> bool:
    """A day, perhaps with a time, or no more than a year or a month."""
    if not isinstance(value, str):
        return False
    if _YEAR_OR_MONTH.fullmatch(value):
        return True
    day, sign, clock = value.partition("T")
    try:
        date.fromisoformat(day)
        if sign:
            time.fromisoformat(clock)
    except ValueError:
        return False
    return not clock.startswith("T")


_FIELDS: Final = {
    "name": (_is_word, _WORD),
    "site": (_is_word, _WORD),
    "round": (_is_word_or_number, _WORD_OR_NUMBER),
    "table": (_is_word_or_number, _WORD_OR_NUMBER),
    "date": (_is_date, _DATE),
}
