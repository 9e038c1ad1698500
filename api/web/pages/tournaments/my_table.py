"""A player's own page in a tournament, for phones: where they sit next, with whom, and how they stand."""

from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final

from flask import Response, request
from werkzeug.exceptions import BadRequest, NotFound

from daifu.api.http.access import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.tournaments.tournaments import refusals_as_not_found, tournament_version
from daifu.api.http.services import services
from daifu.api.web.entry.names import by_name
from daifu.api.web.languages import page_language
from daifu.api.web.page_services import page_services
from daifu.api.web.pages.tournaments.tables import table_view
from daifu.api.web.pages.tournaments.tournaments import tournament_page
from daifu.api.web.pages.tournaments.wall import current_time
from daifu.api.web.responses import uncached_page
from daifu.data.store.values import PushSubscription
from daifu.data.tournaments.open_tasks import next_seat
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import TableId, find_entrant
from daifu.schemas.standings import Line

RELOAD_SECONDS: Final = 5


@requires_read_access
def list_entrants(id: int) -> Response:
    """Show the names of all entrants, so that everybody finds their own page."""
    found = tournament_version(id)
    return tournament_page(id, found, "my_tables", lambda: {"entrants": by_name(found.state)})


@lane(Lane.COSTLY)
@requires_read_access
def show_my_table(id: int, entrant: int) -> Response:
    """Show an entrant where they sit next, with whom, how much time is left, and their place."""
    found = tournament_version(id)
    with refusals_as_not_found():
        shown = find_entrant(found.state, entrant)
    now = current_time()
    seat = next_seat(found.state, entrant)
    at = None if seat is None or seat.table is None else TableId(*seat.at, seat.table)

    def lines() -> Mapping[int, Line]:
        return {line.entrant: line for line in compute_standing(found.state).lines}

    push_key = None
    if services().settings.push_hosts:
        from daifu.api.push import public_key  # noqa: PLC0415 - its libraries are of an extra

        push_key = public_key(services().store.signing_key())
    return uncached_page(
        "tournament/my_table.html",
        id=id,
        state=found.state,
        entrant=shown,
        next=seat,
        table=None if at is None else table_view(found.state, at, found.state.table_at(at), {}),
        line=page_services().value(("lines", id), found.version, lines).get(entrant),
        left=found.state.clock.seconds(now),
        now=now,
        reload=RELOAD_SECONDS,
        push_key=push_key,
    )


@requires_read_access
def send_notices(id: int, entrant: int) -> Response:
    """Let a phone be told where an entrant sits once that is drawn, or no more. Only a script sends this form."""
    found, hosts = tournament_version(id), services().settings.push_hosts
    with refusals_as_not_found():
        find_entrant(found.state, entrant)
    if not hosts or found.state.finished:
        raise NotFound
    from daifu.api.push import NotASubscription, add_phone, read_subscription  # noqa: PLC0415 - likewise

    endpoint, key, secret = (request.form.get(name, "") for name in ("endpoint", "key", "secret"))
    try:
        phone = read_subscription(PushSubscription(id, entrant, endpoint, key, secret, page_language()), hosts)
    except NotASubscription as error:
        raise BadRequest from error
    if "off" in request.form:
        services().store.push_subscriptions.remove(phone)
    else:
        add_phone(services().store, phone, found.state, datetime.now(UTC))
    return Response(status=HTTPStatus.NO_CONTENT)
