"""The addresses of the parts of a list."""

from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode

from flask import Response, request

from api.http.addresses import link

_MOST_KNOWN: Final = 1_000


def linked(answer: Response, after: str | None, parameter: str = "cursor") -> Response:
    """The answer with links to the first page and to the next, which begins where a parameter says, if there is one."""
    path, query = request.path, request.query_string.decode(errors="replace")
    first, following = _page(path, query, parameter), _page(path, query, parameter, after)
    return link(answer, first=first, **({} if after is None else {"next": following}))


@lru_cache(_MOST_KNOWN)
def _page(path: str, query: str, parameter: str, place: str | None = None) -> str:
    """The address of a list, from another place on, or from its beginning."""
    asked = [(name, value) for name, value in parse_qsl(query, keep_blank_values=True) if name != parameter]
    following = urlencode([*asked, *([] if place is None else [(parameter, place)])])
    return f"{quote(path)}?{following}" if following else quote(path)
