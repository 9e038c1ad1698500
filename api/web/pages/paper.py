"""Tournaments on paper: sheets for the tables with the code that opens their entry, name cards, and seating plans."""

from collections.abc import Mapping
from typing import Any

from flask import Response
from markupsafe import Markup

from api.http.auth import requires_read_access
from api.http.resources.tournament_versions import TournamentVersion, tournament_version, tournament_with_round
from api.http.services import services
from api.web.entry.links import link_code, table_link
from api.web.responses import may, page
from api.web.tournament_tables import round_view
from data.store.values import SCOREKEEPER
from data.tournaments.state import RoundId, TableId


@requires_read_access
def show_paper(id: int) -> Response:
    """Show what can be printed."""
    found = tournament_version(id)
    return _page("paper", id, found, {})


@requires_read_access
def show_name_cards(id: int) -> Response:
    """Show a card for each entrant, with the tables of the rounds that are drawn."""
    found = tournament_version(id)
    seats: dict[int, list[tuple[RoundId, int, int]]] = {entrant.number: [] for entrant in found.state.entrants}
    for at, table in found.state.tables():
        for number, seat in enumerate(table.seats, 1):
            if seat.entrant is not None:
                seats[seat.entrant].append((at.round_id, at.table, number))
    return _page("name_cards", id, found, {"seats": seats})


@requires_read_access
def show_sheets(id: int, stage: int, number: int) -> Response:
    """Show a sheet for each table of a round; those who may enter results get the codes that open their entry."""
    found, at = tournament_with_round(id, stage, number)
    shown = round_view(found.state, at)
    codes = {}
    if may(SCOREKEEPER) and not found.state.finished and not shown.found.closed:
        codes = {table.at.table: entry_code(id, table.at) for table in shown.tables}
    deals = found.state.settings_of(stage).deals
    return _page("sheets", id, found, {"shown": shown, "codes": codes, "deals": deals})


@requires_read_access
def show_seats(id: int, stage: int, number: int) -> Response:
    """Show where everybody sits in a round, by name, for the door."""
    found, at = tournament_with_round(id, stage, number)
    return _page("seats", id, found, {"shown": round_view(found.state, at)})


def _page(name: str, id: int, found: TournamentVersion, values: Mapping[str, Any]) -> Response:
    return page(f"tournament/{name}.html", id=id, version=found.version, state=found.state, **values)


def entry_code(tournament: int, at: TableId) -> Markup:
    """The QR code, as SVG, of the page where the results of a table are entered."""
    return link_code(table_link(services().store.signing_key(), tournament, at))
