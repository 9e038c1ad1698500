"""Views of standings: as answers, as tables for spreadsheets, and as cells of text for people.

Names come from entrants, so those that a spreadsheet would take for a formula get an apostrophe in front. Numbers in
CSV are decimals, because many spreadsheets take 1/3 for a date.
"""

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from daifu.api.languages import Language, comma_separated, say
from daifu.api.views.tournaments.tournaments import award_view
from daifu.api.views.values import TableView
from daifu.data.tournaments.scores import Account
from daifu.data.tournaments.settings import TieBreak
from daifu.data.tournaments.standings import Explanation, HeadToHead, Standing
from daifu.data.tournaments.state import State
from daifu.replay.text import Text
from daifu.schemas import standings as answers
from daifu.schemas.csv_text import Cell, csv_text
from daifu.schemas.standings import Line

COLUMN_HEADINGS: Final[Mapping[str, Text]] = {
    "place": Text("Place", "順位"),
    "movement": Text("Change", "変動"),
    "entrant": Text("No.", "番号"),
    "name": Text("Name", "氏名"),
    "team": Text("Team", "チーム"),
    "stage": Text("Stage", "ステージ"),
    "points": Text("Points", "合計"),
    "carried": Text("Carried", "持ち越し"),
    "counted": Text("Rounds", "回戦計"),
    "referee": Text("Referee", "裁定"),
    "deals": Text("Deals", "回数"),
    "firsts": Text("Firsts", "1位"),
    "best_round": Text("Best round", "最高点"),
    "faults": Text("Faults", "反則"),
    "opponents": Text("Opponents", "相手の平均"),
    "dropped": Text("Dropped rounds", "除外した回戦"),
    "head_to_head": Text("Head to head", "直接対決"),
    "lot": Text("Lot", "抽選"),
}
"""The columns of the page, in order."""

TITLE: Final = Text("Standing", "順位表")
TIE_BREAK_NAMES: Final[Mapping[str, Text]] = {
    TieBreak.POINTS: Text("points", "合計"),
    TieBreak.HEAD_TO_HEAD: Text("head to head", "直接対決"),
    TieBreak.FIRSTS: Text("firsts", "1位の回数"),
    TieBreak.BEST_ROUND: Text("best round", "最高点"),
    TieBreak.FEWEST_FAULTS: Text("fewest faults", "反則の少なさ"),
    TieBreak.STRENGTH_OF_OPPONENTS: Text("strength of opponents", "相手の平均"),
    TieBreak.LOT: Text("lot", "抽選"),
}


def version_text(number: int) -> Text:
    """The part of the log that a standing covers."""
    return Text(f"Entry {number} of the log", f"更新{number}による")


