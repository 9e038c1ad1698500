"""Plots as responses: an SVG, kept by the version of what it shows, or the specification to download."""

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import Any, Final

from flask import Response

from daifu.api.http.caching.conditional import tagged
from daifu.api.http.caching.response_cache import CachedBody
from daifu.api.http.media_types import JSON, SVG
from daifu.api.http.responses import body_response
from daifu.api.http.services import services
from daifu.api.web.drawings import svg_or_png
from daifu.api.web.languages import page_language
from daifu.api.web.plots.plot import Plot
from daifu.api.web.plots.plot_process import draw_plot
from daifu.schemas.drawing.card import chart_card
from daifu.schemas.drawing.style import DARK, LIGHT
from daifu.schemas.http.query_fields import QuerySchema, word

WIDE: Final = "wide"
NARROW: Final = "narrow"


class ThemeQuery(QuerySchema):
    """The theme in which a plot is drawn, and for which windows."""

    theme = word((LIGHT, DARK), "The theme of the page.", load_default=LIGHT)
    window = word((WIDE, NARROW), "The window that it is drawn for.", load_default=WIDE)


_CACHE_CONTROL: Final = "private, no-cache"


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
    answer.headers["Cache-Control"] = _CACHE_CONTROL
    answer.headers["Content-Security-Policy"] = "default-src 'none'"
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer
