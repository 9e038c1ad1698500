"""The record in the OpenAPI document: its structs as JSON Schema (record format, section 1), and an example."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.answer import COMPONENT, reference
from daifu.schemas.http.json_schema import portable_pattern
from daifu.schemas.http.option_schema import options_components, options_name
from daifu.schemas.record.model import RecordShape

Schema = dict[str, Any]

_STRUCT_SUFFIX: Final = "Shape"

REFERENCE: Final[Mapping[str, str]] = reference("Record")
"""Refers to the schema of a record."""
DEAL_REFERENCE: Final[Mapping[str, str]] = reference("Deal")
"""Refers to the schema of a deal."""

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
        "options": "Options of the profile that differ from the defaults. An option of daifugo is a local rule: false, "
        "true, or an object of its parameters.",
        "house": "daifugo: the house rules that it was played under, by which the options are checked.",
        "players": "All players of the record; actions name players by their places in this list, from 1.",
        "event": "Where it was played: `name`, `round`, `table`, `date`, `site`, and whatever else is to be kept.",
        "source": "Where an imported record comes from.",
        "deals": "The deals, in the order in which they were played.",
        "notes": "Text for people.",
        "$schema": "Where editors find this schema. It is read and not kept.",
    },
    "House": {
        "id": "The id of the house rules.",
        "version": "Their version.",
        "base": "The base game: `daifugo/1`.",
        "players": "The least and the largest number of players for whom they are.",
        "hash": "The SHA-256 of what they mean.",
    },
    "Player": {
        "id": "The id of the player, which no other player has.",
        "name": "The name of the player, which others may share.",
    },
    "Deal": {
        "seats": "Who takes part, in clockwise order (biga: in the order of play). By default as the rules have it.",
        "places": "The ranking that the deal starts from, best first; null if it was reset. By default it follows from "
        "the deal before.",
        "hands": "The cards that each player was dealt, `?` for an unknown one, `?*13` for 13 of them; null for "
        "players who sit out.",
        "hands_are": "Whether the hands are those before or after the exchange.",
        "dealer": "akagiri, daifugo: who dealt.",
        "first": "biga, floor13: who drew first, or leads.",
        "stock": "floor13: the cards that were not dealt, top first.",
        "actions": "What happened, in order: the player's number, then the action.",
        "result": "What the table wrote down.",
        "abandoned": "Whether play was stopped, so that there need be no result.",
        "notes": "Text for people.",
    },
    "Result": {
        "order": "The players, best first.",
        "points": "The points of each player, by player number; null if they are unknown.",
    },
}


_TEXT_OR_NUMBER: Final = {"type": ["string", "integer"]}
_EVENT: Final[Schema] = {
    "name": {"type": "string", "description": "The event, such as a tournament or a club evening."},
    "site": {"type": "string", "description": "The place."},
    "round": {**_TEXT_OR_NUMBER, "description": "The round."},
    "table": {**_TEXT_OR_NUMBER, "description": "The table."},
    "date": {"type": "string", "description": "The day by ISO 8601, perhaps with a time, or only a month or a year."},
}


def record_components() -> dict[str, Schema]:
    """The schemas of a record and of its parts, by component name."""
    _, shapes = msgspec.json.schema_components([RecordShape], ref_template=COMPONENT)
    found = {name.removesuffix(_STRUCT_SUFFIX): rewritten(shape) for name, shape in shapes.items()}
    for name, schema in found.items():
        del schema["title"]
        for field, description in _DESCRIPTIONS[name].items():
            schema["properties"][field]["description"] = description
    fields = found["Record"]["properties"]
    fields["rules"]["enum"] = list(PROFILES)
    for name in ("options", "event", "source"):
        fields[name]["additionalProperties"] = True
    fields["event"]["properties"] = dict(_EVENT)
    found["Record"]["example"] = EXAMPLE
    return found


SCHEMA_PATH: Final = "/schemas/daifu-1.json"
"""Where a service has the JSON Schema of records."""
_SCHEMA_ID: Final = "urn:daifu:schema:daifu-1"


def record_schema() -> Schema:
    """The JSON Schema of a record by itself, for editors and validators."""
    parts = {
        name: _with_local_references(schema) for name, schema in {**record_components(), **options_components()}.items()
    }
    record = parts.pop("Record")
    record["examples"] = [record.pop("example")]
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": _SCHEMA_ID, "title": "A record, daifu/1"}
    record["allOf"] = [
        {
            "if": {"properties": {"rules": {"const": rules}}, "required": ["rules"]},
            "then": {"properties": {"options": {"$ref": f"#/$defs/{options_name(rules)}"}}},
        }
        for rules in PROFILES
    ]
    return {**head, **record, "$defs": parts}


def _with_local_references(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    if isinstance(schema, list):
        return [_with_local_references(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _with_local_references(part) for name, part in schema.items()}
    if "$ref" in found:
        found["$ref"] = f"#/$defs/{found['$ref'].rpartition('/')[2]}"
    return found


def rewritten(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """The schema with the component names of its parts, and with patterns that every reader understands."""
    if isinstance(schema, list):
        return [rewritten(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: rewritten(part) for name, part in schema.items()}
    if "$ref" in found:
        found["$ref"] = found["$ref"].removesuffix(_STRUCT_SUFFIX)
    if "pattern" in found:
        found["pattern"] = portable_pattern(found["pattern"])
    return found
