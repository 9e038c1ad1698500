"""Plots as responses: an SVG, kept by the version of what it shows, or the specification to download."""

from collections.abc import Callable, Hashable
from hashlib import blake2b
from typing import Final

from flask import Response

from api.http.conditional import client_has_version, not_modified
from api.http.media_types import JSON, SVG
from api.http.response_cache import CachedBody
from api.http.responses import body_response
from api.http.services import services
from api.web.languages import page_language
from api.web.page_services import page_services
from api.web.plots.plot import DARK, LIGHT, Plot
from schemas.http.query_fields import QuerySchema, word


class ThemeQuery(QuerySchema):
    """The theme in which a plot is drawn."""

    theme = word((LIGHT, DARK), "The theme of the page.", load_default=LIGHT)


_CACHE_CONTROL: Final = "private, no-cache"


def plot_response(what: tuple[Hashable, ...], version: str, theme: str, make: Callable[[], Plot]) -> Response:
    """The SVG of a plot, unless the client or this process has it for the same version."""
    tag = blake2b(f"{version} {page_language()} {theme}".encode(), digest_size=8).hexdigest()
    if client_has_version(tag):
        return _with_headers(not_modified(tag))
    body = services().response_cache.get(
        ("plot", theme, page_language(), *what),
        tag,
        lambda: CachedBody(tag, page_services().plots.draw(make().encoded_specification(theme))),
    )
    return _with_headers(body_response(body, SVG, tag))


def specification_response(plot: Plot, name: str) -> Response:
    """The Vega-Lite specification of a plot, as a file to save."""
    answer = Response(plot.encoded_specification(), content_type=JSON)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.vl.json"'
    return _with_headers(answer)


def _with_headers(answer: Response) -> Response:
    answer.headers["Cache-Control"] = _CACHE_CONTROL
    answer.headers["Content-Security-Policy"] = "default-src 'none'"
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer
