"""Reads the query of an address into a struct, whose fields are the parameters with their types."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import inspect, structs

from schemas.record.errors import Finding
from schemas.record.struct_reader import MismatchFinder

_DIGITS: Final = re.compile(r"[0-9]{1,16}")
_TRUTH_VALUES: Final[Mapping[str, bool]] = {"true": True, "false": False}


class QueryRefused(ValueError):
    """A query that does not fit; `findings` are all reasons, each with the parameter as the first part of its path."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = findings
        super().__init__("; ".join(f"{finding.path[0]}: {finding.expected.en}" for finding in findings))


class Query(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A query. Unknown parameters are errors. A parameter that may be left out has a default."""

    def find_conflicts(self) -> Sequence[Finding]:
        """What is wrong with values that are right by themselves."""
        return ()


Shape = TypeVar("Shape", bound=Query)


class QueryReader(Generic[Shape]):
    """Reads queries into one type of struct."""

    def __init__(self, shape: type[Shape]) -> None:
        self._shape = shape
        info = inspect.type_info(shape)
        assert isinstance(info, inspect.StructType)  # noqa: S101 - for mypy
        fields = [structs.replace(field, type=_without_null(field.type)) for field in info.fields]
        self._parsers = {field.encode_name: _PARSERS.get(type(_plain(field.type)), str) for field in fields}
        self._mismatches = MismatchFinder(structs.replace(info, fields=tuple(fields)))

    def read(self, query: Mapping[str, Sequence[str]]) -> Shape:
        """The struct with the values of these parameters. Raises `QueryRefused` with every reason."""
        values = {name: self._value(name, texts) for name, texts in query.items()}
        try:
            found = msgspec.convert(values, self._shape)
        except msgspec.ValidationError as error:
            raise QueryRefused([*self._mismatches.find(values)]) from error
        if conflicts := found.find_conflicts():
            raise QueryRefused(conflicts)
        return found

    def _value(self, name: str, texts: Sequence[str]) -> object:
        """The value of a parameter. One that is repeated is a list, which no field takes."""
        if len(texts) > 1:
            return list(texts)
        return self._parsers.get(name, str)(texts[0])


def _without_null(info: inspect.Type) -> inspect.Type:
    """The type without `None`, which is the default of a parameter but no value that a query can have."""
    match info:
        case inspect.Metadata(type=inner):
            return structs.replace(info, type=_without_null(inner))
        case inspect.UnionType(types=types):
            [found] = (one for one in types if not isinstance(one, inspect.NoneType))
            return found
        case _:
            return info


def _plain(info: inspect.Type) -> inspect.Type:
    """The type without its annotations."""
    return _plain(info.type) if isinstance(info, inspect.Metadata) else info


def _integer(text: str) -> object:
    return int(text) if _DIGITS.fullmatch(text) else text


def _truth_value(text: str) -> object:
    return _TRUTH_VALUES.get(text, text)


def _json_value(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return text


_PARSERS: Final[Mapping[type[inspect.Type], Callable[[str], Any]]] = {
    inspect.IntType: _integer,
    inspect.BoolType: _truth_value,
    inspect.DictType: _json_value,
}
"""How the text of a parameter becomes a value, by the type of its field. A text that is no such value stays a text."""
