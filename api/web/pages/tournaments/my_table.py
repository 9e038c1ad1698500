"""A player's own page in a tournament, for phones: where they sit next, with whom, and how they stand."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from flask import Response

from daifu.api.http.auth import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.tournaments.versions import refusals_as_not_found, tournament_version
from daifu.api.web.entry.entrant_names import by_name
from daifu.api.web.page_services import page_services
from daifu.api.web.pages.tournaments.tournaments import tournament_page
from daifu.api.web.pages.tournaments.wall import current_time
from daifu.api.web.responses import page, uncached
from daifu.api.web.tournament_tables import TableView, current_round, table_view
from daifu.data.tournaments.standings.standing import compute_standing
from daifu.data.tournaments.state import RoundId, State, TableId, find_entrant
from daifu.schemas.tournaments.standings import Line

RELOAD_SECONDS: Final = 5


class NextSeat(NamedTuple):
    """A round in which an entrant has still to play, their table and seat there; without a table they sit out."""

    at: RoundId
    table: TableView | None = None
    seat: int = 0


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
    return uncached(
        page(
            "tournament/my_table.html",
            id=id,
            state=found.state,
            entrant=shown,
            next=next_seat(found.state, entrant),
            line=page_services().value(("lines", id), found.version, lambda: _lines(found.state)).get(entrant),
            left=found.state.clock.seconds(now),
            now=now,
            reload=RELOAD_SECONDS,
        )
    )


def next_seat(state: State, entrant: int) -> NextSeat | None:
    """Where an entrant plays next in the rounds that are drawn; None where they have played all of them."""
    for at, found in state.rounds():
        if found.closed:
            continue
        if entrant in found.byes and at == current_round(state):
            return NextSeat(at)
        for number, table in enumerate(found.tables, 1):
            for seat, one in enumerate(table.seats, 1):
                if one.entrant == entrant:
                    view = table_view(state, TableId(*at, number), table, {})
                    if not view.is_complete:
                        return NextSeat(at, view, seat)
    return None


def _lines(state: State) -> Mapping[int, Line]:
    """The lines of the standing by their entrants."""
    lines: Any = compute_standing(state).lines if state.stages else ()
    return {line.entrant: line for line in lines}
