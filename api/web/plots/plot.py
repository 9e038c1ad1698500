"""What a plot is: the rows that it shows, the columns of its table, and its Vega-Lite specification in either theme."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from daifu.schemas.drawing.style import DARK, LIGHT, player_colours

Row = Mapping[str, Any]
"""The values of a row by field. `href` leads to the games behind it."""
Specification = dict[str, Any]
"""A specification in Vega-Lite, as JSON."""

SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v6.json"
GAMES: Final = "games"
LINK: Final = "href"
WIDTH: Final = 420
HEIGHT: Final = 190

_FONT: Final = "system-ui, Hiragino Sans, Noto Sans JP, Noto Sans CJK JP, sans-serif"


class Theme(NamedTuple):
    """The colours of a plot; `players` are those of players by number, as at the table."""

    ink: str
    faint: str
    line: str
    accent: str
    second: str
    paper: str
    players: Sequence[str]


THEMES: Final[Mapping[str, Theme]] = {
    LIGHT: Theme("#1e1d1a", "#5d5a52", "#d9d5c9", "#1c5d43", "#a35a00", "#fbfaf6", player_colours(LIGHT)),
    DARK: Theme("#ecebe6", "#aba99f", "#3b423e", "#7ccfa8", "#f0c878", "#141715", player_colours(DARK)),
}


class Column(NamedTuple):
    """A column of the table beside a plot: the field of a row, its heading, and how its value is written."""

    field: str
    heading: str
    write: Callable[[Any], str] = str
    is_number: bool = True


class Plot(NamedTuple):
    """A plot: what it is called, what it shows in a sentence, its table, and what is drawn of the same rows.

    `layers` makes the specification without data and style from a theme.
    """

    title: str
    text: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    layers: Callable[[Theme], Specification]

    def specification(self, theme: str = LIGHT) -> Specification:
        """The whole specification with its data."""
        values = [{name: value for name, value in row.items() if name not in {LINK, GAMES}} for row in self.rows]
        return {
            "$schema": SCHEMA,
            "description": self.text,
            "data": {"values": values},
            **self.layers(THEMES[theme]),
            "config": _config(THEMES[theme]),
        }

    def encoded_specification(self, theme: str = LIGHT) -> bytes:
        """The specification as JSON."""
        return msgspec.json.encode(self.specification(theme))

    def cells(self, row: Row) -> list[str]:
        """The cells of a row of the table; missing values are empty."""
        return ["" if row.get(column.field) is None else column.write(row[column.field]) for column in self.columns]


def _config(theme: Theme) -> Specification:
    """The style of every plot."""
    text = {"labelColor": theme.faint, "titleColor": theme.ink, "titleFontWeight": "normal"}
    return {
        "background": None,
        "font": _FONT,
        "view": {
            "stroke": None,
            "continuousWidth": WIDTH,
            "discreteWidth": WIDTH,
            "continuousHeight": HEIGHT,
            "discreteHeight": HEIGHT,
        },
        "axis": {
            **text,
            "domainColor": theme.line,
            "tickColor": theme.line,
            "gridColor": theme.line,
            "labelFontSize": 12,
            "titleFontSize": 12,
        },
        "axisX": {"grid": False, "labelAngle": 0},
        "legend": {**text, "labelFontSize": 12, "titleFontSize": 12},
    }
