"""Reads the rows of a sheet into games: who sat, on which place, with how many points."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from daifu.replay.rules import Rules
from daifu.replay.text import Text, filled, joined
from daifu.replay.titles import title_name
from daifu.schemas.record.limits import NOTES_LENGTH
from daifu.schemas.record.model import is_name
from daifu.schemas.sheets.grid import Findings, Formula, Grid, Value
from daifu.schemas.sheets.layout import Columns, Plan, cell, data_rows
from daifu.schemas.sheets.words import (
    DATE,
    GAME,
    PLACE,
    PLAYER,
    POINTS,
    SEATS,
    TABLE,
    DateReader,
    KnownPlayer,
    Names,
    Unclear,
    plain,
    read_number,
    read_place_and_points,
    role_of,
    sits_out,
    titles_named,
)

Number = int | float
Better = Callable[[Any, Any], bool]
"""Whether one number of points is better than another."""
FEWEST_PLAYERS: Final = 2
_SEPARATORS: Final = str.maketrans(dict.fromkeys("、,・/→>", " "))

_SENTENCES: Final = {
    "bad_name": Text("expected a name, found {found}", "名前が必要ですが、「{found}」とあります"),
    "same_heading": Text("a second column for {name}", "{name}の列が2つあります"),
    "bad_date": Text(
        "expected a date such as 2025-07-31, found {found}", "2025-07-31のような日付が必要ですが、{found}"
    ),
    "year_unclear": Text("of which year is this date?", "この日付は何年のものですか"),
    "date_unclear": Text("is this the day or the month first? (date_order)", "日と月のどちらが先ですか（date_order）"),
    "formula_without_value": Text(
        "a formula without its value: open the workbook in a spreadsheet, and save it again",
        "数式に値が保存されていません。表計算ソフトで開き、保存し直してください",
    ),
    "not_a_number": Text("expected a number, found {found}", "数が必要ですが、「{found}」とあります"),
    "points_without_place": Text("points, but no place", "点数だけで順位がありません"),
    "not_a_place": Text("expected a place such as 1, found {found}", "順位（1など）が必要ですが、{found}とあります"),
    "place_beyond": Text("place {place}, but {count} played", "{count}人なのに順位が{place}です"),
    "place_twice": Text("place {place} twice", "順位{place}が2人います"),
    "no_place": Text("no place", "順位がありません"),
    "no_titles": Text("this game has no titles", "このゲームに身分はありません"),
    "not_a_title": Text("expected {wanted}, found {found}", "{wanted}のどれかが必要ですが、「{found}」とあります"),
    "title_twice": Text("{found} twice", "{found}が2人います"),
    "title_of_several": Text(
        "with {count} players several are {title}, so the titles do not tell the places",
        "{count}人のとき{title}は複数いるため、身分だけでは順位が決まりません",
    ),
    "player_twice": Text("{name} twice", "{name}が2回出ています"),
    "too_few": Text("fewer than two played", "2人以上の成績が必要です"),
    "wrong_number": Text(
        "{count} players, which these rules do not allow", "{count}人ですが、このルールでは遊べない人数です"
    ),
}
"""The sentences of errors by their codes."""


@dataclass(slots=True)
class Entry:
    """A player of a game: where that stands, and the place and the points, as far as they are given."""

    player: KnownPlayer
    row: int
    column: int
    place: int | None = None
    points: Number | None = None
    seat: Number | None = None


@dataclass(slots=True)
class Game:
    """A game of a sheet: its first row, its evening, its players, and the order of seats where a column says it."""

    row: int
    date: date | None
    table: str | None
    entries: list[Entry] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)
    number: Value = None
    failed: bool = False


class GameReader:
    """Reads the games of a sheet under a plan; errors go to `findings`."""

    def __init__(
        self, grid: Grid, plan: Plan, columns: Columns, rules: Rules, names: Names, findings: Findings
    ) -> None:
        self.grid = grid
        self.plan = plan
        self.rules = rules
        self.names = names
        self.findings = findings
        self.headings = grid.rows[plan.header - 1]
        self.players = self._players_of_columns(columns)
        at = plan.roles.get(DATE)
        cells = [cell(row, at) for _number, row in data_rows(grid, plan)]
        self.dates = DateReader(
            cells,
            columns.date_order,
            columns.year,
            serials=bool(columns.date) or role_of(cell(self.headings, at)) == DATE,
        )
        self._date: date | None = None
        self._date_failed = False
        self._unclear: set[str] = set()

    def games(self) -> Iterator[Game]:
        """All games, those with errors as `failed`."""
        if self.plan.layout == "L":
            yield from self._long_games()
            return
        read_row: Callable[[Game, int, Sequence[Value]], None] = {
            "P": self._places,
            "S": self._points,
            "T": self._titles,
            "N": self._named,
        }[self.plan.layout]
        for number, row in data_rows(self.grid, self.plan):
            game = self._game(number, row)
            read_row(game, number, row)
            if seats := cell(row, self.plan.roles.get(SEATS)):
                game.seats = str(seats).translate(_SEPARATORS).split()
            self._check(game)
            yield game

    def _players_of_columns(self, columns: Columns) -> dict[int, KnownPlayer]:
        """The player of each column, in the layouts that have such columns."""
        if self.plan.layout in "NL":
            return {}
        found: dict[int, KnownPlayer] = {}
        entries = dict(columns.numbered_players())
        for seat in self.plan.seats:
            entry = entries.get(seat.column)
            player = self.names.entered(entry) if entry is not None else self.names.player(seat.name)
            if not is_name(player.id):
                self.findings.add(self.plan.header, seat.column, "bad_name", "this is no name", "名前として使えません")
            if player in found.values():
                self._error(self.plan.header, seat.column, "same_heading", name=player.name)
                player = KnownPlayer(f"{player.id} ({seat.column})", player.name)
            found[seat.column] = player
        return found

    def _error(self, row: int, column: int | None, code: str, **details: object) -> None:
        """Note an error at a cell, or in a whole row."""
        self.findings.add(row, column or 0, code, *filled(_SENTENCES[code], **details))

    def _game(self, number: int, row: Sequence[Value]) -> Game:
        """The game of a row, without its players."""
        game = Game(number, None, None)
        game.date = self._read_date(number, row)
        game.failed = self._date_failed
        table = cell(row, self.plan.roles.get(TABLE))
        game.table = None if table is None else str(table)
        for column in self.plan.notes:
            if (note := cell(row, column)) is not None:
                game.notes.append(f"{cell(self.headings, column)}: {note}"[:NOTES_LENGTH])
        return game

    def _read_date(self, number: int, row: Sequence[Value]) -> date | None:
        column = self.plan.roles.get(DATE)
        if column is None:
            return None
        value = cell(row, column)
        if value is None and (self._date or self._date_failed):
            return self._date
        found = None if isinstance(value, Formula) else self.dates.read(value)
        self._date = found if isinstance(found, date) else None
        self._date_failed = self._date is None
        if isinstance(found, Unclear):
            if found.missing not in self._unclear:  # only the first date that needs it asks for it
                self._error(number, column, "year_unclear" if found.missing == "year" else "date_unclear")
            self._unclear.add(found.missing)
        elif isinstance(value, Formula):
            self._error(number, column, "formula_without_value")
        elif found is None:
            shown = Text(str(value), f"「{value}」とあります") if value else Text("nothing", "空です")
            self._error(number, column, "bad_date", found=shown)
        return self._date

    def _number_in(self, row: int, column: int, value: Value) -> Number | None:
        """The number in a cell; otherwise an error is noted."""
        number = read_number(value, decimal_comma=self.grid.decimal_comma)
        if isinstance(value, Formula):
            self._error(row, column, "formula_without_value")
        elif number is None:
            self._error(row, column, "not_a_number", found=value)
        return number

    def _places(self, game: Game, number: int, row: Sequence[Value]) -> None:
        for seat in self.plan.seats:
            value = cell(row, seat.column)
            beside = cell(row, seat.points)
            if sits_out(value):
                if not sits_out(beside):
                    self._error(number, seat.points, "points_without_place")
                continue
            entry = Entry(self.players[seat.column], number, seat.column)
            game.entries.append(entry)
            both = read_place_and_points(value, decimal_comma=self.grid.decimal_comma)
            found = both[0] if both else self._number_in(number, seat.column, value)
            if both:
                entry.points = both[1]
            elif seat.points and not sits_out(beside):
                entry.points = self._number_in(number, seat.points, beside)
            if found is not None:
                entry.place = self._whole_place(entry, found)
        self._check_places(game)

    def _whole_place(self, entry: Entry, found: Number) -> int | None:
        if isinstance(found, int):
            return found
        self._error(entry.row, entry.column, "not_a_place", found=found)
        return None

    def _check_places(self, game: Game) -> None:
        """Every place from 1 to the number of players stands once."""
        count = len(game.entries)
        seen: dict[int, Entry] = {}
        for entry in game.entries:
            place = entry.place
            if place is None:
                continue
            if not 0 < place <= count:
                self._error(entry.row, entry.column, "place_beyond", place=place, count=count)
            elif place in seen:
                self._error(entry.row, entry.column, "place_twice", place=place)
            seen.setdefault(place, entry)

    def _points(self, game: Game, number: int, row: Sequence[Value]) -> None:
        for seat in self.plan.seats:
            if not sits_out(value := cell(row, seat.column)):
                points = self._number_in(number, seat.column, value)
                game.entries.append(Entry(self.players[seat.column], number, seat.column, points=points))

    def _titles(self, game: Game, number: int, row: Sequence[Value]) -> None:
        cells = [(seat, cell(row, seat.column)) for seat in self.plan.seats]
        filled = [(seat, value) for seat, value in cells if not sits_out(value)]
        count = len(filled)
        titles = self.rules.sitting.titles(count) if count in self.rules.sitting.players else ()
        due = tuple(title for title in titles if title)
        seen = set()
        for seat, value in filled:
            entry = Entry(self.players[seat.column], number, seat.column)
            game.entries.append(entry)
            title = next((one for one in due if one in titles_named(value)), None)
            if isinstance(value, Formula):
                self._error(number, seat.column, "formula_without_value")
            elif title is None:
                if due or not titles_named(value):
                    names = list(map(title_name, dict.fromkeys(due))) or [Text("a title", "身分")]
                    self._error(number, seat.column, "not_a_title", wanted=joined(names), found=value)
            elif due.count(title) > 1:
                self._error(number, None, "title_of_several", title=title_name(title), count=count)
            elif title in seen:
                self._error(number, seat.column, "title_twice", found=value)
            else:
                entry.place = due.index(title) + 1
            seen.add(title)
        if not due and count >= FEWEST_PLAYERS and count in self.rules.sitting.players:
            self._error(number, None, "no_titles")

    def _named(self, game: Game, number: int, row: Sequence[Value]) -> None:
        """A row of names by place, the columns of which may be in any order."""
        ordered = sorted(self.plan.places, key=lambda one: one[1] or 0)
        for column, _place in ordered:
            if not sits_out(value := cell(row, column)) and (player := self._player_in(game, number, column, value)):
                game.entries.append(Entry(player, number, column))
        for reached, entry in enumerate(game.entries, 1):
            entry.place = reached
        count = len(game.entries)
        for column, place in ordered:
            if place and place > count and not sits_out(cell(row, column)) and not self.findings.in_row(number):
                self._error(number, column, "place_beyond", place=place, count=count)

    def _player_in(self, game: Game, row: int, column: int, value: Value) -> KnownPlayer | None:
        """The player whose name stands in a cell; otherwise, or if they play already, an error is noted."""
        if isinstance(value, Formula):
            self._error(row, column, "formula_without_value")
            return None
        if not isinstance(value, str) or not is_name(value) or read_number(value) is not None:
            self._error(row, column, "bad_name", found=value)
            return None
        player = self.names.player(value)
        if any(entry.player == player for entry in game.entries):
            self._error(row, column, "player_twice", name=player.name)
            return None
        return player

    def _check(self, game: Game) -> None:
        """Note what is wrong with the whole game, and whether anything is."""
        count = len(game.entries)
        if not self.findings.in_row(game.row) and not game.failed:
            if count < FEWEST_PLAYERS:
                self._error(game.row, None, "too_few")
            elif count not in self.rules.sitting.players:
                self._error(game.row, None, "wrong_number", count=count)
        game.failed |= any(self.findings.in_row(row) for row in {game.row, *(entry.row for entry in game.entries)})

    def _long_games(self) -> Iterator[Game]:
        """The games of layout L: by date, table and number, or where a player or a place comes again."""
        found: dict[object, Game] = {}
        counted = GAME in self.plan.roles
        latest: Game | None = None
        label: Value = None
        for number, row in data_rows(self.grid, self.plan):
            base = self._game(number, row)
            label = value if (value := cell(row, self.plan.roles.get(GAME))) is not None else label
            if counted:
                game = found.setdefault((base.date, base.table, label), base)
            else:
                begins = latest is None or self._begins(latest, base, row)
                game = found.setdefault(number, base) if begins or latest is None else latest
            game.number = label
            game.notes += [note for note in base.notes if note not in game.notes]
            game.failed |= base.failed
            latest = game
            self._long_entry(game, number, row)
        for game in _in_order(list(found.values())) if counted else found.values():
            self._finish(game)
            yield game

    def _begins(self, latest: Game, base: Game, row: Sequence[Value]) -> bool:
        roles = self.plan.roles
        name, place = cell(row, roles.get(PLAYER)), read_number(cell(row, roles.get(PLACE)))
        players = {plain(entry.player.name) for entry in latest.entries} | {
            plain(entry.player.id) for entry in latest.entries
        }
        return (
            (latest.date, latest.table) != (base.date, base.table)
            or plain(name) in players
            or (place is not None and any(entry.place == place for entry in latest.entries))
        )

    def _long_entry(self, game: Game, number: int, row: Sequence[Value]) -> None:
        roles = self.plan.roles
        place, points, seat = (cell(row, roles.get(role)) for role in (PLACE, POINTS, SEATS))
        if sits_out(place) and sits_out(points):
            return
        player = self._player_in(game, number, roles[PLAYER], cell(row, roles[PLAYER]))
        if player is None:
            game.failed = True
            return
        entry = Entry(player, number, roles.get(PLACE, 0) or roles[PLAYER])
        game.entries.append(entry)
        if not sits_out(place) and (found := self._number_in(number, roles[PLACE], place)) is not None:
            entry.place = self._whole_place(entry, found)
        if not sits_out(points):
            entry.points = self._number_in(number, roles[POINTS], points)
        if not sits_out(seat):
            entry.seat = self._number_in(number, roles[SEATS], seat)

    def _finish(self, game: Game) -> None:
        """Check a game of layout L when all its rows are read."""
        if game.entries and not _ties_by_points(game, self.rules):
            self._check_places(game)
        placed = [entry for entry in game.entries if entry.place is not None]
        pointed = [entry for entry in game.entries if entry.points is not None]
        if max(len(placed), len(pointed)) < len(game.entries):
            for entry in game.entries:
                if entry.place is None and not self.findings.in_row(entry.row):
                    self._error(entry.row, entry.column, "no_place")
        seats = [entry for entry in game.entries if entry.seat is not None]
        if seats and len(seats) == len(game.entries):
            game.seats = [entry.player.id for entry in sorted(seats, key=lambda entry: entry.seat or 0)]
        self._check(game)


def _ties_by_points(game: Game, rules: Rules) -> bool:
    """Whether places are shared as the points say; such games go by their points."""
    entries = game.entries
    points = [entry.points for entry in entries if entry.points is not None]
    if len(points) < len(entries) or len(set(points)) == len(points):
        return False
    better = rules.sitting.better
    shared = all(entry.place == 1 + sum(better(other, entry.points) for other in points) for entry in entries)
    if shared:
        for entry in entries:
            entry.place = None
    return shared


def _in_order(games: list[Game]) -> list[Game]:
    """The games of each evening by their numbers, where all of them are numbers."""
    numbers = [read_number(game.number) for game in games]
    if None in numbers:
        return games
    evenings = list(dict.fromkeys((game.date, game.table) for game in games))
    begins = {evening: place for place, evening in enumerate(evenings)}
    return sorted(games, key=lambda game: (begins[game.date, game.table], read_number(game.number) or 0))
