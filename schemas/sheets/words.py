"""What texts of cells mean: names of columns, rows of totals, titles, numbers, dates, and people."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Final, Literal, NamedTuple

from daifu.replay.text import fold_name
from daifu.replay.titles import TITLE_NAMES
from daifu.schemas.record.model import PlayerShape
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

_SHORTEST_ALIKE: Final = 4
"""Letters of names that are compared; shorter ones are alike too often."""


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


class Unclear(NamedTuple):
    """Why a date cannot be told: `date_order` or `year` has to be given."""

    missing: str


class DateReader:
    """Reads the dates of a column.

    `order` is that of 1/2/2025, if it was given; otherwise a day above 12 in the column decides. `year` is that of
    dates without one. `serials` tells whether plain numbers are days.
    """

    def __init__(self, cells: Iterable[Value], order: DateOrder | None, year: int | None, *, serials: bool) -> None:
        written = [found for cell in cells if isinstance(cell, str) and (found := _EITHER.fullmatch(_bare(cell)))]
        self.order: DateOrder | None = order
        if order is None and any(int(found[1]) > _MONTHS for found in written):
            self.order = "dmy"
        elif order is None and any(int(found[2]) > _MONTHS for found in written):
            self.order = "mdy"
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


class KnownPlayer(NamedTuple):
    """A player of a store: the id, the name that others see, and other ids and names by which they are found."""

    id: str
    name: str
    others: tuple[str, ...] = ()


class Similar(NamedTuple):
    """A name of a sheet that is not known but looks like that of a known player."""

    name: str
    known: KnownPlayer


class Names:
    """Finds the player for each name of a sheet, and notes the new ones.

    `given` are the names that a map decides, `known` the players there are, the most important first.
    """

    def __init__(self, known: Iterable[KnownPlayer], given: Mapping[str, str | PlayerShape]) -> None:
        self._given = {_folded(name): _player(entry) for name, entry in given.items()}
        self._by_id: dict[str, KnownPlayer] = {}
        self._by_name: dict[str, KnownPlayer] = {}
        self._by_folded: dict[str, KnownPlayer] = {}
        for player in known:
            self._by_id.setdefault(player.id, player)
            self._by_name.setdefault(player.name, player)
            for name in (player.name, player.id, *player.others):
                self._by_folded.setdefault(_folded(name), player)
        self.found: dict[str, KnownPlayer] = {}
        """The players by their folded names in the sheet, in the order in which they were first seen."""
        self.new: list[KnownPlayer] = []
        self.similar: list[Similar] = []

    def player(self, name: str) -> KnownPlayer:
        """The player of this name; one who is not known goes by the name itself."""
        folded = _folded(name)
        if folded not in self.found:
            self.found[folded] = self._look_up(name, folded)
        return self.found[folded]

    def entered(self, entry: str | PlayerShape) -> KnownPlayer:
        """The player that a map names for a column."""
        player = _player(entry)
        return self._by_id.get(player.id, player)

    def _look_up(self, name: str, folded: str) -> KnownPlayer:
        if given := self._given.get(folded):
            return self._by_id.get(given.id, given)
        known = self._by_id.get(name) or self._by_name.get(name) or self._by_folded.get(folded)
        if known:
            return known
        player = KnownPlayer(name, name)
        self.new.append(player)
        alike = {found.id: found for other, found in self._by_folded.items() if _looks_alike(folded, other)}
        self.similar += [Similar(name, found) for found in alike.values()]
        return player


def _player(entry: str | PlayerShape) -> KnownPlayer:
    return KnownPlayer(entry, entry) if isinstance(entry, str) else KnownPlayer(entry.id, entry.name)


def _folded(name: str) -> str:
    return "".join(plain(name).split())


def _looks_alike(one: str, other: str) -> bool:
    """Whether one change of a letter makes one name of the other."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _SHORTEST_ALIKE or len(longer) - len(shorter) > 1 or one == other:
        return False
    same = next((place for place, letter in enumerate(shorter) if letter != longer[place]), len(shorter))
    return shorter[same + (len(shorter) == len(longer)) :] == longer[same + 1 :]
