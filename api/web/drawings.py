"""Drawings of positions on pages, and as files to download and to preview a link by."""

from hashlib import blake2b
from importlib.util import find_spec
from typing import Any, Final

from flask import Response, request
from markupsafe import Markup

from daifu.api.http import problem_types
from daifu.api.http.caching.conditional import tagged
from daifu.api.http.caching.response_cache import CachedBody
from daifu.api.http.errors import HttpProblem
from daifu.api.http.media_types import PNG, SVG
from daifu.api.http.services import services
from daifu.api.web.languages import page_language, query_without_language
from daifu.api.web.plots.plot_process import draw_png
from daifu.replay.text import Text
from daifu.schemas.drawing.layout import TALL, WIDE
from daifu.schemas.drawing.picture import draw_scene, page_symbols
from daifu.schemas.drawing.scene import Look, Playable, Scene

FOUR: Final = "four"
COLOURS: Final = ("two", FOUR)
"""How many colours the suits have."""

_SCALE: Final = 1.25
"""The pixels of a PNG for each unit: a wide picture is as large as previews of links are."""
_NO_RENDERER: Final = Text(
    "PNG: this service has no renderer (extra `plots`); ask for the SVG",
    "PNG：このサービスには描画ライブラリ（extra の plots）がありません。SVGを使ってください",
)


def drawing(scene: Scene, *, seat: int = 0, colours: str = "", playable: Playable | None = None) -> Markup:
    """A position for a page: for narrow and for wide windows, of which the stylesheet shows one."""
    four = colours == FOUR
    pictures = (draw_scene(scene, Look(page_language(), shape, None, four, seat, playable)) for shape in (TALL, WIDE))
    return Markup(page_symbols(scene) + "".join(pictures))  # noqa: S704 - texts in it are escaped


def draws_png() -> bool:
    """Whether this service can draw PNG."""
    return find_spec("vl_convert") is not None


def picture(scene: Scene, query: dict[str, Any], *, as_png: bool) -> Response:
    """A position as a file. Raises as `svg_or_png` does."""
    look = Look(page_language(), query["shape"], query["theme"], query.get("colours") == FOUR, query.get("seat") or 0)
    return svg_or_png(draw_scene(scene, look), as_png=as_png)


def svg_or_png(svg: str, *, as_png: bool) -> Response:
    """An SVG as a file, or the PNG of it, which this process keeps as long as the SVG of this address stays the same.

    Raises the problem `not-found` for a PNG where nothing can draw one.
    """
    if as_png and not draws_png():
        raise HttpProblem(problem_types.NOT_FOUND, _NO_RENDERER)
    answer = tagged(Response(_png(svg.encode()), mimetype=PNG) if as_png else Response(svg, mimetype=SVG))
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer


def _png(svg: bytes) -> bytes:
    key = ("png", request.path, page_language(), *query_without_language().items(multi=True))
    version = blake2b(svg, digest_size=16).digest()
    return services().response_cache.get(key, version, lambda: CachedBody(version, draw_png(svg, _SCALE))).body
