"""How a sheet is laid out: its headings, what its columns hold, and its layout.

What is known before it is read is the map `daifu-columns/1`, which is kept for the next sheet.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from daifu.replay.text import Text
from daifu.schemas.record.model import HouseShape, Name, PlayerShape
from daifu.schemas.sheets.grid import Findings, Formula, Grid, SheetRefused, Value, letters
from daifu.schemas.sheets.words import (
    DATE,
    GAME,
    NOTE,
    PLACE,
    PLAYER,
    POINTS,
    TABLE,
    TOTAL,
    DateOrder,
    looks_like_date,
    place_heading,
    plain,
    read_number,
    read_place_and_points,
    role_of,
    sits_out,
    titles_named,
    unit_of,
)

Layout = Literal["P", "N", "S", "L", "T"]
LAYOUTS: Final[dict[Layout, Text]] = {
    "P": Text("a column a player: places", "プレイヤーごとの列に順位"),
    "N": Text("a column a place: names", "順位ごとの列に名前"),
    "S": Text("a column a player: points", "プレイヤーごとの列に点数"),
    "L": Text("a row a player in a game", "1行に1人の1回分"),
    "T": Text("a column a player: titles", "プレイヤーごとの列に身分"),
}
"""The layouts, with what their cells hold."""

MAP_FORMAT: Final = "daifu-columns/1"
_LETTERS: Final = re.compile("[A-Za-z]{1,3}")

TOTALS: Final = "totals"
HEADINGS: Final = "headings"

_FEWEST_HEADINGS: Final = 2
_BARE_NUMBER: Final = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_GAME_HEADING: Final = re.compile(r"第?\d+(?:回戦?|戦|局|試合|ゲーム)|(?:game|round|g|r|no\.?|#)\s*\d+")
_SUFFIX: Final = re.compile(
    r"(.+?)[\s_・/:-]*(?:\(\s*)?(?:(順位|着順|着|place|rank)|(得点|点数|点|points?|pts?))(?:\s*\))?", re.IGNORECASE
)
_PLACE_WORD: Final = re.compile(r"順位|着順|(?<!\w)着(?!\w)|\b(?:place|rank)s?\b")
_POINTS_WORD: Final = re.compile(r"点|\b(?:pts?|points?)\b")


class Columns(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How a sheet is read. Columns are named by their letters; what is missing is recognised.

    `players` are those of columns, `names` those of names that are written in cells and headings. `skip` are further
    words that begin rows of totals. `year` is that of dates without one.
    """

    format: Literal["daifu-columns/1"] = MAP_FORMAT
    layout: Layout | None = None
    sheet: str | None = None
    date: str | None = None
    game: str | None = None
    table: str | None = None
    players: dict[str, Name | PlayerShape] = msgspec.field(default_factory=dict)
    names: dict[str, Name | PlayerShape] = msgspec.field(default_factory=dict)
    skip: list[str] = msgspec.field(default_factory=list)
    rules: str | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    house: HouseShape | None = None
    event: dict[str, Any] = msgspec.field(default_factory=dict)
    evening: Literal["date"] = "date"
    date_order: DateOrder | None = None
    year: int | None = None
    lowest_wins: bool = False

    def changed(self, said: Mapping[str, Any]) -> "Columns":
        """The map with these values, which may be texts, in place of its own. Raises `SheetRefused`."""
        try:
            return msgspec.convert({**msgspec.to_builtins(self), **said}, Columns, strict=False)
        except msgspec.ValidationError as error:
            raise _bad_map(error) from error

    def numbered_players(self) -> Iterator[tuple[int, str | PlayerShape]]:
        """The players by the numbers of their columns, from 1. Raises `SheetRefused`."""
        return ((column_number(text), entry) for text, entry in self.players.items())


def column_number(text: str) -> int:
    """The number of the column with these letters, from 1. Raises `SheetRefused`."""
    if not _LETTERS.fullmatch(text):
        raise SheetRefused(
            "bad_map",
            f"expected the letters of a column, found {text!r}",
            f"列の文字が必要ですが、「{text}」とあります",
        )
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def read_columns(text: bytes) -> Columns:
    """A map from its JSON. Raises `SheetRefused`."""
    try:
        return msgspec.json.decode(text, type=Columns)
    except msgspec.MsgspecError as error:
        raise _bad_map(error) from error


