"""The record in the OpenAPI document: its structs as JSON Schema (record format, section 1), and an example."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from replay.games.catalogue import PROFILES
from schemas.http.json_schema import COMPONENT, portable_pattern, reference
from schemas.record.model import RecordShape

Schema = dict[str, Any]

_STRUCT_SUFFIX: Final = "Shape"

REFERENCE: Final[Mapping[str, str]] = reference("Record")
"""How the contract refers to a record."""
DEAL_REFERENCE: Final[Mapping[str, str]] = reference("Deal")
"""How it refers to one deal."""

EXAMPLE: Final[Mapping[str, Any]] = {
    "format": "daifu/1",
    "rules": "theater",
    "options": {"pass_reset": "any_change"},
    "players": ["Haru", "Natsu", "Aki", {"id": "f2", "name": "Fuyu"}],
    "event": {"name": "Summer evenings", "round": 2, "date": "2026-07-31"},
    "deals": [
        {
            "hands": ["D3 S3 ?*11", "S5 ?*12", "?*13", "?*14"],
            "actions": ["1 D3", "2 S5", "3 -", "4 HQ", "1 -", "2 -", "4 C4 D4"],
            "abandoned": True,
            "notes": "The cat took over the table.",
        },
        {"places": None, "result": {"order": [2, 1, 4, 3]}},
    ],
}

_DESCRIPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "Record": {
        "format": "The format of the record.",
        "rules": "The profile by which it was played.",
        "options": "Options of the profile that are not as by default.",
        "players": "Everybody who takes part at some time; actions name players by their places in this list, from 1.",
        "event": "Where it was played: `name`, `round`, `table`, `date`, `site`, and whatever else is to be kept.",
        "source": "Where an imported record comes from.",
        "deals": "The deals, in the order in which they were played.",
        "notes": "Text for people.",
    },
    "Player": {
        "id": "What this player is told from all others by.",
        "name": "What people call him; others may be called the same.",
    },
    "Deal": {
        "seats": "Who takes part, in clockwise order (biga: in the order of play). By default as the rules have it.",
        "places": "The ranking that the deal starts from, best first; null where it was reset. By default the deal "
        "before tells it.",
        "hands": "The cards that each player was dealt, `?` for an unknown one, `?*13` for so many; null for who sits "
        "out.",
        "hands_are": "Whether the hands are those before or after the exchange.",
        "dealer": "akagiri: who dealt.",
        "first": "biga, floor13: who drew first, or leads.",
        "stock": "floor13: the cards that were not dealt, top first.",
        "actions": "What happened, in order: the player's number, then what he did.",
        "result": "What the table wrote down.",
        "abandoned": "Whether play was stopped, so that no result is owed.",
        "notes": "Text for people.",
    },
    "Result": {
        "order": "The players, best first.",
        "points": "The points of each player, by player number; null where nobody knows.",
    },
}


def record_components() -> dict[str, Schema]:
    """The schemas of a record and of its parts, by the names that the contract refers to."""
    _, shapes = msgspec.json.schema_components([RecordShape], ref_template=COMPONENT)
    found = {name.removesuffix(_STRUCT_SUFFIX): _rewritten(shape) for name, shape in shapes.items()}
    for name, schema in found.items():
        del schema["title"]
        for field, description in _DESCRIPTIONS[name].items():
            schema["properties"][field]["description"] = description
    found["Record"]["properties"]["rules"]["enum"] = list(PROFILES)
    found["Record"]["example"] = EXAMPLE
    return found


def _rewritten(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """The same with our names for its parts, and with patterns as every reader of JSON Schema knows them."""
    if isinstance(schema, list):
        return [_rewritten(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    rewritten = {name: _rewritten(part) for name, part in schema.items()}
    if "$ref" in rewritten:
        rewritten["$ref"] = rewritten["$ref"].removesuffix(_STRUCT_SUFFIX)
    if "pattern" in rewritten:
        rewritten["pattern"] = portable_pattern(rewritten["pattern"])
    return rewritten
