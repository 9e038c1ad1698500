"""Plots of figures: shares by a number, moves between titles, and those of a game as a whole."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from daifu.api.views import statistics
from daifu.api.views.statistics import fraction_text
from daifu.api.web.plots.plot import WIDTH, Column, Plot, Specification, Theme
from daifu.replay.figures.figures import TURN, Figures, ProfileFigures
from daifu.replay.figures.values import Value
from daifu.replay.text import Language, Text, say
from daifu.replay.titles import TITLE_NAMES, TITLE_RANKS

_SEATS: Final = Text("First places by seat", "席順別の1位率")
_SEATS_TEXT: Final = Text(
    "How often the deal was won from each seat, counted in order of play from the player of the first set.",
    "最初にカードを出した人から数えた席順ごとの、1位になった割合。",
)
_TRANSITIONS_TEXT: Final = Text(
    "Of the deals begun with the title on the left, those that ended with the title above.",
    "左の身分で始めた回のうち、上の身分になった割合。",
)
_AFTER: Final = Text("title after", "直後の身分")
_CELL_STEP: Final = 42


def percent_text(share: float) -> str:
    """A share as a percentage."""
    return f"{100 * share:.1f} %"


def share_plot(
    figures: Figures, before: str, behind: str, title: Text, text: Text, part: Text, language: Language
) -> Plot:
    """Bars of the shares whose ids are a number between `before` and `behind`, such as `place.1`."""
    rows = [
        {"part": number, **_value_row(value)}
        for id, value in figures.items()
        if (number := _number_between(id, before, behind)) is not None and value.value is not None
    ]
    rows.sort(key=lambda row: row["part"])
    columns = (
        Column("part", say(part, language)),
        Column("value", say(statistics.VALUE, language), percent_text),
        Column("fraction", say(statistics.FRACTION, language)),
    )
    x = {"field": "part", "type": "ordinal", "title": say(part, language)}
    y = {"type": "quantitative", "title": None, "axis": {"format": ".0%"}}

    def layers(theme: Theme) -> Specification:
        return {
            "mark": {"type": "bar", "color": theme.accent, "opacity": 0.75},
            "encoding": {"x": x, "y": {**y, "field": "value"}},
        }

    return Plot(say(title, language), say(text, language), columns, rows, layers)


def seats_plot(figures: Figures, language: Language) -> Plot:
    """How often deals were won from each seat."""
    return share_plot(figures, "seat.", ".first", _SEATS, _SEATS_TEXT, Text("seat", "席順"), language)


def transitions_plot(figures: Mapping[str, Value], language: Language) -> Plot:
    """The moves between titles, from the figures `turn.<from>.<to>`."""
    moves = sorted(
        (TITLE_RANKS[before], TITLE_RANKS[after], before, after, value)
        for before, after, value in _transitions(figures)
    )
    rows = [
        {"before": say(TITLE_NAMES[before], language), "after": say(TITLE_NAMES[after], language), **_value_row(value)}
        for _rank, _rank_after, before, after, value in moves
    ]
    columns = (
        Column("before", say(statistics.TITLE_BEFORE, language), is_number=False),
        Column("after", say(_AFTER, language), is_number=False),
        Column("value", say(statistics.VALUE, language), percent_text),
        Column("fraction", say(statistics.FRACTION, language)),
    )
    above = _SECOND_LINE if any(" " in str(row["after"]) for row in rows) else 2
    title, text = say(statistics.TRANSITIONS, language), say(_TRANSITIONS_TEXT, language)
    return Plot(title, text, columns, rows, partial(_transition_cells, language, above))


_LONGEST_TITLE: Final = 62
"""The width of a title of players: the machine that draws may have no Japanese font to measure it by."""


_SECOND_LINE: Final = 16


def _transition_cells(language: Language, above: int, theme: Theme) -> Specification:
    """Cells in rows by the title before and columns by the title after, shaded by their share, which is written in."""
    lines = {"labelExpr": "split(datum.label, ' ')", "labelFontSize": 12 if theme.width == WIDTH else 11}
    y = {
        "field": "before",
        "type": "nominal",
        "sort": None,
        "title": say(statistics.TITLE_BEFORE, language),
        "axis": {**lines, "minExtent": _LONGEST_TITLE},
    }
    x = {
        "field": "after",
        "type": "nominal",
        "sort": [say(TITLE_NAMES[title], language) for title in TITLE_RANKS],
        "title": say(_AFTER, language),
        "axis": {**lines, "orient": "top", "labelPadding": above},
    }
    share = {"field": "value", "type": "quantitative"}
    shade = {"domain": [0, 1], "range": [theme.paper, theme.accent]}
    number_color = {"condition": {"test": "datum.value > 0.5", "value": theme.paper}, "value": theme.ink}
    return {
        "height": {"step": _CELL_STEP},
        "encoding": {"x": x, "y": y},
        "layer": [
            {
                "mark": {"type": "rect", "stroke": theme.line},
                "encoding": {"color": {**share, "scale": shade, "legend": None}},
            },
            {
                "mark": {"type": "text", "fontSize": 13},
                "encoding": {"text": {**share, "format": ".0%"}, "color": number_color},
            },
        ],
    }


def _transitions(figures: Mapping[str, Value]) -> list[tuple[str, str, Value]]:
    """The moves that were counted: the titles before and after, and the value."""
    moves = ((id.split("."), value) for id, value in figures.items() if id.startswith(TURN))
    return [(before, after, value) for (_turn, before, after), value in moves if value.value is not None]


def _value_row(value: Value) -> dict[str, Any]:
    return {
        "value": value.value,
        "fraction": fraction_text(value.numerator, value.denominator),
    }


def _number_between(id: str, before: str, behind: str) -> int | None:
    """The number in an id between these texts; None where there is none."""
    if not (id.startswith(before) and id.endswith(behind)):
        return None
    part = id.removeprefix(before).removesuffix(behind)
    return int(part) if part.isdecimal() else None


_HANDS: Final = Text("Results by the strength of the hand", "手札の強さ別の成績")
_HANDS_TEXT: Final = Text(
    "The share of the others who did better, by the strength of the hand as dealt, from 0 (weakest) to 9.",
    "配られた手札の強さ（0が最弱、9が最強）ごとの、自分より上位だった相手の割合。",
)
_HAND: Final = Text("strength", "強さ")

GamePlotMaker = Callable[[ProfileFigures, Language], Plot]


def _game_seats(whole: ProfileFigures, language: Language) -> Plot:
    return seats_plot(whole.figures, language)


def _game_hands(whole: ProfileFigures, language: Language) -> Plot:
    return share_plot(whole.figures, "hand.", ".standing", _HANDS, _HANDS_TEXT, _HAND, language)


def _game_titles(whole: ProfileFigures, language: Language) -> Plot:
    moves: Figures = {
        f"turn.{before}.{after}": value for before, row in whole.transitions.items() for after, value in row.items()
    }
    return transitions_plot(moves, language)


GAME_PLOTS: Final[Mapping[str, GamePlotMaker]] = {"seats": _game_seats, "hands": _game_hands, "titles": _game_titles}
"""The plots of a game by the names in their addresses."""
