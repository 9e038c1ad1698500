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

_SEATS_TEXT: Final = Text(
    "How often the deal was won from each seat, counted in order of play from the player of the first set.",
    "最初にカードを出した人から数えた席順ごとの、1位になった割合。",
)
_TRANSITIONS_TEXT: Final = Text(
    "Of the deals begun with the title on the left, those that ended with the title above.",
    "左の身分で始めた回のうち、上の身分になった割合。",
)
_HANDS_TEXT: Final = Text(
    "The share of the others who did better, by the strength of the hand as dealt, from 0 (weakest) to 9.",
    "配られた手札の強さ（0が最弱、9が最強）ごとの、自分より上位だった相手の割合。",
)
_AFTER: Final = Text("title after", "直後の身分")


def percent_text(share: float) -> str:
    """A share as a percentage."""
    return f"{100 * share:.1f} %"


def share_plot(
    figures: Figures, before: str, behind: str, title: Text, text: Text, part: Text, language: Language
) -> Plot:
    """Bars of the shares whose ids are a number between `before` and `behind`, such as `place.1`."""
    rows: list[dict[str, Any]] = []
    for id, value in figures.items():
        if id.startswith(before) and id.endswith(behind) and value.value is not None:
            number = id.removeprefix(before).removesuffix(behind)
            if number.isdecimal():
                rows.append({"part": int(number), **_value_row(value)})
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
    title = Text("First places by seat", "席順別の1位率")
    return share_plot(figures, "seat.", ".first", title, _SEATS_TEXT, Text("seat", "席順"), language)


def transitions_plot(figures: Mapping[str, Value], language: Language) -> Plot:
    """The moves between titles, from the figures `turn.<from>.<to>`."""
    moves: list[tuple[str, str, Value]] = []
    for id, value in figures.items():
        if id.startswith(TURN) and value.value is not None:
            before, _, after = id.removeprefix(TURN).partition(".")
            moves.append((before, after, value))
    moves.sort(key=lambda move: (TITLE_RANKS[move[0]], TITLE_RANKS[move[1]]))
    rows = [
        {"before": say(TITLE_NAMES[before], language), "after": say(TITLE_NAMES[after], language), **_value_row(value)}
        for before, after, value in moves
    ]
    columns = (
        Column("before", say(statistics.TITLE_BEFORE, language), is_number=False),
        Column("after", say(_AFTER, language), is_number=False),
        Column("value", say(statistics.VALUE, language), percent_text),
        Column("fraction", say(statistics.FRACTION, language)),
    )
    above = 16 if any(" " in str(row["after"]) for row in rows) else 2  # titles of two words take a second line
    title, text = say(statistics.TRANSITIONS, language), say(_TRANSITIONS_TEXT, language)
    return Plot(title, text, columns, rows, partial(_transition_cells, language, above))


def _transition_cells(language: Language, above: int, theme: Theme) -> Specification:
    """Cells in rows by the title before and columns by the title after, shaded by their share, which is written in."""
    lines = {"labelExpr": "split(datum.label, ' ')", "labelFontSize": 12 if theme.width == WIDTH else 11}
    y = {
        "field": "before",
        "type": "nominal",
        "sort": None,
        "title": say(statistics.TITLE_BEFORE, language),
        # The width of the longest title: the machine that draws may have no Japanese font to measure it by.
        "axis": {**lines, "minExtent": 62},
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
        "height": {"step": 42},
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


def _value_row(value: Value) -> dict[str, Any]:
    return {"value": value.value, "fraction": fraction_text(value.numerator, value.denominator)}


def _game_titles(whole: ProfileFigures, language: Language) -> Plot:
    moves = {
        f"{TURN}{before}.{after}": value for before, row in whole.transitions.items() for after, value in row.items()
    }
    return transitions_plot(moves, language)


GAME_PLOTS: Final[Mapping[str, Callable[[ProfileFigures, Language], Plot]]] = {
    "seats": lambda whole, language: seats_plot(whole.figures, language),
    "hands": lambda whole, language: share_plot(
        whole.figures,
        "hand.",
        ".standing",
        Text("Results by the strength of the hand", "手札の強さ別の成績"),
        _HANDS_TEXT,
        Text("strength", "強さ"),
        language,
    ),
    "titles": _game_titles,
}
"""The plots of a game by the names in their addresses."""
