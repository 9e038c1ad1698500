"""The list of games, by filters."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, Final

from flask import Response

from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.resources.records import record_filter
from daifu.api.http.services import services
from daifu.api.views.records import record_page_table
from daifu.api.views.values import TableView
from daifu.api.web import addresses
from daifu.api.web.languages import query_without_language
from daifu.api.web.queries import takes_page_query
from daifu.api.web.responses import Values, cached_page
from daifu.api.web.table_files import MOST_ROWS, TableFileQuery, table_file
from daifu.data.rulebooks.rules import load_rulebooks
from daifu.data.store.values import RecordPage, RecordSummary
from daifu.replay.faults import CATALOGUE
from daifu.schemas.http.cursors import cursor_text
from daifu.schemas.http.queries import PageQuery
from daifu.schemas.http.query_fields import LARGEST_PAGE

_CURSOR: Final = "cursor"


class GamesPageQuery(PageQuery, TableFileQuery):
    """A filter of games and a page of them, or a file."""


@requires_read_access
@takes_page_query(GamesPageQuery)
def show_games(query: dict[str, Any]) -> Response:
    """Show the games that a filter finds, newest first."""
    if kind := query.get("format"):
        go_on_in(Lane.COSTLY)
        return table_file(kind, "games", services().store.state(), partial(_table, query))
    return cached_page("games.html", services().store.state(), partial(_values, query))


def _table(query: dict[str, Any]) -> TableView:
    """The games that this query finds, as many as a file has."""
    wanted = record_filter(query)

    def each() -> Iterator[RecordSummary]:
        after = None
        while True:
            found = services().store.page(wanted, after, LARGEST_PAGE)
            yield from found.records
            after = found.after
            if after is None:
                return

    return record_page_table(RecordPage(list(islice(each(), MOST_ROWS)), None))


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
        "faults": CATALOGUE.values(),
    }
