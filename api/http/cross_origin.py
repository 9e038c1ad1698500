"""Reading by scripts of other origins (CORS), where the settings allow it.

Nothing can be written from there, and no cookie counts: the API takes none.
"""

from functools import partial
from typing import Final

from flask import Flask, Response, request

from daifu.api.settings import EVERY_ORIGIN
from daifu.api.views.addresses import is_api_path
from daifu.schemas.http.record_schema import SCHEMA_PATH

_READ_BY_SCRIPTS: Final = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Left-Out, X-Request-Id"
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Accept, Accept-Language, Authorization, If-Match, If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}
_DOCUMENTS: Final = frozenset({"/openapi.json", "/openapi.yaml", SCHEMA_PATH})
_READING: Final = frozenset({"GET", "HEAD"})


def allow_other_origins(app: Flask, origins: str) -> None:
    """Let scripts of these origins read what the app answers: a list with spaces in between, or `*` for all."""
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
