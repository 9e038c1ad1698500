"""The examples of the OpenAPI document about house rules: those of a small club, and a table that changes some."""

from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from daifu.api.http.examples import REQUEST, Examples
from daifu.api.http.media_types import HTML, JSON, TOML
from daifu.api.views.houses import checked_view, comparison_view, house_view, houses_view, latest_view
from daifu.data.store.values import HouseDocument, HousePage, StoredHouse
from daifu.schemas.house_check import check_house
from daifu.schemas.house_comparison import compare_houses
from daifu.schemas.house_document import House, flattened, hash_of, read_house
from daifu.schemas.house_toml import house_toml

CLUB: Final[dict[str, Any]] = {
    "format": "daifu-house/1",
    "id": "club",
    "version": 1,
    "base": "daifugo/1",
    "players": [3, 6],
    "name": {"en": "The club", "ja": "クラブ"},
    "rules": {"jokers": {"count": 2}, "revolution": True, "eight_cut": True},
    "names": {"eight_cut": {"ja": "8流し"}},
}
TABLE: Final[dict[str, Any]] = {
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
    return _house(CLUB)


def _stored(document: dict[str, Any]) -> StoredHouse:
    house = _house(document)
    flat = flattened(house, _find)
    texts = (msgspec.json.encode(one).decode() for one in (document, flat))
    kept = HouseDocument(house.id, house.version, hash_of(flat), False, *texts)  # noqa: FBT003 - whether it is TOML
    return StoredHouse(kept, datetime(2026, 11, 28, 19, tzinfo=UTC), "Haru", withdrawn=False)


_CLUB: Final = _stored(CLUB)
_TABLE: Final = _stored(TABLE)
_TEXT: Final = house_toml(_house(TABLE))
_COMPARED: Final = compare_houses(flattened(_house(TABLE), _find), _house(CLUB))
_BODY: Final = {JSON: TABLE, TOML: _TEXT}

EXAMPLES: Final[Examples] = {
    "list_houses": {200: {JSON: houses_view(HousePage([_TABLE, _CLUB], None))}},
    "read_latest_house": {200: {JSON: latest_view(_TABLE, [_TABLE])}},
    "read_house_version": {200: {JSON: house_view(_TABLE), TOML: _TEXT}},
    "add_house_rules": {REQUEST: _BODY, 201: {JSON: house_view(_TABLE)}},
    "check_house_rules": {REQUEST: _BODY, 200: {JSON: checked_view(check_house(_house(TABLE), _find))}},
    "read_house_sheet": {200: {HTML: '<!doctype html>\n<html lang="en">…</html>\n'}},
    "compare_house_versions": {200: {JSON: comparison_view("fridays@2", "club@1", _COMPARED)}},
}
