"""JSON Schema of what the contract names: structs, the options of each game, and the record with an example.

msgspec writes the schemas of answers. It cannot write a default that is a fraction, which structs of logs have, so
their schemas are written here from `msgspec.inspect`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec
from msgspec import inspect

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option
from daifu.schemas.answer import COMPONENT, reference
from daifu.schemas.record import limits
from daifu.schemas.record.model import RecordShape

Schema = dict[str, Any]

FRACTION: Final[Mapping[str, Any]] = {
    "anyOf": [{"type": "number"}, {"type": "string", "pattern": f"^{limits.FRACTION_TEXT}$"}],
    "description": 'A number, or a text such as "1/3" where no decimal is exact.',
}

_HAS_VISIBLE: Final = re.compile(r"\(\?=\[\^\\n\]\*\\S\)\[\^([^\]]*)\]\*")
"""Looks ahead for a visible character before a class of characters."""
_INTEGER: Final = {"type": "integer"}
_NUMBER: Final = {"type": "number"}

_RANGE: Final = re.compile(r"integer ([0-9]+)\.\.([0-9]+)")
_BOOLEAN: Final = {"type": "boolean"}
_SIMPLE: Final[dict[str, Schema]] = {
    "boolean": _BOOLEAN,
    "true": _BOOLEAN,
    "false": _BOOLEAN,
    "null": {"type": "null"},
    "card": {"type": "string"},
}
_OF_PARAMETERS: Final = "object of parameters"

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

SCHEMA_PATH: Final = "/schemas/daifu-1.json"
"""Where a service has the JSON Schema of records."""
_SCHEMA_ID: Final = "urn:daifu:schema:daifu-1"


def answer_components(answers: Iterable[type[msgspec.Struct]]) -> dict[str, Schema]:
    """The schemas of answers and of all their parts, by the names of their types."""
    _, found = msgspec.json.schema_components(answers, schema_hook=_fraction_schema, ref_template=COMPONENT)
    return {name: _answer_schema(schema) for name, schema in found.items()}


def _answer_schema(schema: Schema) -> Schema:
    """The schema of an answer, without its docstring. It may have new fields one day, so that it stays open."""
    required = {"required": sorted(schema["required"])} if schema["required"] else {}
    properties = {name: _field_schema(field) for name, field in schema["properties"].items()}
    other = {} if schema.get("additionalProperties") is False else {"additionalProperties": True}
    return {"type": "object", "properties": properties, **required, **other}


def _field_schema(schema: Schema) -> Schema:
    """The schema of a field in the shortest form: no default, one example, and `null` as one of its types."""
    found = {name: value for name, value in schema.items() if name not in {"default", "examples"}}
    if examples := schema.get("examples"):
        found["example"] = examples[0]
    for name in {"items", "additionalProperties"} & found.keys():
        found[name] = _field_schema(found[name])
    forms = [_field_schema(form) for form in found.pop("anyOf", [])]
    if _NUMBER in forms:
        forms = [form for form in forms if form != _INTEGER]
    match forms:
        case []:
            return found
        case _ if "type" in found:
            return found
        case [{"type": str(kind)} as form, {"type": "null"}]:
            return {**form, **found, "type": [kind, "null"]}
        case [{"type": "number"} as form]:
            return {**form, **found}
        case _:
            return {**found, "anyOf": [one for form in forms for one in form.get("anyOf", [form])]}


def _fraction_schema(kind: type) -> Schema:
    """The schema of a fraction, the only type in answers that msgspec does not know."""
    if kind is not Fraction:
        raise TypeError(f"expected a type that msgspec knows or Fraction, found {kind}")
    return {"anyOf": FRACTION["anyOf"]}


def schemas_of(structs: Iterable[type[msgspec.Struct]], prefix: str) -> dict[str, Schema]:
    """The schemas of structs and of all their parts, by their names with the prefix."""
    found: dict[str, Schema] = {}
    waiting = [inspect.type_info(struct) for struct in structs]
    while waiting:
        info = waiting.pop(0)
        if isinstance(info, inspect.StructType) and prefix + info.cls.__name__ not in found:
            found[prefix + info.cls.__name__] = _struct_schema(info, prefix)
            waiting += [part for field in info.fields for part in _structs_in(field.type)]
    return found


def _struct_schema(info: inspect.StructType, prefix: str) -> Schema:
    properties = {field.encode_name: _schema_of(field.type, prefix) for field in info.fields}
    required = [field.encode_name for field in info.fields if field.required]
    if info.tag_field is not None:
        properties = {info.tag_field: {"type": "string", "enum": [info.tag]}, **properties}
        required = [info.tag_field, *required]
    described = {"description": re.sub(r"\s+", " ", info.cls.__doc__ or "").strip()}
    return {
        "type": "object",
        **described,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _structs_in(info: inspect.Type) -> list[inspect.Type]:
    """The structs in a type."""
    match info:
        case inspect.StructType():
            return [info]
        case inspect.UnionType():
            return [part for one in info.types for part in _structs_in(one)]
        case inspect.VarTupleType():
            return _structs_in(info.item_type)
        case inspect.Metadata():
            return _structs_in(info.type)
        case inspect.DictType():
            return _structs_in(info.value_type)
        case _:
            return []


def _schema_of(info: inspect.Type, prefix: str) -> Schema:
    """The schema of a type, with references to structs. Raises TypeError for an unknown type."""
    form = _FORMS.get(type(info))
    if form is None:
        raise TypeError(f"expected a type of a log struct, found {info!r}")
    return form(info, prefix)


_FORMS: Final[Mapping[type[inspect.Type], Callable[[Any, str], Schema]]] = {
    inspect.AnyType: lambda _info, _prefix: {},
    inspect.BoolType: lambda _info, _prefix: {"type": "boolean"},
    inspect.NoneType: lambda _info, _prefix: {"type": "null"},
    inspect.CustomType: lambda _info, _prefix: {**FRACTION},
    inspect.IntType: lambda info, _prefix: {"type": "integer"} | _known_bounds(minimum=info.ge, maximum=info.le),
    inspect.StrType: lambda info, _prefix: (
        {"type": "string"}
        | _known_bounds(
            minLength=info.min_length,
            maxLength=info.max_length,
            pattern=None if info.pattern is None else portable_pattern(info.pattern),
        )
    ),
    inspect.LiteralType: lambda info, _prefix: {"enum": list(info.values)},
    inspect.EnumType: lambda info, _prefix: {"enum": [member.value for member in info.cls]},
    inspect.VarTupleType: lambda info, prefix: (
        {"type": "array", "items": _schema_of(info.item_type, prefix)}
        | _known_bounds(minItems=info.min_length, maxItems=info.max_length)
    ),
    inspect.DictType: lambda info, prefix: (
        {
            "type": "object",
            "additionalProperties": _schema_of(info.value_type, prefix),
        }
        | _known_bounds(minProperties=info.min_length, maxProperties=info.max_length)
    ),
    inspect.UnionType: lambda info, prefix: {"anyOf": [_schema_of(part, prefix) for part in info.types]},
    inspect.StructType: lambda info, prefix: reference(prefix + info.cls.__name__),
    inspect.Metadata: lambda info, prefix: _schema_of(info.type, prefix),
}


def _known_bounds(**bounds: Any) -> Schema:  # noqa: ANN401 - any bound
    return {name: bound for name, bound in bounds.items() if bound is not None}


def portable_pattern(pattern: str) -> str:
    """A pattern that every reader of JSON Schema understands, also those of Go and Rust, which cannot look ahead.

    Surrogates cannot occur in UTF-8. `$` is the end of the text, but Python has it match before a last line break, too.
    """
    found = pattern.replace(r"\A", "^").replace(r"\Z", "$").replace(r"\ud800-\udfff", "")
    return _HAS_VISIBLE.sub(r"[^\1]*[^\1\\s][^\1]*", found)


def options_components() -> dict[str, Schema]:
    """The schema of the options of each game, by component name, such as `DalmutiOptions`."""
    return {options_name(name): _members(profile.options) for name, profile in PROFILES.items()}


def options_name(rules: str) -> str:
    """The name of the component with the options of a game."""
    return f"{rules.capitalize()}Options"


def _members(options: Iterable[Option]) -> Schema:
    """An object that may have each of these options, and no other."""
    properties = {one.name: {**_value_schema(one), "description": one.label.en} for one in options}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _value_schema(option: Option) -> Schema:
    forms: list[Schema] = []
    words: list[str] = []
    numbers: list[int] = []
    for kind in option.kind.split(" | "):
        if kind == _OF_PARAMETERS:
            forms.append(_members(option.parts()))
        elif kind in _SIMPLE:
            forms += [_SIMPLE[kind]] if _SIMPLE[kind] not in forms else []
        elif bounds := _RANGE.fullmatch(kind):
            forms.append({"type": "integer", "minimum": int(bounds[1]), "maximum": int(bounds[2])})
        elif kind.startswith("list of "):
            forms.append({"type": "array", "items": {}})
        elif kind.startswith("object from "):
            forms.append({"type": "object", "additionalProperties": True})
        elif kind.isdecimal():
            numbers.append(int(kind))
        else:
            words.append(kind)
    if numbers:
        forms.append({"type": "integer", "enum": numbers})
    if words:
        forms.append({"type": "string", "enum": words})
    return forms[0] if len(forms) == 1 else {"anyOf": forms}


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
