"""Responses: JSON, problems, links, and tables as JSON, CSV or XLSX, in the language that the client prefers."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Final, NamedTuple, cast
from urllib.parse import parse_qsl, quote, urlencode

import msgspec
from flask import Response, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from daifu.api.http.errors import HttpProblem
from daifu.api.http.etags import tagged
from daifu.api.http.media_types import CSV, HTML, JSON, PARQUET, PROBLEM, XLSX
from daifu.api.http.response_cache import MIN_GZIP_BYTES, CachedBody
from daifu.api.http.services import services
from daifu.api.languages import DEFAULT_LANGUAGE, LANGUAGES, Language
from daifu.api.views.values import TableView, encode_json


def with_links(answer: Response, **targets: str) -> Response:
    """The response with links by their relations (RFC 8288); `_` in a relation stands for a hyphen."""
    links = (f'<{target}>; rel="{relation.replace("_", "-")}"' for relation, target in targets.items())
    answer.headers["Link"] = ", ".join(links)
    return answer


def problem_response(problem: HttpProblem) -> Response:
    """The response that describes the problem, in the language that the client prefers."""
    language = preferred_language()
    body = {**problem.as_object(language), "request_id": g.request_id}
    answer = Response(msgspec.json.encode(body), problem.kind.status, content_type=PROBLEM)
    answer.headers.update(problem.headers)
    answer.headers["Content-Language"] = language
    answer.headers["Cache-Control"] = "no-store"
    answer.vary.add("Accept-Language")
    return answer


def preferred_language() -> Language:
    """The language that the client prefers."""
    return language_preferred_by(request.headers.get("Accept-Language", ""))


def language_preferred_by(accepted: str) -> Language:
    """The language that a client with this `Accept-Language` prefers."""
    if "ja" not in accepted.lower():  # most programs name no language, and need no parser
        return DEFAULT_LANGUAGE
    preferred = (
        tag.lower().partition("-")[0] for tag, quality in parse_accept_header(accepted, LanguageAccept) if quality
    )
    return cast("Language", next(filter(LANGUAGES.__contains__, preferred), DEFAULT_LANGUAGE))


def json_bytes_response(body: bytes, status: int = 200) -> Response:
    """The response with JSON that is encoded already."""
    return Response(body, status, content_type=JSON)


def json_response(value: object, status: int = 200) -> Response:
    """The response with an answer, encoded as JSON."""
    return json_bytes_response(encode_json(value), status)


def empty_response() -> Response:
    """The response without a body (204)."""
    answer = Response(status=204)
    del answer.headers["Content-Type"]
    return answer


_CACHED_ADDRESSES: Final = 1_000


def with_page_links(answer: Response, after: str | None, parameter: str = "cursor") -> Response:
    """The response with links to the first page and to the next, if there is one; `parameter` says where it begins."""
    path, query = request.path, request.query_string.decode(errors="replace")
    first, following = _page_address(path, query, parameter), _page_address(path, query, parameter, after)
    return with_links(answer, first=first, **({} if after is None else {"next": following}))


@lru_cache(_CACHED_ADDRESSES)
def _page_address(path: str, query: str, parameter: str, place: str | None = None) -> str:
    """The URL of the same list from `place` on, or from its beginning."""
    kept = [(name, value) for name, value in parse_qsl(query, keep_blank_values=True) if name != parameter]
    following = urlencode([*kept, *([] if place is None else [(parameter, place)])])
    return f"{quote(path)}?{following}" if following else quote(path)


_CACHED_HEADERS: Final = 1_000
_VARY: Final = "Accept, Accept-Language"


class _Format(NamedTuple):
    """The format of a table: its media type, and the language of the names in it."""

    media_type: str
    language: Language

    def body(self, table: TableView, version: str) -> CachedBody:
        """The table in this format."""
        if self.media_type == JSON:
            encoded = table.as_json()
        else:
            as_csv = self.media_type == CSV
            encoded = table.as_csv(self.language).encode() if as_csv else table.as_xlsx(self.language)
        return CachedBody(version, encoded, table.after)


_JSON_FORMAT: Final = _Format(JSON, DEFAULT_LANGUAGE)


def cached_table_response(what: tuple[Hashable, ...], version: str, make: Callable[[], TableView]) -> Response:
    """The response with the table that `make` makes, unless this process has it for the same version."""
    form = _requested_format()
    return _table_response(_cached_body(form, what, version, make), form)


def cached_page_response(what: tuple[Hashable, ...], version: str, make: Callable[[], TableView]) -> Response:
    """Like `cached_table_response` for a page of a list, with links to the first page and to the next."""
    form = _requested_format()
    body = _cached_body(form, what, version, make)
    return with_page_links(_table_response(body, form), body.after)


def table_response(table: TableView) -> Response:
    """The response with a table, which is not kept."""
    form = _requested_format()
    return _table_response(form.body(table, ""), form)


def _cached_body(
    form: "_Format", what: tuple[Hashable, ...], version: str, make: Callable[[], TableView]
) -> CachedBody:
    return services().response_cache.get((form, *what), version, lambda: form.body(make(), version))


def _requested_format() -> _Format:
    """The format that the client asks for; JSON by default."""
    accepted = request.headers.get("Accept", "").lower()
    if "csv" not in accepted and XLSX not in accepted and FORMAT not in request.args and not _is_csv_address():
        return _JSON_FORMAT
    chosen = requested_type((JSON, CSV, XLSX))
    return _JSON_FORMAT if chosen == JSON else _Format(chosen, preferred_language())


FORMAT: Final = "format"
"""The parameter by which a client that cannot send the header `Accept`, such as a browser, asks for a format."""
_TYPES: Final[Mapping[str, str]] = {"json": JSON, "csv": CSV, "xlsx": XLSX, "html": HTML, "parquet": PARQUET}


CSV_ADDRESS: Final = ".csv"
"""What stands behind the address of a table for those who can choose neither header nor parameter."""


def _is_csv_address() -> bool:
    """Whether the address is that of a table with `.csv` behind it."""
    return request.url_rule is not None and request.url_rule.rule.endswith(CSV_ADDRESS)


def requested_type(offered: Sequence[str]) -> str:
    """The media type that the client asks for by the address, its query, or `Accept`; JSON by default."""
    if _is_csv_address():
        return CSV
    named = request.args.get(FORMAT)
    return _TYPES[named] if named else request.accept_mimetypes.best_match(offered, JSON)


@lru_cache(_CACHED_HEADERS)
def _accepts_gzip(accepted: str) -> bool:
    """Whether a client with this `Accept-Encoding` takes gzip."""
    return parse_accept_header(accepted).quality("gzip") > 0


def _table_response(body: CachedBody, form: _Format) -> Response:
    answer = body_response(body, form.media_type)
    answer.headers["Vary"] = _VARY
    return answer


def body_response(body: CachedBody, media_type: str) -> Response:
    """The response with a body under its tag, in gzip if the client takes it; then the tag names the coding."""
    answer = tagged(Response(body.body, mimetype=media_type))
    if (
        answer.status_code == HTTPStatus.OK
        and len(body.body) >= MIN_GZIP_BYTES
        and _accepts_gzip(request.headers.get("Accept-Encoding", ""))
    ):
        answer.set_data(body.gzipped)
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["ETag"] = f'{answer.headers["ETag"][:-1]}:gzip"'
    return answer