CSV_COLUMNS: Final = (
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
"""The fields of a line that are columns of the CSV file."""
TIE_COLUMNS: Final = (TieBreak.HEAD_TO_HEAD, TieBreak.LOT)
"""Tie-breaks that are not fields of a line; their columns are empty if they were not needed."""

_DIGITS: Final = 12
_SHORT_DECIMALS: Final = 3


def standing_csv(found: Standing) -> bytes:
    """The standing as CSV (RFC 4180) in UTF-8."""
    return rows_csv([*CSV_COLUMNS, *TIE_COLUMNS], csv_rows(found))


def rows_csv(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Rows as CSV, in the form of a standing."""
    return csv_text([*columns], map(_csv_cells, rows), csv.QUOTE_MINIMAL).encode()


def standing_cells(found: Standing) -> TableView:
    """The standing as a table for spreadsheets, with the cells of its CSV."""
    return rows_table([*CSV_COLUMNS, *TIE_COLUMNS], [*csv_rows(found)])


def rows_table(columns: Sequence[str], rows: Sequence[Iterable[object]]) -> TableView:
    """Rows as a table for spreadsheets, with the cells of `rows_csv`."""
    return TableView(None, columns, lambda _language: map(_csv_cells, rows))


def csv_rows(found: Standing) -> Iterator[list[object]]:
    """The cells of each line, by column."""
    for line in found.lines:
        yield [cell_value(line, field) for field in (*CSV_COLUMNS, *TIE_COLUMNS)]


def cell_value(line: Line, field: str) -> object:
    """The value of a line in a column; None if it has none."""
    if field not in TIE_COLUMNS:
        return getattr(line, field)
    return next((step.value for step in line.tie_breaks if step.tie_break == field), None)


def decimal_text(number: Fraction) -> str:
    """A number as a decimal with `_DIGITS` digits."""
    return str(number) if number.denominator == 1 else f"{float(number):.{_DIGITS}g}"


def rounded_text(number: Fraction) -> str:
    """A number rounded to few decimals, for people."""
    return decimal_text(round(number, _SHORT_DECIMALS))


def _csv_cells(cells: Iterable[object]) -> list[Cell]:
    return list(map(_csv_cell, cells))


def _csv_cell(value: object) -> Cell:
    match value:
        case None:
            return None
        case bool():
            return "yes" if value else "no"
        case Fraction():
            return value.numerator if value.denominator == 1 else float(decimal_text(value))
        case tuple():
            return " ".join(map(str, value))
        case int():
            return value
        case _:
            return str(value)


_TEXT_COLUMNS: Final = frozenset({"name", "team"})
_TIE_BREAK_COLUMNS: Final = {"best_round": TieBreak.BEST_ROUND, "opponents": TieBreak.STRENGTH_OF_OPPONENTS}
_FIXED_COLUMNS: Final = frozenset({"place", "entrant", "name", "points"})


class StandingColumn(NamedTuple):
    """A column: the field of a line that it shows, and its heading."""

    field: str
    head: Text

    @property
    def is_text(self) -> bool:
        """Whether the column has words, not numbers."""
        return self.field in _TEXT_COLUMNS


class StandingTable(NamedTuple):
    """A standing as text: its round, the columns that are not empty, and the cells of each line."""

    place: Text
    columns: list[StandingColumn]
    rows: list[list[str]]


def standing_table(
    state: State,
    found: Standing,
    language: Language,
    fields: Collection[str] = COLUMN_HEADINGS,
    part: slice = slice(None),
) -> StandingTable:
    """The standing, or a part of its lines, with these columns, numbers rounded.

    Columns that are empty or not used by a tie-break are left out.
    """
    used = state.settings_of(found.stage).tie_breaks if found.stage else ()
    shown = set(fields) - {field for field, tie_break in _TIE_BREAK_COLUMNS.items() if tie_break not in used}
    columns = [
        StandingColumn(field, head)
        for field, head in COLUMN_HEADINGS.items()
        if field in shown and _has_content(field, found)
    ]
    rows = [[cell_text(line, column.field, language) for column in columns] for line in found.lines[part]]
    return StandingTable(round_text(state, found), columns, rows)


def _has_content(field: str, found: Standing) -> bool:
    """Whether a column has a value that no other column shows."""
    match field:
        case "counted":
            return any(line.counted != line.points for line in found.lines)
        case "stage":
            return any(line.stage != found.stage for line in found.lines)
        case _:
            return field in _FIXED_COLUMNS or any(cell_value(line, field) for line in found.lines)


def cell_text(line: Line, field: str, language: Language) -> str:
    """The text of a line in a column."""
    value = cell_value(line, field)
    match field:
        case "name" if line.withdrawn:
            return say(Text(f"{line.name} (withdrawn)", f"{line.name}（棄権）"), language)
        case "movement":
            return f"{value:+d}" if isinstance(value, int) and value else ""
        case _:
            match value:
                case None:
                    return ""
                case Fraction():
                    return rounded_text(value)
                case tuple():
                    return comma_separated(map(str, value), language)
                case _:
                    return str(value)


def round_text(state: State, found: Standing) -> Text:
    """After which round of which stage a standing is."""
    if not found.stage:
        return Text("No stage has been opened yet", "ステージはまだ始まっていません")
    stage = state.stages[found.stage - 1].name
    number = found.round
    if not number:
        return Text(f"{stage}, before the first round", f"{stage}　1回戦の前")
    return Text(f"{stage}, after round {number}", f"{stage}　{number}回戦終了時")


def standing_view(version: int, found: Standing) -> answers.StandingOfRound:
    """The standing after a round."""
    return answers.StandingOfRound(version, *found)


def explanation_view(version: int, found: Explanation) -> answers.Explanation:
    """A line with all that its numbers are made of."""
    return answers.Explanation(version, found.line, found.steps, _account_view(found.account), found.meetings)


def head_to_head_view(version: int, found: HeadToHead) -> answers.HeadToHead:
    """The head-to-head table: each entrant with those whom they met."""
    return answers.HeadToHead(
        version, [answers.Encounters(entrant, list(against.values())) for entrant, against in found.items()]
    )


def _account_view(account: Account) -> answers.Account:
    return answers.Account(
        carried=account.carried,
        rounds=account.rounds,
        awards=[award_view(number, award) for number, award in account.awards],
        faults=account.upheld,
        counted=account.counted,
        referee=account.referee,
        points=account.points,
    )
