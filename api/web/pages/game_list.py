"""The list of games, by filters."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from flask import Response

from api.http.auth import requires_read_access
from api.http.requests import record_filter
from api.http.services import services
from api.web import addresses
from api.web.languages import query_without_language
from api.web.queries import page_query
from api.web.responses import Values, cached_page
from data.rulebooks.rules import load_rulebooks
from replay.faults import CATALOGUE
from schemas.http.cursors import cursor_text
from schemas.http.queries import PageQuery

_QUERY: Final = PageQuery()
_CURSOR: Final = "cursor"


@requires_read_access
def show_games() -> Response:
    """Show the games that a filter finds, newest first."""
    query = page_query(_QUERY)
    asked = tuple(query_without_language().items())
    return cached_page("games.html", asked, services().store.state(), partial(_values, query, dict(asked)))


def _values(query: dict[str, Any], parameters: Mapping[str, str]) -> Values:
    """What the page of this query shows, which the address gives with these parameters."""
    found = services().store.page(record_filter(query), query.get(_CURSOR), query["limit"])
    asked = {name: text for name, text in parameters.items() if text and name != _CURSOR}
    after = None if found.after is None else cursor_text(found.after)
    return {
        "games": found.records,
        "asked": asked,
        "first_page": addresses.games_page(**asked) if query.get(_CURSOR) else None,
        "next_page": after and addresses.games_page(**asked, cursor=after),
        "rulebooks": load_rulebooks(),
        "faults": list(CATALOGUE),
    }
