"""The examples of the OpenAPI document about rules, tokens and the state of the service."""

from datetime import UTC, datetime
from typing import Any, Final

from daifu.api.http.examples import REQUEST, Examples
from daifu.api.http.media_types import BINARY, JSON, ZIP
from daifu.api.http.monitoring.metrics import CONTENT_TYPE
from daifu.api.views.rules import game_view, games_view
from daifu.api.views.tokens import new_token_view, tokens_view
from daifu.api.views.values import plain_json
from daifu.data.store.values import SCOREKEEPER, NewToken, Token
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.http.service import Backup, Club, ClubChange, ClubHistory, Restore, State


def _first_of_each(answer: object) -> dict[str, Any]:
    """The answer with the first entry of each list."""
    return {name: value[:1] if isinstance(value, list) else value for name, value in plain_json(answer).items()}


GAMES: Final = _first_of_each(games_view())
GAME: Final = _first_of_each(game_view(PROFILES["uecda"]))
METRICS: Final = 'daifu_requests_total{method="GET",route="/v1/rules",status="200"} 12.0\n'

_CLUB_NAME: Final = "Friday court"
_BACKUP: Final = Backup(_CLUB_NAME, 42, 1, "2026-11-20")
_TOKEN: Final = Token(3, "Haru", SCOREKEEPER, datetime(2026, 11, 21, 12, tzinfo=UTC), None)

_CLUB: Final = Club(_CLUB_NAME, "dalmuti", "public", password=False, reading_password=False, people=["Haru", "Natsu"])

EXAMPLES: Final[Examples] = {
    "list_rules": {200: {JSON: GAMES}},
    "read_rules": {200: {JSON: GAME}},
    "send_backup": {200: {BINARY: "SQLite format 3…"}},
    "read_restore": {200: {JSON: Restore(waits=True)}},
    "restore_backup": {REQUEST: {BINARY: "SQLite format 3…"}, 200: {JSON: _BACKUP}, 202: {JSON: _BACKUP}},
    "send_everything": {200: {ZIP: "PK…"}},
    "read_club": {200: {JSON: _CLUB}},
    "change_club": {REQUEST: {JSON: {"name": _CLUB.name, "reading": _CLUB.reading}}, 200: {JSON: _CLUB}},
    "list_club_changes": {
        200: {JSON: ClubHistory([ClubChange("2026-11-21T12:00:00+00:00", "Haru", "reading", "members")])}
    },
    "list_tokens": {200: {JSON: tokens_view([_TOKEN])}},
    "create_token": {
        REQUEST: {JSON: {"name": _TOKEN.name, "role": _TOKEN.role}},
        201: {JSON: new_token_view(NewToken(_TOKEN, "daifu_…"))},
    },
    "tell_health": {200: {JSON: State("ok")}},
    "tell_readiness": {200: {JSON: State("ready")}},
    "tell_metrics": {200: {CONTENT_TYPE: METRICS}},
}
