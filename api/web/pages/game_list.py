"""The list of games, by filters."""

from functools import partial
from typing import Any, Final

from flask import Response

from api.http.auth import requires_read_access
from api.http.resources.records import record_filter
from api.http.services import services
from api.web import addresses
from api.web.languages import query_without_language
from api.web.queries import takes_page_query
from api.web.responses import Values, cached_page
from data.rulebooks.rules import load_rulebooks
from replay.faults import CATALOGUE
from schemas.http.cursors import cursor_text
from schemas.http.queries import PageQuery

_CURSOR: Final = "cursor"


@requires_read_access
@takes_page_query(PageQuery)
def show_games(query: dict[str, Any]) -> Response:
    """Show the games that a filter finds, newest first."""
    return cached_page("games.html", services().store.state(), partial(_values, query))


def _values(query: dict[str, Any]) -> Values:
    """What the page of this query shows."""
    found = services().store.page(record_filter(query), query.get(_CURSOR), query["limit"])
    asked = {name: text for name, text in query_without_language().items() if text and name != _CURSOR}
    after = None if found.after is None else cursor_text(found.after)
    return {
        "games": found.records,
        "asked": asked,
        "first_page": addresses.games_page(**asked) if query.get(_CURSOR) else None,
        "next_page": after and addresses.games_page(**asked, cursor=after),
        "rulebooks": load_rulebooks(),
        "faults": list(CATALOGUE),
    }