def _bad_map(error: msgspec.MsgspecError) -> SheetRefused:
    return SheetRefused("bad_map", f"the map cannot be read: {error}", f"対応表を読めません：{error}")


def write_columns(columns: Columns) -> bytes:
    """A map as JSON; what was left open is left out."""
    return msgspec.json.encode({"format": MAP_FORMAT, **msgspec.to_builtins(columns)})


@dataclass(slots=True)
class Seat:
    """A column of a player: its number from 1, the name in its heading, and the column of the points beside places."""

    column: int
    name: str
    points: int | None = None


@dataclass(slots=True)
class Plan:
    """How a sheet is read. Rows and columns are numbered from 1.

    `roles` are the columns that hold something other than players, `places` the columns of layout N with their places,
    None where only the order of the columns tells. `left_out` are the rows that are no games, and what they are.
    `assumed` tells that the layout could be S as well as P.
    """

    header: int
    layout: Layout
    roles: dict[str, int]
    notes: list[int]
    seats: list[Seat]
    places: list[tuple[int, int | None]] = field(default_factory=list)
    left_out: dict[int, str] = field(default_factory=dict)
    ignored: list[int] = field(default_factory=list)
    assumed: bool = False


def cell(row: Sequence[Value], column: int | None) -> Value:
    """The value in a column of a row, None beyond its end."""
    return row[column - 1] if column and column <= len(row) else None


def data_rows(grid: Grid, plan: Plan) -> Iterator[tuple[int, list[Value]]]:
    """The rows of games with their numbers; in columns that are not read, anything may stand beside them."""
    columns = {*plan.roles.values(), *plan.notes, *(one for seat in plan.seats for one in (seat.column, seat.points))}
    for number, row in enumerate(grid.rows[plan.header :], plan.header + 1):
        if number not in plan.left_out and any(cell(row, column) is not None for column in columns):
            yield number, row


def plan_of(grid: Grid, columns: Columns, findings: Findings) -> Plan:
    """How a sheet is read, by its cells and by what the map says. Raises `SheetRefused`."""
    header = _find_header(grid.rows)
    headings = grid.rows[header - 1]
    roles, notes = _roles(headings)
    named = {DATE: columns.date, GAME: columns.game, TABLE: columns.table}
    roles |= {role: column_number(text) for role, text in named.items() if text}
    plan = Plan(header, "P", roles, notes, [])
    plan.left_out = dict(_other_rows(grid, header, {plain(word) for word in columns.skip}))
    others = enumerate(grid.rows[header:], header + 1)
    rows = [row for number, row in others if row and number not in plan.left_out]
    if DATE not in roles and (found := _date_column(headings, rows, notes)):
        plan.roles = {DATE: found} | {role: column for role, column in roles.items() if column != found}
    used = {*plan.roles.values(), *notes}
    if DATE in plan.roles and all(cell(row, plan.roles[DATE]) is None for row in rows):
        del plan.roles[DATE]  # a column for dates that nobody filled in
    free = [at for at in range(1, len(headings) + 1) if at not in used and role_of(headings[at - 1]) is None]
    if columns.players:
        _seats_of_map(plan, headings, columns, free)
    else:
        plan.seats = [Seat(at, str(cell(headings, at))) for at in free if isinstance(cell(headings, at), str | int)]
    _refuse_names_in_rows(plan, headings, rows)
    hint = _pair_columns(plan, findings) or _hint(grid.rows[:header], plan)
    plan.layout = columns.layout or _layout(plan, headings, rows, hint)
    if plan.layout == "N":
        plan.places = [(seat.column, place_heading(cell(headings, seat.column))) for seat in plan.seats]
        if sum(place is not None for _column, place in plan.places) >= _FEWEST_HEADINGS:
            plan.places = [one for one in plan.places if one[1] is not None]
    return plan


