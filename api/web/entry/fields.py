"""Fields of the forms in which people enter results: their names, and how they are read."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final
from unicodedata import normalize

from daifu.replay.text import Text, filled
from daifu.schemas.http.query_fields import REASON_LENGTH

PLACE: Final = "place-"
POINTS: Final = "points-"
LEFT: Final = "left-"
"""Before the number of a player or a seat: the fields of their place, their points, and whether they left the deal."""

_MOST: Final = 10**6 - 1
_POINTS: Final = re.compile(r"[-+−]?[0-9]{1,9}(?:[.,/][0-9]{1,6})?")
_NO_NUMBER: Final = Text("“{found}” is no number of points", "「{found}」は得点の数として読めません")
_LONG_REASON: Final = Text(
    f"A reason has at most {REASON_LENGTH} characters.", f"理由は{REASON_LENGTH}文字以下で入力してください。"
)


class EntryRefused(ValueError):
    """A result that cannot be taken as it was entered; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def read_number(text: str) -> int | None:
    """The place, seat or other small number that a field has; None where it has none."""
    return read_whole(text) or None


def read_whole(text: str, most: int = _MOST) -> int | None:
    """The whole number from 0 to `most` that a field has; None where it has none."""
    digits = normalize("NFKC", text).strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(most))):
        return None
    number = int(digits)
    return number if number <= most else None


def read_reason(fields: Mapping[str, str], name: str = "reason") -> str | None:
    """Why something is changed, for the history. Raises `EntryRefused` for more than that keeps."""
    reason = fields.get(name, "").strip()
    if len(reason) > REASON_LENGTH:
        raise EntryRefused(_LONG_REASON)
    return reason or None


def read_points(text: str) -> Fraction | None:
    """The number of points that a field has; None where it is empty. Raises `EntryRefused`."""
    given = normalize("NFKC", text).strip()
    if not given:
        return None
    if not _POINTS.fullmatch(given):
        raise EntryRefused(filled(_NO_NUMBER, found=given))
    try:
        return Fraction(given.replace("−", "-").replace(",", "."))
    except ZeroDivisionError:
        raise EntryRefused(filled(_NO_NUMBER, found=given)) from None
