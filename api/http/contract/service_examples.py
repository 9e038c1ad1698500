"""The examples about rules, house rules, tokens and the state of the service."""

from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from daifu.api.http.contract import REQUEST, Examples
from daifu.api.http.media_types import BINARY, HTML, JSON, TOML, ZIP
from daifu.api.http.metrics import CONTENT_TYPE
from daifu.api.views.players import new_token_view, tokens_view
from daifu.api.views.rules import (
    checked_view,
    comparison_view,
    game_view,
    games_view,
    house_view,
    houses_view,
    latest_view,
)
from daifu.api.views.values import plain_json
from daifu.data.store.values import SCOREKEEPER, HouseDocument, HousePage, NewToken, StoredHouse, Token
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.house_comparison import check_house, compare_houses
from daifu.schemas.house_document import House, flattened, hash_of, house_toml, read_house
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


CLUB_HOUSE: Final[dict[str, Any]] = {
    "format": "daifu-house/1",
    "id": "club",
    "version": 1,
    "base": "daifugo/1",
    "players": [3, 6],
    "name": {"en": "The club", "ja": "クラブ"},
    "rules": {"jokers": {"count": 2}, "revolution": True, "eight_cut": True},
    "names": {"eight_cut": {"ja": "8流し"}},
}
TABLE_HOUSE: Final[dict[str, Any]] = {
    "format": "daifu-house/1",
    "id": "fridays",
    "version": 2,
    "extends": "club@1",
    "base": "daifugo/1",
    "name": {"en": "The table on Fridays"},
    "rules": {"jokers": {"count": 1}, "eight_cut": False, "jack_back": True},
}


def _house(document: dict[str, Any]) -> House:
    return read_house(msgspec.json.encode(document), is_toml=False)


def _find(_slug: str, _version: int) -> House:
    return _house(CLUB_HOUSE)


def _stored(document: dict[str, Any]) -> StoredHouse:
    house = _house(document)
    flat = flattened(house, _find)
    texts = (msgspec.json.encode(one).decode() for one in (document, flat))
    kept = HouseDocument(house.id, house.version, hash_of(flat), False, *texts)  # noqa: FBT003 - whether it is TOML
    return StoredHouse(kept, datetime(2026, 11, 28, 19, tzinfo=UTC), "Haru", withdrawn=False)


_CLUB_RULES: Final = _stored(CLUB_HOUSE)
_TABLE: Final = _stored(TABLE_HOUSE)
_TEXT: Final = house_toml(_house(TABLE_HOUSE))
_COMPARED: Final = compare_houses(flattened(_house(TABLE_HOUSE), _find), _house(CLUB_HOUSE))
_BODY: Final = {JSON: TABLE_HOUSE, TOML: _TEXT}

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
    "list_houses": {200: {JSON: houses_view(HousePage([_TABLE, _CLUB_RULES], None))}},
    "read_latest_house": {200: {JSON: latest_view(_TABLE, [_TABLE])}},
    "read_house_version": {200: {JSON: house_view(_TABLE), TOML: _TEXT}},
    "add_house_rules": {REQUEST: _BODY, 201: {JSON: house_view(_TABLE)}},
    "check_house_rules": {REQUEST: _BODY, 200: {JSON: checked_view(check_house(_house(TABLE_HOUSE), _find))}},
    "read_house_sheet": {200: {HTML: '<!doctype html>\n<html lang="en">…</html>\n'}},
    "compare_house_versions": {200: {JSON: comparison_view("fridays@2", "club@1", _COMPARED)}},
}
