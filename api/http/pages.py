"""The addresses of the parts of a list."""

from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode

from flask import Response, request

from api.http.addresses import link

_MOST_KNOWN: Final = 1_000


def linked(answer: Response, after: str | None) -> Response:
    """The answer with links to the first page, and to the one that begins at this cursor, if there is one."""
    path, query = request.path, request.query_string.decode(errors="replace")
    links = {"first": _page(path, query)} | ({} if after is None else {"next": _page(path, query, after)})
    return link(answer, **links)


@lru_cache(_MOST_KNOWN)
def _page(path: str, query: str, cursor: str | None = None) -> str:
    """The address of a list, from another place on."""
    asked = [(name, value) for name, value in parse_qsl(query, keep_blank_values=True) if name != "cursor"]
    following = urlencode([*asked, *([] if cursor is None else [("cursor", cursor)])])
    return f"{quote(path)}?{following}" if following else quote(path)
