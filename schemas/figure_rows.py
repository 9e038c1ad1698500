"""The rows of figures and of leaderboards, as CSV has them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from daifu.replay.figures.figure import Figure
from daifu.replay.figures.figures import RULE, TURN, Figures, ProfileFigures
from daifu.replay.figures.leaderboard import LeaderboardEntry
from daifu.replay.figures.plan import find_pair_figure, game_figure_catalogue, player_plan
from daifu.replay.figures.values import Value
from daifu.schemas.csv_text import Cell

_VALUE_COLUMNS: Final = ("numerator", "denominator", "value", "low", "high")
FIGURE_COLUMNS: Final = ("figure", "group", "name", *_VALUE_COLUMNS)
LEADERBOARD_COLUMNS: Final = ("place", "player", "name", "deals", *_VALUE_COLUMNS)


def player_rows(rules: str, figures: Figures, language: int) -> Iterator[tuple[Cell, ...]]:
    """The rows under `FIGURE_COLUMNS` of what `player_figures` gave, names in this language of a `Text`."""
    plan = player_plan(rules)
    return (_figure_row(plan.figures[id], value, language) for id, value in figures.items())


def pair_rows(figures: Figures, language: int) -> Iterator[tuple[Cell, ...]]:
    """The rows under `FIGURE_COLUMNS` of what `pair_figures` gave."""
    return (_figure_row(find_pair_figure(id), value, language) for id, value in figures.items())


def table_rows(rules: str, whole: ProfileFigures, language: int) -> Iterator[tuple[Cell, ...]]:
    """The rows under `FIGURE_COLUMNS` of what `table_figures` gave: figures, transitions, and rules, hardest first."""
    known = game_figure_catalogue(rules)
    turns = {f"{TURN}{old}.{new}": value for old, row in whole.transitions.items() for new, value in row.items()}
    broken = {f"{RULE}{rule}": value for rule, value in whole.hardest.items()}
    for id, value in {**whole.figures, **turns, **broken}.items():
        yield _figure_row(known[id], value, language)


def leaderboard_rows(standings: Iterable[LeaderboardEntry], names: Mapping[str, str]) -> Iterator[tuple[Cell, ...]]:
    """The rows under `LEADERBOARD_COLUMNS` of a leaderboard; `names` are those of the players by id."""
    for place, player, deals, value in standings:
        yield place, player, names.get(player, player), deals, *_value_cells(value)


def _figure_row(figure: Figure, value: Value, language: int) -> tuple[Cell, ...]:
    return figure.id, figure.group, figure.name[language], *_value_cells(value)


def _value_cells(value: Value) -> tuple[Cell, ...]:
    return value.numerator, value.denominator, value.value, value.low, value.high
