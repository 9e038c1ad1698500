"""Reads a sheet of results into records: one an evening, a deal a game, of which only the result is known."""

import operator
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from daifu.replay.rules import Rules
from daifu.replay.sitting import same_ranking
from daifu.replay.text import Text
from daifu.schemas.record.errors import InvalidRecord
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawRecord, RawResult
from daifu.schemas.record.rules import rules_for
from daifu.schemas.sheets.games import Better, Entry, Game, GameReader
from daifu.schemas.sheets.grid import LARGEST, CellError, Findings, SheetRefused, SheetSize, letters, read_grid
from daifu.schemas.sheets.layout import HEADINGS, TOTALS, Columns, Layout, Plan, plan_of
from daifu.schemas.sheets.words import DATE, KnownPlayer, Names, Similar, plain

LAYOUT_ASSUMED: Final = "layout_assumed"
"""The notice that the cells could be points as well as places."""

_DIGEST_BYTES: Final = 16
_LEFT_OUT: Final = {
    TOTALS: Text("a row of totals", "合計や平均の行です"),
    HEADINGS: Text("the headings again", "見出しの繰り返しです"),
}


class Evening(NamedTuple):
    """A record of a sheet, and the first row of each of its deals."""

    record: RawRecord
    rows: tuple[int, ...]


class LeftOut(NamedTuple):
    """A row that is no game, and why."""

    row: int
    why: Text


class SheetReading(NamedTuple):
    """What a sheet says.

    `errors` are by cell or row; such rows are in no evening. `notices` tell what was assumed, `winners` who won the
    first game if the cells are places, and if they are points. `similar` are new names that look like known ones.
    `columns` is the map by which the next sheet is read alike, and `digest` stands for the records.
    """

    layout: Layout
    evenings: tuple[Evening, ...]
    left_out: tuple[LeftOut, ...]
    errors: tuple[CellError, ...]
    notices: tuple[CellError, ...]
    winners: tuple[str, str] | None
    new_players: tuple[KnownPlayer, ...]
    similar: tuple[Similar, ...]
    columns: Columns
    digest: str

    @property
    def questions(self) -> tuple[Text, ...]:
        """What has to be answered by the map before the sheet is stored."""
        asked = [notice.text for notice in self.notices if notice.code == LAYOUT_ASSUMED]
        asked += [
            Text(
                f"{name}: a new player, or {known.name}? (names)",
                f"「{name}」は新しい人ですか、{known.name}さんですか（names）",
            )
            for name, known in self.similar
        ]
        return tuple(asked)

    def may_be_stored(self, *, partly: bool) -> bool:
        """Whether there is something to store, nothing is asked, and there are no errors, or good rows will do."""
        return bool(self.evenings) and not self.questions and (partly or not self.errors)


def read_sheet(
    data: bytes,
    columns: Columns,
    *,
    known: Iterable[KnownPlayer] = (),
    sheet: str | None = None,
    largest: SheetSize = LARGEST,
) -> SheetReading:
    """The records of a sheet, as CSV, TSV or XLSX, with all errors by cell.

    `columns` is what is known of the sheet, the rules at least. `known` are the players that names may mean, and
    `sheet` is the sheet of a workbook. Raises `SheetRefused`, also for what is larger than `largest`.
    """
    rules = _rules(columns)
    grid = read_grid(data, sheet or columns.sheet, largest)
    findings = Findings()
    plan = plan_of(grid, columns, findings)
    names = Names(known, columns.names)
    reader = GameReader(grid, plan, columns, rules, names, findings)
    better: Better = operator.lt if columns.lowest_wins else rules.sitting.better
    games = list(reader.games())
    good = [game for game in games if not game.failed and not findings.in_row(plan.header)]
    evenings = tuple(_evenings(good, columns, rules, better, list(reader.players.values())))
    headings = grid.rows[plan.header - 1]
    return SheetReading(
        layout=plan.layout,
        evenings=evenings,
        left_out=tuple(LeftOut(row, _LEFT_OUT[kind]) for row, kind in plan.left_out.items()),
        errors=findings.sorted(plan.roles.get(DATE, 0)),
        notices=tuple(_notices(plan, headings)),
        winners=_winners(good, better) if plan.assumed else None,
        new_players=tuple(names.new),
        similar=tuple(names.similar),
        columns=replace(columns, layout=plan.layout, date_order=reader.dates.order),
        digest=blake2b(
            msgspec.json.encode([evening.record for evening in evenings], order="deterministic"),
            digest_size=_DIGEST_BYTES,
        ).hexdigest(),
    )


