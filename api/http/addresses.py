"""The addresses of records, tournaments and players: their patterns, and how answers name them."""

from typing import Final
from urllib.parse import quote

from flask import Response

from api.http.ids import written

PREFIX: Final = "/v1"

RECORDS: Final = "/records"
RECORD: Final = f"{RECORDS}/<number:id>"
REPORT: Final = f"{RECORD}/report"
DEALS: Final = f"{RECORD}/deals"
DEAL: Final = f"{DEALS}/<number:deal>"
POSITION: Final = f"{DEAL}/positions/<count:at>"
REVISIONS: Final = f"{RECORD}/revisions"
REVISION: Final = f"{REVISIONS}/<number:number>"
REVISION_REPORT: Final = f"{REVISION}/report"
EXPORT: Final = f"{RECORDS}/export"
BULK: Final = f"{RECORDS}/bulk"
PLAYERS: Final = "/players"
PLAYER: Final = f"{PLAYERS}/<player:player>"
MERGES: Final = f"{PLAYERS}/merges"
MERGE: Final = f"{MERGES}/<number:merge>"
PLAYER_STATS: Final = f"{PLAYER}/stats"
OPPONENTS: Final = f"{PLAYER}/opponents"
AGAINST: Final = f"{PLAYER}/against/<player:other>"
PLAYER_RATINGS: Final = f"{PLAYER}/ratings"
FORM: Final = f"{PLAYER}/form"
PROFILE_STATS: Final = "/stats/<string:profile>"
PROFILE_RECORDS: Final = f"{PROFILE_STATS}/records"
RATINGS: Final = "/ratings"
LEADERBOARD: Final = "/leaderboards/<string:figure>"
TOURNAMENTS: Final = "/tournaments"
TOURNAMENT: Final = f"{TOURNAMENTS}/<number:id>"
CHANGES: Final = f"{TOURNAMENT}/changes"
DRAW: Final = f"{TOURNAMENT}/draw"
REDRAW: Final = f"{TOURNAMENT}/redraw"
LOG: Final = f"{TOURNAMENT}/log"
EVENTS: Final = f"{TOURNAMENT}/events"
STANDINGS: Final = f"{TOURNAMENT}/standings"
STANDING: Final = f"{STANDINGS}/<number:entrant>"
HEAD_TO_HEAD: Final = f"{TOURNAMENT}/head-to-head"
TEAMS: Final = f"{TOURNAMENT}/teams"
FAULTS: Final = f"{TOURNAMENT}/faults"
MISSING: Final = f"{TOURNAMENT}/missing"
LANDINGS: Final = f"{TOURNAMENT}/landing"
LANDING: Final = f"{LANDINGS}/<number:record>"


def of_record(record: int) -> str:
    """Where a record is."""
    return f"{PREFIX}/records/{record}"


def of_player(player: str) -> str:
    """Where a player is."""
    return f"{PREFIX}/players/{quote(written(player), safe='')}"


def of_deal(record: int, deal: int) -> str:
    """Where a deal of a record is."""
    return f"{of_record(record)}/deals/{deal}"


def of_tournament(tournament: int) -> str:
    """Where a tournament is."""
    return f"{PREFIX}/tournaments/{tournament}"


def link(answer: Response, **targets: str) -> Response:
    """The answer with links to what belongs to it, by their relations; `_` stands for a hyphen (RFC 8288)."""
    told = (f'<{target}>; rel="{relation.replace("_", "-")}"' for relation, target in targets.items())
    answer.headers["Link"] = ", ".join(told)
    return answer
