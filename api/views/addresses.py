"""The URL paths of records, tournaments and players, as answers name them."""

from typing import Final
from urllib.parse import quote

PREFIX: Final = "/v1"


def is_api_path(path: str) -> bool:
    """Whether a path is one of the API, not of a page."""
    return path.startswith(f"{PREFIX}/")


def record_address(record: int) -> str:
    """The path of a record."""
    return f"{PREFIX}/records/{record}"


def player_address(player: str) -> str:
    """The path of a player."""
    return f"{PREFIX}/players/{quote(escaped_player_id(player), safe='')}"


def deal_address(record: int, deal: int) -> str:
    """The path of a deal."""
    return f"{record_address(record)}/deals/{deal}"


def analysis_address(record: int, revision: int) -> str:
    """The path of the analysis of a revision."""
    return f"{record_address(record)}/analysis?revision={revision}"


def analysis_job_address(record: int, revision: int) -> str:
    """The path of the job that analyses a revision."""
    return f"{record_address(record)}/analysis/jobs/{revision}"


def tournament_address(tournament: int) -> str:
    """The path of a tournament."""
    return f"{PREFIX}/tournaments/{tournament}"


def house_address(slug: str, version: int | None = None) -> str:
    """The path of house rules, or of one of their versions."""
    return f"{PREFIX}/house-rules/{slug}" + ("" if version is None else f"/{version}")


def season_address(season: int) -> str:
    """The path of a season."""
    return f"{PREFIX}/seasons/{season}"


RESERVED_PLAYER_ID: Final = "merges"
"""This part of a path is taken by merges, so a player with this id is escaped."""

_ESCAPED_IDS: Final = {RESERVED_PLAYER_ID: "%6Derges", ".": "%2E", "..": "%2E%2E"}
"""Ids that need an escape of their own."""


def escaped_player_id(player: str) -> str:
    """An id with its escapes, before it is percent-encoded like all parts of paths."""
    return _ESCAPED_IDS.get(player) or player.replace("%", "%25").replace("/", "%2F")
