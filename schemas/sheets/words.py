"""What texts of cells mean: names of columns, rows of totals, titles, and numbers."""

import re
from typing import Final

from daifu.replay.text import fold_name
from daifu.replay.titles import TITLE_NAMES
from daifu.schemas.sheets.grid import Value

DATE: Final = "date"
GAME: Final = "game"
TABLE: Final = "table"
SEATS: Final = "seats"
TOTAL: Final = "total"
NOTE: Final = "note"
PLAYER: Final = "player"
PLACE: Final = "place"
POINTS: Final = "points"

_ROLES: Final = {
    DATE: "日付 date",
    GAME: "回 回戦 戦 no no. # game round",
    TABLE: "卓 table",
    SEATS: "席",
    TOTAL: "合計 計 小計 通算 累計 平均 total sum average",
    NOTE: "備考 note 革命 親 dealer",
    PLAYER: "プレイヤー 名前 氏名 player name",
    PLACE: "順位 着 着順 place rank",
    POINTS: "点 得点 点数 pt pts points",
}
_ROLE_OF: Final = {word: role for role, words in _ROLES.items() for word in words.split()}

_TITLES: Final = {
    **{key: {name} for name, text in TITLE_NAMES.items() for key in (name, text.en.casefold())},
    "great dalmuti": {"greater_dalmuti"},
    "大ダルムーティ": {"greater_dalmuti"},
    "小ダルムーティ": {"lesser_dalmuti"},
}
for _name, _text in TITLE_NAMES.items():
    _TITLES.setdefault(_text.ja, set()).add(_name)

_NUMBER: Final = r"[+-]?\d+(?:\.\d+)?"
_UNIT: Final = r"(?:点|pt|p|位|着|st|nd|rd|th)"
_WITH_UNIT: Final = re.compile(rf"({_NUMBER})\s*({_UNIT})?\.?")
_PLACE_AND_POINTS: Final = re.compile(rf"({_NUMBER})\s*{_UNIT}?\s*\(\s*({_NUMBER})\s*{_UNIT}?\s*\)")
_MINUS: Final = str.maketrans({"▲": "-", "△": "-", "\N{MINUS SIGN}": "-", "\N{HYPHEN}": "-"})
_SAT_OUT: Final = "-"
_PLACE_UNITS: Final = ("位", "着", "st", "nd", "rd", "th")


def plain(value: Value) -> str:
    """The text of a cell in the form in which words are compared: NFKC, case-folded, without `:` at the end."""
    if value is None:
        return ""
    return fold_name(str(value)).strip().rstrip(":").rstrip()


def role_of(value: Value) -> str | None:
    """What a column of this heading holds, where it is not a player."""
    return _ROLE_OF.get(plain(value))


def titles_named(value: Value) -> set[str]:
    """The titles of any game that a text names, in English, Japanese or as records write them."""
    return _TITLES.get(plain(value), set()) if isinstance(value, str) else set()


def sits_out(value: Value) -> bool:
    """Whether a cell says that its player did not sit."""
    return value is None or (isinstance(value, str) and plain(value).translate(_MINUS) == _SAT_OUT)


def read_number(value: Value, *, decimal_comma: bool = False) -> int | float | None:
    """The number in a cell, with or without its unit; None where there is none."""
    if isinstance(value, int | float):
        return value
    found = _WITH_UNIT.fullmatch(_number_text(value, decimal_comma)) if isinstance(value, str) else None
    return _number(found[1]) if found else None


def read_place_and_points(value: Value, *, decimal_comma: bool = False) -> tuple[int | float, int | float] | None:
    """The place and the points of a cell such as `1 (+30)`."""
    found = _PLACE_AND_POINTS.fullmatch(_number_text(value, decimal_comma)) if isinstance(value, str) else None
    return (_number(found[1]), _number(found[2])) if found else None


def unit_of(value: Value) -> str | None:
    """Whether the unit of a number in a cell is that of places or of points."""
    found = _WITH_UNIT.fullmatch(plain(value).translate(_MINUS)) if isinstance(value, str) else None
    if not found or not found[2]:
        return None
    return PLACE if found[2] in _PLACE_UNITS else POINTS


def place_heading(value: Value) -> int | None:
    """The place that a heading such as `1st`, `2位` or `3` names."""
    found = read_number(value)
    return found if isinstance(found, int) and found > 0 and unit_of(value) != POINTS else None


def _number_text(value: str, decimal_comma: bool) -> str:  # noqa: FBT001 - both callers name it
    text = plain(value).translate(_MINUS)
    return text.replace(",", ".") if decimal_comma else text


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number
