"""The service as a Flask app: all operations and their documentation, with a log, metrics and compression."""

from functools import partial
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, request
from flask_compress import Compress
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wsgi import get_path_info

from daifu.api.http import problem_types
from daifu.api.http.access import guard, tell_allowance
from daifu.api.http.bare_app import create_bare_app
from daifu.api.http.errors import HttpProblem
from daifu.api.http.lanes import BUSY_KEY, Lane
from daifu.api.http.media_types import CSS, HTML, JAVASCRIPT, JSON, JSON_SCHEMA, PLAIN, PROBLEM, SVG, YAML
from daifu.api.http.metrics import measure_requests
from daifu.api.http.operation import operation_of
from daifu.api.http.rate_limit import SharedCallerTimes
from daifu.api.http.request_log import log_requests, sent_to, trace_requests
from daifu.api.http.resources.docs import DOCS
from daifu.api.http.routes import loaded
from daifu.api.http.services import services_of
from daifu.api.http.streaming import keep_on_disk
from daifu.api.http.urls import path_below, put_below
from daifu.api.settings import EVERY_ORIGIN, Settings
from daifu.api.views.addresses import is_api_path
from daifu.data.store.store import Store
from daifu.replay.text import Text
from daifu.schemas.http.json_schema import SCHEMA_PATH

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed.wsgi import WSGIEnvironment


_READ_BY_SCRIPTS: Final = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Left-Out, X-Request-Id"
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Accept, Accept-Language, Authorization, If-Match, If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}
_DOCUMENTS: Final = frozenset({"/openapi.json", "/openapi.yaml", SCHEMA_PATH})
_READING: Final = frozenset({"GET", "HEAD"})


def allow_other_origins(app: Flask, origins: str) -> None:
    """Let scripts of these origins (CORS) read what the app answers: a list with spaces in between, or `*` for all.

    Nothing can be written from there, and no cookie counts: the API takes none.
    """
    if not origins:
        return
    allowed = frozenset(origins.split())
    app.before_request(partial(_answer_preflight, allowed))
    app.after_request(partial(_allow_reading, allowed))


def _answer_preflight(allowed: frozenset[str]) -> Response | None:
    """The answer to a browser that asks whether a script may send a request, so that no view sees that question."""
    wanted = request.headers.get("Access-Control-Request-Method")
    if request.method != "OPTIONS" or wanted is None or not _is_allowed(allowed):
        return None
    return Response(status=204, headers=_PREFLIGHT if wanted in _READING else {})


def _allow_reading(allowed: frozenset[str], answer: Response) -> Response:
    if not _is_public(request.path):
        return answer
    if allowed != {EVERY_ORIGIN}:
        answer.vary.add("Origin")
    if _is_allowed(allowed) and request.method in {*_READING, "OPTIONS"}:
        origin = EVERY_ORIGIN if EVERY_ORIGIN in allowed else request.headers["Origin"]
        answer.headers["Access-Control-Allow-Origin"] = origin
        answer.headers["Access-Control-Expose-Headers"] = _READ_BY_SCRIPTS
    return answer


def _is_allowed(allowed: frozenset[str]) -> bool:
    origin = request.headers.get("Origin")
    return origin is not None and _is_public(request.path) and (EVERY_ORIGIN in allowed or origin in allowed)


def _is_public(path: str) -> bool:
    """Whether the path is one of the API, and none of a page, which has sessions."""
    return is_api_path(path) or path in _DOCUMENTS


_COMPRESSED_TYPES: Final = [JSON, JSON_SCHEMA, PROBLEM, PLAIN, YAML, HTML, CSS, JAVASCRIPT, SVG]


_BUSY: Final = Text("too many others wait for the same", "同じ処理を待っているリクエストが多すぎます")


def create_app(settings: Settings, store: Store, times: SharedCallerTimes | None = None) -> Flask:
    """The service with these settings on this store, with all views loaded.

    `times` counts calls for all processes of the service; an app that runs alone makes its own.
    """
    app = create_bare_app(settings, store, times)
    app.after_request(keep_on_disk)  # after all others, as the last that is asked first
    log_requests(app)
    if settings.traces:
        trace_requests(app, sent_to(settings.traces))
    measure_requests(app)
    app.config.update(
        COMPRESS_MIMETYPES=_COMPRESSED_TYPES,
        COMPRESS_ALGORITHM=["gzip"],
        COMPRESS_LEVEL=5,  # half the time of the default, 6, for 3 % more bytes
        COMPRESS_STREAMS=False,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
    )
    Compress(app)
    guard(app)
    app.before_request(_refuse_if_busy)
    app.after_request(_forbid_sniffing)
    app.after_request(tell_allowance)
    allow_other_origins(app, settings.cors)
    app.register_blueprint(DOCS)
    for view in app.view_functions.values():
        loaded(view)
    if settings.prefix:
        put_below(app, settings.prefix)
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies, settings.proxies)  # type: ignore[method-assign]
    return app


def lane_finder(app: Flask) -> "Callable[[WSGIEnvironment], Lane | None]":
    """A function that tells from a WSGI environment in which lane that takes long a request belongs, if in any."""
    lanes = {name: operation_of(loaded(view)).lane for name, view in app.view_functions.items()}
    addresses = app.url_map.bind("")
    prefix = services_of(app).settings.prefix

    def find(environ: "WSGIEnvironment") -> Lane | None:
        try:
            name, _parts = addresses.match(path_below(get_path_info(environ), prefix), environ["REQUEST_METHOD"])
        except HTTPException:  # an address that is not found, or that does not allow the method
            return None
        return lanes[name]

    return find


def _refuse_if_busy() -> None:
    """Refuse a request in whose lane too many wait."""
    if BUSY_KEY in request.environ:
        raise HttpProblem(problem_types.BUSY, _BUSY, headers={"Retry-After": "5"})


def _forbid_sniffing(answer: Response) -> Response:
    """Forbid browsers to guess the type of a response: records hold text that others wrote."""
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer
