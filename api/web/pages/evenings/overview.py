"""The list of evenings: those that are being played first, then the newest."""

from datetime import UTC, datetime
from typing import Any

from flask import Response

from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.queries import takes_page_query
from daifu.api.web.responses import page
from daifu.data.evenings import is_going_on, played_deals
from daifu.data.store.values import RecordFilter
from daifu.schemas.http.cursors import cursor_text
from daifu.schemas.http.query_fields import LARGEST_PAGE, PAGE, QuerySchema, cursor, whole


class EveningsQuery(QuerySchema):
    """A page of the list."""

    limit = whole(1, LARGEST_PAGE, "How many evenings a page has at most.", load_default=PAGE)
    cursor = cursor()


@requires_read_access
@takes_page_query(EveningsQuery)
def list_evenings(query: dict[str, Any]) -> Response:
    """Show the evenings: those that are being played first, then the newest."""
    start = query.get("cursor")
    found = services().store.page(RecordFilter(evening=True), start, query["limit"])
    now = datetime.now(UTC)
    after = None if found.after is None else cursor_text(found.after)
    going_on = [one for one in found.records if is_going_on(one, now)]
    return page(
        "evening/list.html",
        going_on=going_on,
        evenings=[one for one in found.records if one not in going_on],
        played=played_deals,
        first_page=addresses.EVENINGS if start else None,
        next_page=after and addresses.with_query(addresses.EVENINGS, {"cursor": after}),
    )