def _find_header(rows: Sequence[Sequence[Value]]) -> int:
    """The number of the row with the headings. Raises `SheetRefused`."""
    for number, row in enumerate(rows[:-1], 1):
        if (_is_heading(row) and any(map(_is_date_or_number, rows[number]))) or _names_places(row):
            return number
    for number, row in enumerate(rows, 1):
        if _is_heading(row) and not any(_is_date_or_number(value) and not isinstance(value, str) for value in row):
            return number
    if any(sum(map(looks_like_date, row)) >= _FEWEST_HEADINGS for row in rows):
        raise _names_in_rows()
    raise SheetRefused(
        "no_header",
        "expected a row of headings above the games, such as the names of the players, found none",
        "対局の上に見出しの行（プレイヤー名など）が必要ですが、見つかりません",
    )


def _is_heading(row: Sequence[Value]) -> bool:
    texts = [value for value in row if isinstance(value, str) and not _BARE_NUMBER.fullmatch(plain(value))]
    return len(texts) >= _FEWEST_HEADINGS and not any(map(looks_like_date, row))


def _is_date_or_number(value: Value) -> bool:
    return looks_like_date(value) or isinstance(value, Formula) or read_number(value, decimal_comma=True) is not None


def _names_places(row: Sequence[Value]) -> bool:
    """Whether a row consists of a word for a column and the places 1, 2, 3 and so on."""
    words = [value for value in row if role_of(value)]
    others = [value for value in row if value is not None and not role_of(value)]
    return bool(words) and len(others) >= _FEWEST_HEADINGS and list(map(read_number, others)) == _counted(len(others))


def _counted(most: int) -> list[int]:
    return list(range(1, most + 1))


def _roles(headings: Sequence[Value]) -> tuple[dict[str, int], list[int]]:
    """The columns by what they hold, the first of each kind, and the columns of notes."""
    roles: dict[str, int] = {}
    notes = []
    for column, heading in enumerate(headings, 1):
        role = role_of(heading)
        if role == NOTE:
            notes.append(column)
        elif role and role != TOTAL:
            roles.setdefault(role, column)
    return roles, notes


def _other_rows(grid: Grid, header: int, skip: set[str]) -> Iterator[tuple[int, str]]:
    headings = grid.rows[header - 1]
    for number, row in enumerate(grid.rows[header:], header + 1):
        first = next((value for value in row if value is not None), None)
        if first is not None and (role_of(first) == TOTAL or plain(first) in skip):
            yield number, TOTALS
        elif first is not None and row == headings:
            yield number, HEADINGS


def _date_column(headings: Sequence[Value], rows: Sequence[Sequence[Value]], notes: Sequence[int]) -> int | None:
    """The first column most cells of which are written like dates, where none is headed so."""
    for column in range(1, max(map(len, [headings, *rows]), default=0) + 1):
        filled = [value for row in rows if (value := cell(row, column)) is not None]
        if column not in notes and filled and 2 * sum(map(looks_like_date, filled)) > len(filled):
            return column
    return None


def _seats_of_map(plan: Plan, headings: Sequence[Value], columns: Columns, free: Iterable[int]) -> None:
    numbers = dict(columns.numbered_players())
    for column, entry in sorted(numbers.items()):
        name = entry if isinstance(entry, str) else entry.name
        plan.seats.append(Seat(column, name))
    plan.ignored = [at for at in free if at not in numbers and cell(headings, at) is not None]


def _refuse_names_in_rows(plan: Plan, headings: Sequence[Value], rows: Sequence[Sequence[Value]]) -> None:
    """Raise `SheetRefused` where players are rows and games are columns."""
    games = [bool(_GAME_HEADING.fullmatch(plain(cell(headings, seat.column)))) for seat in plan.seats]
    alone = PLAYER in plan.roles and PLACE not in plan.roles and POINTS not in plan.roles
    names = [cell(row, plan.roles.get(PLAYER)) for row in rows]
    if (len(games) >= _FEWEST_HEADINGS and all(games)) or (alone and any(isinstance(name, str) for name in names)):
        raise _names_in_rows()


def _names_in_rows() -> SheetRefused:
    return SheetRefused(
        "names_in_rows",
        "the players stand in rows and the games in columns; turn the sheet round, so that a row is a game",
        "行がプレイヤー、列が対局になっています。行と列を入れ替え、1行を1回の対局にしてください",
    )


