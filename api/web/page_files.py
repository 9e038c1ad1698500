"""Pages as files, by `format` in the query: their table for spreadsheets, or, of pages for paper, a PDF."""

import re
from collections.abc import Callable, Hashable
from contextlib import suppress
from ctypes import CDLL
from functools import cache
from importlib.util import find_spec
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

from flask import Response, g, request
from werkzeug.exceptions import NotFound

from daifu.api.http import problem_types
from daifu.api.http.access import club
from daifu.api.http.errors import HttpProblem
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.media_types import CSV, PDF, XLSX
from daifu.api.http.response_cache import CachedBody
from daifu.api.http.responses import body_response
from daifu.api.http.services import services
from daifu.api.views.values import TableView
from daifu.api.web.addresses import with_query
from daifu.api.web.assets import send_asset
from daifu.api.web.languages import page_language, query_without_language
from daifu.api.web.links import handed_on
from daifu.data.pictures import picture_type
from daifu.replay.text import Text
from daifu.schemas.http.query_fields import QuerySchema, word

MOST_ROWS: Final = 10_000
"""How many rows the file of a list has at most; the API has all of them, page by page."""
_TYPES: Final = {"csv": CSV, "xlsx": XLSX}
_OF_A_PAGE: Final = frozenset({"cursor", "limit"})


class TableFileQuery(QuerySchema):
    """Whether the table of a page is sent as a file."""

    format = word(tuple(_TYPES), "Send the table of the page as a file for spreadsheets.")


def file_address(kind: str) -> str:
    """The address of the table of this page as a file, `csv` or `xlsx`, from the first row on."""
    kept: dict[str, Any] = {
        name: text for name, text in query_without_language().to_dict().items() if name not in _OF_A_PAGE
    }
    return with_query(quote(request.path), {**kept, "format": kind})


def table_file(kind: str, name: str, version: Hashable, make: Callable[[], TableView]) -> Response:
    """The response with a table as a file of this kind and name, which this process keeps as long as its version stays.

    Raises `ModuleNotFoundError` for a workbook where openpyxl is not installed.
    """
    language = page_language()

    def encoded() -> CachedBody:
        table = make()
        return CachedBody(version, table.as_xlsx(language) if kind == "xlsx" else table.as_csv(language).encode())

    key = ("table", request.path, *query_without_language().items(multi=True), language)
    answer = body_response(services().response_cache.get(key, version, encoded), _TYPES[kind])
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer


_PICTURE: Final = re.compile("/players/(.+)/picture")
_NO_PDF: Final = Text(
    "PDF: this service has no WeasyPrint (extra `pdf`), or no Pango; print the page, and save that as a PDF",
    "PDF：このサービスにはWeasyPrint（extra の pdf）かPangoがありません。ページを印刷し、PDFとして保存してください",
)


_PANGO: Final = ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll")
"""The library of Pango that needs all others, as systems call it."""


class PaperQuery(QuerySchema):
    """Whether a page for paper is sent as a file."""

    format = word(("pdf",), "Send the page as a file for printers.")


@cache
def makes_pdf() -> bool:
    """Whether this service can make PDF: it needs a library that may be missing, and one of the system.

    Pages ask this, so WeasyPrint is looked for and not loaded, which takes a second and 30 MB.
    """
    if find_spec("weasyprint") is None:
        return False
    for name in _PANGO:
        with suppress(OSError):
            CDLL(name)
            return True
    return False


def paper_file(name: str, version: Hashable, make: Callable[[], str]) -> Response:
    """The response with a page, as `make` writes it, as PDF. This process keeps it as long as its version stays.

    Raises the problem `not-found` where nothing can make PDF.
    """
    go_on_in(Lane.COSTLY)
    try:
        import weasyprint  # noqa: F401, PLC0415 - of an extra, and takes long to load
    except (ModuleNotFoundError, OSError) as error:
        raise HttpProblem(problem_types.NOT_FOUND, _NO_PDF) from error
    reader, query = g.get("token"), query_without_language().items(multi=True)
    key = ("paper", request.host_url, request.path, *query, page_language(), reader and reader.id, club(), handed_on())
    body = services().response_cache.get(key, version, lambda: CachedBody(version, _printed(make())))
    answer = body_response(body, PDF)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer


def _printed(page: str) -> bytes:
    from weasyprint import HTML  # noqa: PLC0415 - of an extra, and takes long to load
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415 - likewise

    class OwnFiles(URLFetcher):  # type: ignore[misc] # it has no types
        """The stylesheet and pictures of people, and nothing else, here or elsewhere. What is not there is left out."""

        def fetch(self, url: str, _headers: object = None) -> URLFetcherResponse:
            path = unquote(urlsplit(url).path)
            if found := _PICTURE.fullmatch(path):
                picture = services().store.people.picture(found[1])
                if picture is None:
                    raise NotFound
                return URLFetcherResponse(url, picture, {"Content-Type": picture_type(picture) or ""})
            version, _, name = path.partition("/assets/")[2].partition("/")
            answer = send_asset(version, name)
            return URLFetcherResponse(url, answer.get_data(), {"Content-Type": answer.content_type or ""})

    found: bytes = HTML(string=page, base_url=request.host_url, url_fetcher=OwnFiles()).write_pdf()
    return found
