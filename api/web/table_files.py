"""The table of a page as a file for spreadsheets: the address of the page with `format` in its query."""

from collections.abc import Callable, Hashable
from typing import Any, Final
from urllib.parse import quote

from flask import Response, request

from daifu.api.http.caching.response_cache import CachedBody
from daifu.api.http.media_types import CSV, XLSX
from daifu.api.http.responses import body_response
from daifu.api.http.services import services
from daifu.api.views.values import TableView
from daifu.api.web.addresses import with_query
from daifu.api.web.languages import page_language, query_without_language
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