def _pair_columns(plan: Plan, findings: Findings) -> Layout | None:
    """Put columns of points beside those of places of the same player, and take such words off the names.

    Returns the layout that the headings of players say. Equal headings are errors.
    """
    parts = [_SUFFIX.fullmatch(seat.name) for seat in plan.seats]
    stems = [found[1] if found else seat.name for found, seat in zip(parts, plan.seats, strict=True)]
    kinds = [None if not found else "P" if found[2] else "S" for found in parts]
    said: Layout | None = None
    if plan.seats and len(set(kinds)) == 1 and kinds[0]:
        said = "P" if kinds[0] == "P" else "S"
        for seat, stem in zip(plan.seats, stems, strict=True):
            seat.name = stem
    else:
        for points, stem, kind in zip(tuple(plan.seats), stems, kinds, strict=True):
            others = zip(plan.seats, stems, kinds, strict=True) if kind == "S" else ()
            for place in [one for one, name, other in others if plain(name) == plain(stem) and other != "S"][:1]:
                place.points, place.name, said = points.column, stem, "P"
        beside = {seat.points for seat in plan.seats}
        plan.seats = [seat for seat in plan.seats if seat.column not in beside]
    seen: dict[str, int] = {}
    for seat in plan.seats:
        first = seen.setdefault("".join(plain(seat.name).split()), seat.column)
        if first != seat.column:
            at = letters(first)
            findings.add(
                plan.header,
                seat.column,
                "same_heading",
                f"the same heading as {at}{plan.header}: {seat.name}",
                f"{at}{plan.header}と同じ見出しです：{seat.name}",
            )
    return said


def _hint(rows: Sequence[Sequence[Value]], plan: Plan) -> Layout | None:
    """The layout that the corner, or what stands above the headings, says in words."""
    seats = {seat.column for seat in plan.seats}
    texts = [plain(value) for row in rows[:-1] for value in row if isinstance(value, str)]
    texts += [plain(value) for at, value in enumerate(rows[-1], 1) if at not in seats and isinstance(value, str)]
    places, points = (any(word.search(text) for text in texts) for word in (_PLACE_WORD, _POINTS_WORD))
    if places == points:
        return None
    return "P" if places else "S"


def _layout(plan: Plan, headings: Sequence[Value], rows: Sequence[Sequence[Value]], hint: Layout | None) -> Layout:
    if PLAYER in plan.roles and (PLACE in plan.roles or POINTS in plan.roles):
        return "L"
    table = [[value for seat in plan.seats if not sits_out(value := cell(row, seat.column))] for row in rows]
    filled = [value for row in table for value in row]
    if not filled:
        heads = [place_heading(cell(headings, seat.column)) for seat in plan.seats]
        return "N" if len(heads) - heads.count(None) >= _FEWEST_HEADINGS else hint or "P"
    if 2 * sum(bool(titles_named(value)) for value in filled) >= len(filled):
        return "T"
    if 2 * sum(isinstance(value, str) and _is_text(value) for value in filled) > len(filled):
        return "N"
    plan.assumed = not hint and not (hint := _by_cells(filled)) and _may_be_places(table, len(plan.seats))
    return hint or ("P" if plan.assumed else "S")


def _by_cells(filled: Sequence[Value]) -> Layout | None:
    """The layout that the cells themselves say: by places with points, or by units."""
    if any(read_place_and_points(value, decimal_comma=True) for value in filled):
        return "P"
    units = {unit for value in filled if (unit := unit_of(value))}
    return None if len(units) != 1 else "P" if units == {PLACE} else "S"


def _is_text(value: str) -> bool:
    return read_number(value, decimal_comma=True) is None and read_place_and_points(value, decimal_comma=True) is None


def _may_be_places(table: Sequence[Sequence[Value]], players: int) -> bool:
    """Whether all numbers could be places, and at least half of the rows are exactly the places from 1."""
    numbers = [[read_number(value) for value in row] for row in table if row]
    if any(
        not isinstance(number, int) or not 0 < number <= players + 1
        for row in numbers
        for number in row
        if number is not None
    ):
        return False
    exact = sum(None not in row and sorted(map(int, filter(None, row))) == _counted(len(row)) for row in numbers)
    whole = [row for row in numbers if len(row) > 1 and None not in row]
    exact_whole = sum(sorted(map(int, filter(None, row))) == _counted(len(row)) for row in whole)
    return 2 * exact >= len(numbers) or (bool(whole) and 2 * exact_whole >= len(whole))
