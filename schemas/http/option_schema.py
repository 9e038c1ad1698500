"""The options of each game as JSON Schema, made of how the game describes their values."""

import re
from collections.abc import Iterable
from typing import Any, Final

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option

Schema = dict[str, Any]

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
