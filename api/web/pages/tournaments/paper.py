"""Tournaments on paper: sheets with the code that opens their entry, name cards, seating plans and certificates."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from flask import Response

from daifu.api.http.access import requires_read_access
from daifu.api.http.resources.tournaments.tournaments import (
    TournamentVersion,
    tournament_version,
    tournament_with_round,
)
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.page_files import PaperQuery
from daifu.api.web.pages.tournaments.tables import round_view
from daifu.api.web.pages.tournaments.tournaments import entry_links, tournament_page
from daifu.api.web.qr_codes import how_to_share, link_code
from daifu.api.web.queries import takes_page_query
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import RoundId, State
from daifu.schemas.http.query_fields import whole


class CertificateQuery(PaperQuery):
    """How many places get a certificate."""

    places = whole(1, 1_000, "Up to which place there are certificates.", load_default=3)


@requires_read_access
def show_paper(id: int) -> Response:
    """Show what can be printed."""
    return tournament_page(id, tournament_version(id), "paper", dict)


@requires_read_access
@takes_page_query(PaperQuery)
def show_name_cards(_query: dict[str, Any], id: int) -> Response:
    """Show a card for each entrant, with the tables of the rounds that are drawn."""
    found = tournament_version(id)
    shares = how_to_share() is None

    def values() -> Mapping[str, Any]:
        codes = {one.number: link_code(addresses.my_table(id, one.number)) for one in found.state.entrants if shares}
        return {"seats": _seats_of_entrants(found.state), "codes": codes}

    return tournament_page(id, found, "name_cards", values)


def _seats_of_entrants(state: State) -> Mapping[int, Sequence[tuple[RoundId, int, int]]]:
    """The rounds of each entrant, with the numbers of their table and seat."""
    seats: dict[int, list[tuple[RoundId, int, int]]] = {entrant.number: [] for entrant in state.entrants}
    for at, table in state.tables():
        for number, seat in enumerate(table.seats, 1):
            if seat.entrant is not None:
                seats[seat.entrant].append((at.round_id, at.table, number))
    return seats


@requires_read_access
@takes_page_query(PaperQuery)
def show_sheets(_query: dict[str, Any], id: int, stage: int, number: int) -> Response:
    """Show a sheet for each table of a round; those who may enter results get the codes that open their entry."""
    found, at = tournament_with_round(id, stage, number)
    links = entry_links(id, found.state, at)

    def values() -> Mapping[str, Any]:
        hint = how_to_share() if links else None
        codes = {} if hint else {table: link_code(link) for table, link in links.items()}
        deals = found.state.settings_of(stage).deals
        return {"shown": round_view(found.state, at), "codes": codes, "hint": hint, "deals": deals}

    return tournament_page(id, found, "sheets", values, *links.values())


@requires_read_access
@takes_page_query(PaperQuery)
def show_seats(_query: dict[str, Any], id: int, stage: int, number: int) -> Response:
    """Show where everybody sits in a round, by name, for the door."""
    found, at = tournament_with_round(id, stage, number)
    # The code leads to the list in which players find their tables.
    code = None if how_to_share() else link_code(addresses.my_table(id))
    return tournament_page(id, found, "seats", lambda: {"shown": round_view(found.state, at), "code": code})


@requires_read_access
@takes_page_query(CertificateQuery)
def show_certificates(query: dict[str, Any], id: int) -> Response:
    """Show a certificate for each of the best entrants, on a page of its own."""
    found = tournament_version(id)

    def values() -> Mapping[str, Any]:
        standing = compute_standing(found.state)
        return {"lines": [one for one in standing.lines if one.place <= query["places"]], "day": last_day(found, id)}

    return tournament_page(id, found, "certificates", values)


def last_day(found: TournamentVersion, tournament: int) -> datetime:
    """The time of the last change of a tournament."""
    [entry] = services().store.tournaments.log(tournament, found.version - 1, 1)
    return datetime.fromtimestamp(entry.at, UTC)
