"""Forms for changes and draws of tournaments, made from the structs that describe these.

Each field of a struct becomes a field of the form. What a browser has no control for is written as a list of numbers,
or as JSON.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.inspect import (
    CustomType,
    IntType,
    LiteralType,
    Metadata,
    NoneType,
    StrType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from daifu.replay.text import Text

NUMBER: Final = "number"
TEXT: Final = "text"
DECIMAL: Final = "decimal"
ENTRANT: Final = "entrant"
CHOICE: Final = "choice"
LIST: Final = "list"
LINES: Final = "lines"
NAMES: Final = "names"
JSON: Final = "json"
"""The controls of fields. A list has its numbers on one line, `LINES` are such lists, `NAMES` are texts, one a line."""

EMPTY_PLACE: Final = "-"
"""What stands for nothing in a list of numbers."""

EXAMPLES: Final[Mapping[str, str]] = {
    "by": '{"who": "guest", "name": "Ren"}',
    "faults": '[{"code": "run_overlap", "severity": "illegal", "seat": 2}]',
    "field": '{"who": "best", "count": 8}',
    "settings": '{"deals": 2, "scoring": {"by": "place", "worth": [[5, 3, 1, 0]]}}',
    "tables": '[{"table": 1, "seats": [3, 1, 4, 2]}]',
}
"""What a field of JSON may look like."""

_CONTROLS: Final[Mapping[type[Type], str]] = {
    IntType: NUMBER,
    StrType: TEXT,
    CustomType: DECIMAL,
    LiteralType: CHOICE,
}
"""The controls of values that are no lists. The only type of ours is that of fractions."""
_LEFT_OUT: Final = frozenset({"quality", "method"})
"""Fields that people do not fill in."""
_WHOLE: Final = re.compile(r"[-+]?[0-9]{1,15}")
_DECIMAL: Final = re.compile(r"[-+]?[0-9]{1,15}\.[0-9]{1,12}")


class FormField(NamedTuple):
    """A field of a form: its control, whether it has to be filled in, the ends of its range, and its choices."""

    name: str
    label: Text
    control: str
    is_required: bool
    least: int | None = None
    most: int | None = None
    choices: Sequence[str] = ()

    @property
    def example(self) -> str:
        """What a field of JSON may look like; empty for other fields."""
        return EXAMPLES.get(self.name, "") if self.control == JSON else ""


def form_fields(kind: type[msgspec.Struct], labels: Mapping[str, Text]) -> list[FormField]:
    """The fields of a form for a struct, those first that have to be filled in."""
    fields = [
        _field(field.encode_name, labels[field.encode_name], type_info(field.type), is_required=field.required)
        for field in msgspec.structs.fields(kind)
        if field.encode_name not in _LEFT_OUT
    ]
    return sorted(fields, key=lambda field: not field.is_required)


def _field(name: str, label: Text, kind: Type, *, is_required: bool) -> FormField:
    plain = _without_none(kind)
    field = FormField(name, label, ENTRANT if name == "entrant" else _control(plain), is_required)
    match plain:
        case IntType(ge=least, le=most):
            return field._replace(least=least, most=most)
        case LiteralType(values=values):
            return field._replace(choices=[str(value) for value in values])
        case _:
            return field


def _control(kind: Type) -> str:
    """The control of a value that is not null."""
    if isinstance(kind, VarTupleType):
        return _list_control(_without_none(kind.item_type))
    return next((control for one, control in _CONTROLS.items() if isinstance(kind, one)), JSON)


def _list_control(item: Type) -> str:
    """The control of a list with such items."""
    match item:
        case IntType() | CustomType():
            return LIST
        case StrType():
            return NAMES
        case VarTupleType():
            return LINES
        case _:
            return JSON


def _without_none(kind: Type) -> Type:
    """The type without its metadata, and without null where it is one type or null."""
    if isinstance(kind, Metadata):
        return _without_none(kind.type)
    if isinstance(kind, UnionType):
        others = [one for one in kind.types if not isinstance(one, NoneType)]
        if len(others) == 1:
            return _without_none(others[0])
    return kind


def form_values(fields: Sequence[FormField], given: Mapping[str, str]) -> dict[str, Any]:
    """The values of a struct as JSON, from what was filled in; a field that is empty is left out.

    What cannot be read stays as it was written, so that the struct says what it expects there.
    """
    return dict(_given_values(fields, given))


def _given_values(fields: Sequence[FormField], given: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for field in fields:
        text = given.get(field.name, "").strip()
        if text:
            yield field.name, _value(field.control, text)


def list_text(values: Sequence[object | None]) -> str:
    """A list as its field has it: numbers with spaces between them."""
    return " ".join(EMPTY_PLACE if value is None else str(value) for value in values)


def _value(control: str, text: str) -> Any:  # noqa: ANN401 - any JSON
    match control:
        case "number" | "entrant" | "decimal":
            return _number(text)
        case "list":
            return _numbers(text)
        case "lines":
            return [_numbers(line) for line in text.splitlines() if line.strip()]
        case "names":
            return [line.strip() for line in text.splitlines() if line.strip()]
        case "json":
            return _json(text)
        case _:
            return text


def _numbers(line: str) -> list[Any]:
    return [None if part == EMPTY_PLACE else _number(part) for part in line.replace(",", " ").split()]


def _number(text: str) -> int | float | str:
    """The number that a text is; other texts, such as 1/3, stay as they are."""
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _json(text: str) -> Any:  # noqa: ANN401 - any JSON
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
