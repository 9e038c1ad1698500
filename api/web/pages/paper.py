"""Tournaments on paper: sheets for the tables with the code that opens their entry, name cards, and seating plans."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flask import Response

from daifu.api.http.auth import requires_read_access
from daifu.api.http.resources.tournament_versions import tournament_version, tournament_with_round
from daifu.api.web.pages.tournaments import entry_links, tournament_page
from daifu.api.web.shared_addresses import how_to_share, link_code
from daifu.api.web.tournament_tables import round_view
from daifu.data.tournaments.state import RoundId, State


@requires_read_access
def show_paper(id: int) -> Response:
    """Show what can be printed."""
    return tournament_page(id, tournament_version(id), "paper", dict)


@requires_read_access
def show_name_cards(id: int) -> Response:
    """Show a card for each entrant, with the tables of the rounds that are drawn."""
    found = tournament_version(id)
    return tournament_page(id, found, "name_cards", lambda: {"seats": _seats_of_entrants(found.state)})


def _seats_of_entrants(state: State) -> Mapping[int, Sequence[tuple[RoundId, int, int]]]:
    """The rounds of each entrant, with the numbers of their table and seat."""
    seats: dict[int, list[tuple[RoundId, int, int]]] = {entrant.number: [] for entrant in state.entrants}
    for at, table in state.tables():
        for number, seat in enumerate(table.seats, 1):
            if seat.entrant is not None:
                seats[seat.entrant].append((at.round_id, at.table, number))
    return seats


@requires_read_access
def show_sheets(id: int, stage: int, number: int) -> Response:
    """Show a sheet for each table of a round; those who may enter results get the codes that open their entry."""
    found, at = tournament_with_round(id, stage, number)
    links = entry_links(id, found.state, at)
    return tournament_page(id, found, "sheets", partial(_sheet_values, found.state, at, links), *links.values())


def _sheet_values(state: State, at: RoundId, links: Mapping[int, str]) -> Mapping[str, Any]:
    """What the sheets of a round show."""
    hint = how_to_share() if links else None
    codes = {} if hint else {table: link_code(link) for table, link in links.items()}
    return {"shown": round_view(state, at), "codes": codes, "hint": hint, "deals": state.settings_of(at.stage).deals}


@requires_read_access
def show_seats(id: int, stage: int, number: int) -> Response:
    """Show where everybody sits in a round, by name, for the door."""
    found, at = tournament_with_round(id, stage, number)
    return tournament_page(id, found, "seats", lambda: {"shown": round_view(found.state, at)})
