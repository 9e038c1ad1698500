"""The final table of an evening, a season or a tournament, as it is drawn."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from daifu.api.views.game_tables import MatchTable
from daifu.api.views.reports import ranked
from daifu.api.views.tournaments.standings import round_text, rounded_text
from daifu.data.seasons import SeasonTable, points_number
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import State
from daifu.replay.sitting import number_text
from daifu.replay.text import Text

_FIRSTS: Final = Text("first", "1位")
_POINTS: Final = Text("points", "得点")
_EVENINGS: Final = Text("evenings", "参加")


class FinalTable(NamedTuple):
    """A table: its title, what it is about, the headings of its values, and its rows of a place, a name and values."""

    title: Text
    about: Text
    headings: Sequence[Text]
    rows: Sequence[Sequence[str]]


def evening_table(title: Text, names: Sequence[str], table: MatchTable) -> FinalTable:
    """The table of an evening of these players, whose table begins with the first deal."""
    lines = list(ranked(names, table))
    has_totals = any(line.total is not None for line in lines)
    rows = [
        [str(line.place), names[line.player], str(line.firsts), *([_number(line.total)] if has_totals else [])]
        for line in lines
    ]
    about = Text("1 deal" if table.deals == 1 else f"{table.deals} deals", f"全{table.deals}回")
    return FinalTable(title, about, [_FIRSTS, *([_POINTS] if has_totals else [])], rows)


def season_final(title: Text, table: SeasonTable) -> FinalTable:
    """The table of a season."""
    rows = [
        [
            "–" if line.place is None else str(line.place),
            line.name,
            str(line.evenings),
            _number(points_number(line.points)),
        ]
        for line in table.lines
    ]
    count = len(table.evenings)
    about = Text("1 evening" if count == 1 else f"{count} evenings", f"例会{count}回")
    return FinalTable(title, about, [_EVENINGS, _POINTS], rows)


def tournament_table(state: State) -> FinalTable:
    """The table of a tournament as it stands."""
    title = Text(state.name, state.name)
    standing = compute_standing(state)
    rows = [[str(line.place), line.name, str(line.firsts), rounded_text(line.points)] for line in standing.lines]
    return FinalTable(title, round_text(state, standing), [_FIRSTS, _POINTS], rows)


def _number(value: float | None) -> str:
    return "" if value is None else number_text(value)
