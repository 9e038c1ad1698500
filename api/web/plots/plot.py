"""What a plot is: rows, the columns of its table, its Vega-Lite specification in either theme, and its response."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from flask import Response

from daifu.api.http.etags import tagged
from daifu.api.http.media_types import JSON, SVG
from daifu.api.http.response_cache import CachedBody
from daifu.api.http.responses import body_response
from daifu.api.http.services import services
from daifu.api.web.drawings import svg_or_png
from daifu.api.web.languages import page_language
from daifu.api.web.plots.plot_process import draw_plot
from daifu.schemas.drawing.preview_card import chart_card
from daifu.schemas.drawing.style import DARK, LIGHT, player_colours
from daifu.schemas.http.query_fields import QuerySchema, word

Row = Mapping[str, Any]
"""The values of a row by field. `href` leads to the games behind it."""
Specification = dict[str, Any]
"""A specification in Vega-Lite, as JSON."""

SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v6.json"
GAMES: Final = "games"
LINK: Final = "href"
WIDTH: Final = 420
NARROW_WIDTH: Final = 270
"""The width of a plot for phones, where a reduced one would have letters that are too small."""
HEIGHT: Final = 190
_BESIDE: Final = 50
_BELOW: Final = 46
"""About the room that axes take."""

_FONT: Final = "system-ui, Hiragino Sans, Noto Sans JP, Noto Sans CJK JP, sans-serif"


class Theme(NamedTuple):
    """The colours of a plot and its width; `players` are those of players by number, as at the table."""

    ink: str
    faint: str
    line: str
    accent: str
    second: str
    paper: str
    players: Sequence[str]
    width: int = WIDTH


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

    def specification(self, theme: str = LIGHT, *, narrow: bool = False) -> Specification:
        """The whole specification with its data."""
        look = THEMES[theme]._replace(width=NARROW_WIDTH if narrow else WIDTH)
        values = [{name: value for name, value in row.items() if name not in {LINK, GAMES}} for row in self.rows]
        return {
            "$schema": SCHEMA,
            "description": self.text,
            "data": {"values": values},
            **self.layers(look),
            "config": _config(look),
        }

    def size(self, *, narrow: bool = False) -> tuple[int, int]:
        """About the width and height with axes and legend, which a page keeps free until the plot is here."""
        drawn = self.layers(THEMES[LIGHT])
        wide = (NARROW_WIDTH if narrow else WIDTH) + _BESIDE
        if "height" in drawn:
            lines = len({row.get(self.columns[0].field) for row in self.rows})
            return wide, drawn["height"]["step"] * lines + _BELOW
        if "vconcat" in drawn:
            return wide, sum(part["height"] for part in drawn["vconcat"]) + drawn["spacing"] + _BELOW
        return wide, HEIGHT + _BELOW

    def encoded_specification(self, theme: str = LIGHT, *, narrow: bool = False) -> bytes:
        """The specification as JSON."""
        return msgspec.json.encode(self.specification(theme, narrow=narrow))

    def cells(self, row: Row) -> list[str]:
        """The cells of a row of the table; missing values are empty."""
        return ["" if row.get(column.field) is None else column.write(row[column.field]) for column in self.columns]


def _config(theme: Theme) -> Specification:
    text = {"labelColor": theme.faint, "titleColor": theme.ink, "titleFontWeight": "normal"}
    return {
        "background": None,  # that of the page, light or dark
        "font": _FONT,
        "view": {
            "stroke": None,
            "continuousWidth": theme.width,
            "discreteWidth": theme.width,
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


WIDE: Final = "wide"
NARROW: Final = "narrow"


class ThemeQuery(QuerySchema):
    """The theme in which a plot is drawn, and for which windows."""

    theme = word((LIGHT, DARK), "The theme of the page.", load_default=LIGHT)
    window = word((WIDE, NARROW), "The window that it is drawn for.", load_default=WIDE)


def plot_response(
    what: tuple[Hashable, ...], version: Hashable, query: Mapping[str, Any], ending: str, make: Callable[[], Plot]
) -> Response:
    """The SVG of a plot, kept by this process as long as its version stays; as `png` a card with its title."""
    plot, theme = cache(make), query["theme"]
    narrow = query["window"] == NARROW
    body = services().response_cache.get(
        ("plot", theme, narrow, page_language(), *what),
        version,
        lambda: CachedBody(version, draw_plot(plot().encoded_specification(theme, narrow=narrow))),
    )
    if ending == "png":
        return svg_or_png(chart_card(plot().title, plot().text, body.body, theme), as_png=True)
    return _with_headers(body_response(body, SVG))


def specification_response(plot: Plot, name: str) -> Response:
    """The Vega-Lite specification of a plot, as a file to save."""
    answer = Response(plot.encoded_specification(), content_type=JSON)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.vl.json"'
    return _with_headers(tagged(answer))


def _with_headers(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Content-Security-Policy"] = "default-src 'none'"
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer
