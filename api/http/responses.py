"""Responses: JSON, problems, links, and tables as JSON or CSV, in the language that the client prefers."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple, cast
from urllib.parse import parse_qsl, quote, urlencode

import msgspec
from flask import Response, g, request
from werkzeug.http import parse_accept_header

from api.http.conditional import client_has_version, not_modified, with_etag
from api.http.errors import PROBLEM_MEDIA_TYPE, HttpProblem
from api.http.request_body import CSV, JSON
from api.http.response_cache import MIN_GZIP_BYTES, CachedBody
from api.http.services import services
from api.languages import DEFAULT_LANGUAGE, LANGUAGES, Language
from api.views.values import TableView, encode_json


def with_links(answer: Response, **targets: str) -> Response:
    """The answer with links to what belongs to it, by their relations; `_` stands for a hyphen (RFC 8288)."""
    told = (f'<{target}>; rel="{relation.replace("_", "-")}"' for relation, target in targets.items())
    answer.headers["Link"] = ", ".join(told)
    return answer


def problem_response(problem: HttpProblem) -> Response:
    """The answer that tells the client about the problem, in the language that he prefers."""
    language = preferred_language()
    told = {**problem.as_object(language), "request_id": g.request_id}
    answer = Response(msgspec.json.encode(told), problem.kind.status, content_type=PROBLEM_MEDIA_TYPE)
    answer.headers.update(problem.headers)
    answer.headers["Content-Language"] = language
    answer.headers["Cache-Control"] = "no-store"
    answer.vary.add("Accept-Language")
    return answer


def preferred_language() -> Language:
    """The language that this request prefers."""
    if "ja" not in request.headers.get("Accept-Language", "").lower():
        return DEFAULT_LANGUAGE
    preferred = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality)
    return cast("Language", next(filter(LANGUAGES.__contains__, preferred), DEFAULT_LANGUAGE))


def json_bytes_response(body: bytes, status: int = 200) -> Response:
    """An answer whose JSON exists already."""
    return Response(body, status, content_type=JSON)


def json_response(value: object, status: int = 200) -> Response:
    """The answer that this value is as JSON."""
    return json_bytes_response(encode_json(value), status)


def empty_response() -> Response:
    """The answer that it is done, and there is nothing to tell."""
    answer = Response(status=204)
    del answer.headers["Content-Type"]
    return answer


_CACHED_ADDRESSES: Final = 1_000


def with_page_links(answer: Response, after: str | None, parameter: str = "cursor") -> Response:
    """The answer with links to the first page and to the next, which begins where a parameter says, if there is one."""
    path, query = request.path, request.query_string.decode(errors="replace")
    first, following = _page_address(path, query, parameter), _page_address(path, query, parameter, after)
    return with_links(answer, first=first, **({} if after is None else {"next": following}))


@lru_cache(_CACHED_ADDRESSES)
def _page_address(path: str, query: str, parameter: str, place: str | None = None) -> str:
    """The address of a list, from another place on, or from its beginning."""
    asked = [(name, value) for name, value in parse_qsl(query, keep_blank_values=True) if name != parameter]
    following = urlencode([*asked, *([] if place is None else [(parameter, place)])])
    return f"{quote(path)}?{following}" if following else quote(path)


_CACHED_HEADERS: Final = 1_000
_VARY: Final = "Accept, Accept-Language"


class _Format(NamedTuple):
    """The form of an answer: its media type, and the language of the names in it."""

    media_type: str
    language: Language

    def written(self, told: TableView, version: str) -> CachedBody:
        """What is told, in this form."""
        body = told.as_csv(self.language).encode() if self.media_type == CSV else told.as_json()
        return CachedBody(version, body, told.after)

    def version(self, version: str) -> str:
        """The version of this form of something that is of this version; JSON is the same in every language."""
        return f"{version}.{self.language}" if self.media_type == CSV else version

    @property
    def content_type(self) -> str:
        """How an answer says what it is."""
        return f"{CSV}; charset=utf-8" if self.media_type == CSV else JSON


_JSON_FORMAT: Final = _Format(JSON, DEFAULT_LANGUAGE)


def cached_table_response(what: tuple[Hashable, ...], version: str, make: Callable[[], TableView]) -> Response:
    """The answer that is made, unless this process has made it before for the same version."""
    form = _requested_format()
    return _table_response(_cached_body(form, what, version, make), form)


def cached_page_response(what: tuple[Hashable, ...], version: str, make: Callable[[], TableView]) -> Response:
    """The same for a page of a list, with links to the first page and to the next."""
    form = _requested_format()
    body = _cached_body(form, what, version, make)
    return with_page_links(_table_response(body, form), body.after)


def uncached_table_response(version: str, told: TableView) -> Response:
    """The answer that tells this, and is not kept."""
    form = _requested_format()
    return _table_response(form.written(told, version), form)


def hashed_table_response(told: TableView) -> Response:
    """The answer of which nothing but its content tells the version."""
    form = _requested_format()
    body = form.written(told, "")
    return _table_response(CachedBody(blake2b(body.body, digest_size=8).hexdigest(), body.body), form)


def _cached_body(
    form: "_Format", what: tuple[Hashable, ...], version: str, make: Callable[[], TableView]
) -> CachedBody:
    return services().response_cache.get((form, *what), version, lambda: form.written(make(), version))


def _requested_format() -> _Format:
    """What the client likes better; JSON, if he does not say."""
    if "csv" in request.headers.get("Accept", "").lower() and request.accept_mimetypes.best_match((JSON, CSV)) == CSV:
        return _Format(CSV, preferred_language())
    return _JSON_FORMAT


@lru_cache(_CACHED_HEADERS)
def _accepts_gzip(accepted: str) -> bool:
    """Whether a client who says so in `Accept-Encoding` takes gzip."""
    return parse_accept_header(accepted).quality("gzip") > 0


def _table_response(body: CachedBody, form: _Format) -> Response:
    version = form.version(body.version)
    answer = not_modified(version) if client_has_version(version) else _full_response(body, form, version)
    answer.headers["Vary"] = _VARY
    return answer


def _full_response(body: CachedBody, form: _Format, version: str) -> Response:
    """The body, packed where the client takes that: then its ETag says so, as those of all packed answers do."""
    if len(body.body) < MIN_GZIP_BYTES or not _accepts_gzip(request.headers.get("Accept-Encoding", "")):
        return with_etag(Response(body.body, content_type=form.content_type), version)
    answer = with_etag(Response(body.gzipped, content_type=form.content_type), f"{version}:gzip")
    answer.headers["Content-Encoding"] = "gzip"
    return answer
