"""What the next deal of a sitting starts from, as plain JSON values: seats, places, titles, and the exchange owed."""

from functools import singledispatch
from typing import Any

from replay.deal import Deal, Start
from replay.games.akagiri.finishing import AkagiriTable
from replay.games.biga.drawing import first_drawer
from replay.games.biga.table import BigATable
from replay.games.floor13.customs import may_lead
from replay.games.floor13.table import Floor13Table
from replay.match import Match
from replay.record import Record
from replay.table import Table
from schemas.owed import gift_json


def upcoming(record: Record) -> dict[str, Any]:
    """What the deal after the last one of the record starts from, if nobody joins or leaves and nothing is reset."""
    match = Match(record.rules, len(record.players))
    for deal in record.deals:
        match.play(deal)
    start = match.start(Deal(), [])
    table = match.open(start)
    owed = table.exchange.owed.values() if table.exchange else ()
    return {
        "deal": match.number + 1,
        "seats": list(start.seats),
        "places": list(table.places) or None,
        "titles": _titles(table, start),
        "lead": [table.turn] if table.turn else [],
        "dealer": None,
        "first_drawer": None,
        **_of_the_game(table, start),
        "exchange": list(map(gift_json, owed)),
    }


def _titles(table: Table, start: Start) -> list[str | None]:
    titles: list[str | None] = [None] * start.count
    for player, title in zip(table.places, table.rules.sitting.titles(len(start.seats)), strict=False):
        titles[player - 1] = title
    return titles


@singledispatch
def _of_the_game(_table: Table, _start: Start) -> dict[str, Any]:
    """Who does what first, where a game knows more than who leads."""
    return {}


@_of_the_game.register
def _(_table: AkagiriTable, start: Start) -> dict[str, Any]:
    """The last of the ranking deals (A-NEXT-2)."""
    return {"dealer": start.ranking[-1] if start.ranking else None}


@_of_the_game.register
def _(_table: BigATable, start: Start) -> dict[str, Any]:
    """Who was first out before draws first (B-DRAW-2)."""
    return {"first_drawer": first_drawer(start)}


@_of_the_game.register
def _(_table: Floor13Table, start: Start) -> dict[str, Any]:
    """The last of the game before leads, or one of several tied for last (F-FIRST-2)."""
    return {"lead": sorted(may_lead(start)) if start.ranking else []}
