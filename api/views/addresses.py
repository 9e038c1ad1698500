"""The addresses of records, tournaments and players, as answers name them."""

from typing import Final
from urllib.parse import quote

PREFIX: Final = "/v1"


def record_address(record: int) -> str:
    """Where a record is."""
    return f"{PREFIX}/records/{record}"


def player_address(player: str) -> str:
    """Where a player is."""
    return f"{PREFIX}/players/{quote(escaped_player_id(player), safe='')}"


def deal_address(record: int, deal: int) -> str:
    """Where a deal of a record is."""
    return f"{record_address(record)}/deals/{deal}"


def tournament_address(tournament: int) -> str:
    """Where a tournament is."""
    return f"{PREFIX}/tournaments/{tournament}"


RESERVED_PLAYER_ID: Final = "merges"
"""Behind the address of all players this is no id, unless it is written otherwise."""

_ESCAPED_IDS: Final = {RESERVED_PLAYER_ID: "%6Derges", ".": "%2E", "..": "%2E%2E"}
"""Ids that are written otherwise than letter by letter."""


def escaped_player_id(player: str) -> str:
    """How an id is written, before it is encoded like all parts of addresses."""
    return _ESCAPED_IDS.get(player) or player.replace("%", "%25").replace("/", "%2F")
