"""Typed structs as JSON Schema: answers, and the structs of tournament logs.

msgspec writes the schemas of answers. It cannot write a default that is a fraction, which structs of logs have, so
their schemas are written here from `msgspec.inspect`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec
from msgspec import inspect

from daifu.schemas.answer import COMPONENT, reference
from daifu.schemas.record import limits

Schema = dict[str, Any]

FRACTION: Final[Mapping[str, Any]] = {
    "anyOf": [{"type": "number"}, {"type": "string", "pattern": f"^{limits.FRACTION_TEXT}$"}],
    "description": 'A number, or a text such as "1/3" where no decimal is exact.',
}


_HAS_VISIBLE: Final = re.compile(r"\(\?=\[\^\\n\]\*\\S\)\[\^([^\]]*)\]\*")
"""Looks ahead for a visible character before a class of characters."""
_INTEGER: Final = {"type": "integer"}
_NUMBER: Final = {"type": "number"}


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