def _rules(columns: Columns) -> Rules:
    """The rules of a sheet. Raises `SheetRefused`."""
    if columns.rules is None:
        raise SheetRefused("no_rules", "expected the rules of the game (--rules)", "ルールを選んでください（--rules）")
    try:
        return rules_for(columns.rules, columns.options)
    except InvalidRecord as error:
        raise SheetRefused(
            "bad_rules", f"these are no rules that are known: {error}", f"このルールは使えません：{error}"
        ) from error


def _notices(plan: Plan, headings: Sequence[object]) -> Iterable[CellError]:
    if plan.assumed:
        text = Text(
            "these could be places (1 is best) or points (most first); read as places. Choose the layout",
            "順位（1が最上位）とも点数（多いほど上位）とも読めます。順位として読みました。書き方を選んでください",
        )
        yield CellError(f"{letters(plan.seats[0].column)}{plan.header}", LAYOUT_ASSUMED, text)
    for column in plan.ignored:
        text = Text(
            f"the map does not name this column: {headings[column - 1]}", f"対応表にない列です：{headings[column - 1]}"
        )
        yield CellError(f"{letters(column)}{plan.header}", "column_left_out", text)


def _winners(games: Sequence[Game], better: Better) -> tuple[str, str] | None:
    """Who won the first game if its cells are places, and if they are points."""
    if not games:
        return None
    entries = games[0].entries
    by_place = min(entries, key=lambda entry: entry.place or 0)
    by_points = by_place if better(0, 1) else max(entries, key=lambda entry: entry.place or 0)
    return by_place.player.name, by_points.player.name


def _evenings(
    games: Sequence[Game],
    columns: Columns,
    rules: Rules,
    better: Better,
    in_columns: Sequence[KnownPlayer],
) -> Iterable[Evening]:
    """The games of each date and table as a record, in the order in which they begin."""
    found: dict[Any, list[Game]] = {}
    for game in games:
        found.setdefault((game.date, game.table), []).append(game)
    for (day, table), sitting in found.items():
        seen = dict.fromkeys([entry.player for game in sitting for entry in game.entries])
        players = [*filter(seen.__contains__, in_columns), *(player for player in seen if player not in in_columns)]
        numbers = {player: number for number, player in enumerate(players, 1)}
        event = {
            **columns.event,
            **({} if table is None else {"table": table}),
            **({} if day is None else {"date": day.isoformat()}),
        }
        record: RawRecord = {
            "format": RECORD_FORMAT,
            "rules": columns.rules or "",
            "players": [one.id if one.id == one.name else {"id": one.id, "name": one.name} for one in players],
            "deals": list(_deals(sitting, numbers, rules, better)),
        }
        if columns.options:
            record["options"] = columns.options
        if columns.house:
            record["house"] = msgspec.to_builtins(columns.house)
        if event:
            record["event"] = event
        yield Evening(record, tuple(game.row for game in sitting))


def _deals(
    games: Sequence[Game],
    numbers: dict[KnownPlayer, int],
    rules: Rules,
    better: Better,
) -> Iterable[RawDeal]:
    """The deals of an evening. Seats are written where the players change, or where a column says them."""
    before = set(numbers.values())
    for place, game in enumerate(games):
        deal: RawDeal = {}
        sat = [numbers[entry.player] for entry in game.entries]
        by_name = {plain(name): numbers[entry.player] for entry in game.entries for name in entry.player[:2]}
        written = [by_name.get(plain(name), 0) for name in game.seats]
        if sorted(written) != sorted(sat):  # the column says other players than those of the game
            written = []
        if written or set(sat) != before:
            deal["seats"] = written or sorted(sat)
            if place and set(sat) != before and rules.sitting.follows is not same_ranking:
                deal["places"] = None
        before = set(sat)
        deal["result"] = _result(game.entries, numbers, better)
        if game.notes:
            deal["notes"] = "; ".join(game.notes)
        yield deal


def _result(entries: Sequence[Entry], numbers: dict[KnownPlayer, int], better: Better) -> RawResult:
    result: RawResult = {}
    points: list[float | None] = [None] * len(numbers)
    for entry in entries:
        points[numbers[entry.player] - 1] = entry.points
    if all(entry.place is not None for entry in entries):
        ordered = sorted(entries, key=lambda entry: entry.place or 0)
    else:
        ordered = _by_points(entries, better)
    if ordered:
        result["order"] = [numbers[entry.player] for entry in ordered]
    if any(point is not None for point in points):
        result["points"] = points
    return result


def _by_points(entries: Sequence[Entry], better: Better) -> list[Entry]:
    """The players by their points; none where points are equal, because then places are shared."""
    places = [sum(better(other.points, entry.points) for other in entries) for entry in entries]
    if len(set(places)) < len(places):
        return []
    return [entries[places.index(place)] for place in range(len(places))]
