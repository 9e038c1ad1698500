"""Reads JSON into msgspec structs, and finds every reason why a value does not fit a struct.

msgspec stops at the first value that does not fit and describes it in English only. `MismatchFinder` compares the value
with the type field by field and describes each mismatch in both languages. A type may say itself what it expects
(`expects`); otherwise the sentence follows from the type and its bounds.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Meta
from msgspec.inspect import (
    AnyType,
    BoolType,
    CustomType,
    DictType,
    EnumType,
    FloatType,
    IntType,
    ListType,
    LiteralType,
    Metadata,
    NoneType,
    StrType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from daifu.replay.text import ReadError, Text, number_range
from daifu.schemas.record import limits
from daifu.schemas.record.errors import (
    A_LIST,
    AN_OBJECT,
    MISSING,
    Finding,
    Problem,
    json_pointer,
    mismatch_text,
    one_of,
    sort_findings,
)
from daifu.schemas.record.json_text import NotJson, find_duplicate_keys, is_list, is_object, parse_json

_EXPECTED: Final = "expected"
_WHOLE_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,17}")


def expects(text: Text) -> Meta:
    """An annotation that says, in both languages, what values of the annotated type are."""
    return Meta(extra={_EXPECTED: text})


NOT_JSON: Final = Text("expected JSON in UTF-8, found something else", "UTF-8のJSONが必要です")

Shape = TypeVar("Shape")
Convert = Callable[[type, object], object]
"""A `dec_hook` of msgspec: converts a value to a type that msgspec does not know, or raises `ReadError`."""


class StructRefused(ValueError):
    """A JSON text that is not of the form of a struct; `problems` are all that were found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{problem.pointer}: {problem.expected.en}" for problem in self.problems))


def read_each(read: Callable[[bytes], Shape], parts: Iterable[msgspec.Raw]) -> list[Shape]:
    """The structs in a list of JSON texts, each as `read` reads it. Raises `StructRefused` with the problems of all."""
    found: list[Shape] = []
    problems: list[Problem] = []
    for place, part in enumerate(parts):
        try:
            found.append(read(bytes(part)))
        except StructRefused as refused:
            problems += [Problem(json_pointer((place,)) + one.pointer, one.expected) for one in refused.problems]
    if problems:
        raise StructRefused(problems[: limits.PROBLEMS])
    return found


class StructReader(Generic[Shape]):
    """Reads JSON texts into a struct, or into one of a union of tagged structs."""

    def __init__(self, shape: Any, convert: Convert | None = None) -> None:  # noqa: ANN401 - unions are no types
        self._decode = msgspec.json.Decoder(shape, dec_hook=convert).decode
        self._mismatches = MismatchFinder(shape, convert)

    def read(self, data: bytes) -> Shape:
        """The struct in the JSON text. Raises `StructRefused` with every problem."""
        try:
            found: Shape = self._decode(data)
        except msgspec.ValidationError as error:
            problems = self._find_problems(data)
            if not problems:
                raise  # the struct and its explanation disagree
            raise StructRefused(problems) from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise StructRefused([Problem("", NOT_JSON)]) from error
        return found

    def _find_problems(self, data: bytes) -> list[Problem]:
        try:
            document = parse_json(data)
        except NotJson as reason:
            return [Problem("", reason.text)]
        duplicates = find_duplicate_keys(document.value) if document.has_duplicates else ()
        found = islice(chain(duplicates, self._mismatches.find(document.value)), limits.PROBLEMS)
        return [finding.problem for finding in sort_findings(found)]


class MismatchFinder:
    """Finds where JSON values do not fit a type that msgspec can decode, or its description by `msgspec.inspect`."""

    def __init__(self, shape: Any, convert: Convert | None = None) -> None:  # noqa: ANN401 - unions are no types
        self._shape = shape if isinstance(shape, Type) else type_info(shape)
        self._convert = convert

    def find(self, value: object) -> Iterator[Finding]:
        """Every mismatch in the value, each with its place."""
        return self._find(self._shape, value)

    def _find(self, annotated: Type, value: object, want: Text | None = None) -> Iterator[Finding]:
        """The mismatches between a value and a type; `want` replaces the description of the type."""
        shape, want = _unwrapped(annotated, want)
        match shape:  # a case without its condition, such as a struct that is no object, is a mismatch below
            case UnionType():
                yield from self._find_in_union(shape.types, value, want)
            case StructType() if is_object(value):
                yield from self._find_in_struct(shape, value)
            case DictType() if is_object(value):
                yield from self._find_in_dict(shape, value)
            case VarTupleType() | ListType() if is_list(value):
                yield from self._find_in_list(shape, value)
            case CustomType():
                yield from self._find_in_custom(shape.cls, value)
            case _:
                if not _KINDS[type(shape)].accepts(shape, value):
                    yield Finding((), mismatch_text(want or _want(shape), value))

    def _find_in_struct(self, shape: StructType, value: dict[str, Any]) -> Iterator[Finding]:
        fields = {field.encode_name: field for field in shape.fields}
        for name, field in fields.items():
            if name in value:
                yield from (finding.under(name) for finding in self._find(field.type, value[name]))
            elif field.required:
                yield Finding((name,), MISSING)
        known = [*fields] if shape.tag_field is None else [shape.tag_field, *fields]
        if shape.tag_field in value and value[shape.tag_field] != shape.tag:
            yield Finding((shape.tag_field,), mismatch_text(one_of([str(shape.tag)]), value[shape.tag_field]))
        if shape.forbid_unknown_fields:
            want = one_of(known)
            yield from (Finding((name,), mismatch_text(want, name)) for name in value if name not in known)

    def _find_in_dict(self, shape: DictType, value: dict[str, Any]) -> Iterator[Finding]:
        if not _has_length(shape, value):
            yield Finding((), mismatch_text(_sized(_OBJECT_SIZE, shape), len(value)))
            return
        for name, item in value.items():
            key = int(name) if isinstance(shape.key_type, IntType) and _WHOLE_NUMBER.fullmatch(name) else name
            yield from (finding.under(name) for finding in self._find(shape.key_type, key))
            yield from (finding.under(name) for finding in self._find(shape.value_type, item))

    def _find_in_list(self, shape: VarTupleType | ListType, value: Sequence[object]) -> Iterator[Finding]:
        if not _has_length(shape, value):
            yield Finding((), mismatch_text(_sized(_LIST_SIZE, shape), len(value)))
            return
        inner, want = _unwrapped(shape.item_type)
        kind = _KINDS.get(type(inner))
        for place, item in enumerate(value):
            if kind is None or not kind.accepts(inner, item):
                yield from (finding.under(place) for finding in self._find(inner, item, want))

    def _find_in_union(self, members: Sequence[Type], value: object, want: Text | None) -> Iterator[Finding]:
        """The mismatches with the only member that takes objects or lists, or that no member takes the value.

        A member that is converted says itself what it expects.
        """
        if is_object(value) and (structs := [one for one in members if isinstance(one, StructType)]):
            yield from self._find_in_structs(structs, value)
        elif is_list(value) and (lists := [one for one in members if isinstance(one, VarTupleType | ListType)]):
            yield from self._find_in_list(lists[0], value)
        elif all(any(self._find(member, value)) for member in members):
            converted = next((one for one in members if isinstance(one, CustomType)), None)
            if converted is not None and want is None:
                yield from self._find_in_custom(converted.cls, value)
            else:
                yield Finding((), mismatch_text(want or _want_any(members), value))

    def _find_in_structs(self, structs: Sequence[StructType], value: dict[str, Any]) -> Iterator[Finding]:
        """The mismatches with the struct that the value names by its tag."""
        name = structs[0].tag_field
        if name is None:
            yield from self._find_in_struct(structs[0], value)
            return
        if name not in value:
            yield Finding((name,), MISSING)
            return
        tag = value[name]
        for struct in structs:
            if struct.tag == tag:
                yield from self._find_in_struct(struct, value)
                return
        yield Finding((name,), mismatch_text(one_of(str(struct.tag) for struct in structs), tag))

    def _find_in_custom(self, cls: type, value: object) -> Iterator[Finding]:
        if self._convert is None:
            raise TypeError(f"no hook converts values of the type {cls}")
        try:
            self._convert(cls, value)
        except ReadError as error:
            yield Finding((), error.text)


def _unwrapped(shape: Type, want: Text | None = None) -> tuple[Type, Text | None]:
    """A type without its annotations, and what these say that it expects."""
    while isinstance(shape, Metadata):
        want = (shape.extra or {}).get(_EXPECTED) or want
        shape = shape.type
    return shape, want


def _want(shape: Type) -> Text:
    """What values of a type are: as the type says itself, or as it follows from the type and its bounds."""
    shape, want = _unwrapped(shape)
    if want is not None:
        return want
    return _want_any(shape.types) if isinstance(shape, UnionType) else _KINDS[type(shape)].want(shape)


def _want_any(members: Sequence[Type]) -> Text:
    wants = dict.fromkeys(map(_want, members))
    return Text(" or ".join(want.en for want in wants), "か".join(want.ja for want in wants))


def _is_number(shape: IntType | FloatType, value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and (shape.ge is None or value >= shape.ge)
        and (shape.le is None or value <= shape.le)
    )


def _is_text(shape: StrType, value: object) -> bool:
    return (
        isinstance(value, str)
        and _has_length(shape, value)
        and (shape.pattern is None or re.search(shape.pattern, value) is not None)
    )


def _has_length(shape: StrType | DictType | VarTupleType | ListType, value: Sequence[object] | dict[str, Any]) -> bool:
    low, high = shape.min_length or 0, shape.max_length
    return low <= len(value) and (high is None or len(value) <= high)


def _is_word(shape: LiteralType | EnumType, value: object) -> bool:
    return isinstance(value, str) and value in _words(shape)


def _words(shape: LiteralType | EnumType) -> list[str]:
    """The words that a type takes; no type here takes numbers."""
    values = shape.values if isinstance(shape, LiteralType) else [member.value for member in shape.cls]
    return [str(value) for value in values]


def _bounded(number: Text, shape: IntType | FloatType) -> Text:
    """A number, with the bounds of its type."""
    low, high = shape.ge, shape.le
    if low is not None and high is not None:
        return Text(f"{number.en} from {low} to {high}", f"{low}〜{high}の{number.ja}")
    if low is not None:
        return Text(f"{number.en} of at least {low}", f"{low}以上の{number.ja}")
    return number if high is None else Text(f"{number.en} of at most {high}", f"{high}以下の{number.ja}")


def _sized(size: Text, shape: StrType | DictType | VarTupleType | ListType) -> Text:
    """A text, a list or an object, with the bounds of its length."""
    low, high = shape.min_length or 0, shape.max_length
    if high is None:
        return Text(size.en.format(f"at least {low}"), size.ja.format(f"{low}", "以上"))
    sizes = number_range(low, high)
    return Text(size.en.format(sizes.en), size.ja.format(sizes.ja, ""))


_INTEGER: Final = Text("a whole number", "整数")
_NUMBER: Final = Text("a number", "数")
_TEXT: Final = Text("text", "文字列")
_TRUE_OR_FALSE: Final = Text("true or false", "trueかfalse")
_NULL: Final = Text("null", "null")
_TEXT_SIZE: Final = Text("text of {} characters", "{}文字{}の文字列")
_LIST_SIZE: Final = Text("a list of {}", "{}個{}の配列")
_OBJECT_SIZE: Final = Text("an object of {} fields", "{}項目{}のオブジェクト")


class _Kind(NamedTuple):
    """Which values without parts a kind of type `accepts`, and what it wants."""

    accepts: Callable[[Any, object], bool]
    want: Callable[[Any], Text]


_KINDS: Final[Mapping[type[Type], _Kind]] = {
    AnyType: _Kind(lambda _shape, _value: True, lambda _shape: Text("anything", "任意の値")),
    NoneType: _Kind(lambda _shape, value: value is None, lambda _shape: _NULL),
    BoolType: _Kind(lambda _shape, value: isinstance(value, bool), lambda _shape: _TRUE_OR_FALSE),
    IntType: _Kind(
        lambda shape, value: isinstance(value, int) and _is_number(shape, value),
        lambda shape: _bounded(_INTEGER, shape),
    ),
    FloatType: _Kind(_is_number, lambda shape: _bounded(_NUMBER, shape)),
    StrType: _Kind(
        _is_text, lambda shape: _sized(_TEXT_SIZE, shape) if shape.min_length or shape.max_length else _TEXT
    ),
    LiteralType: _Kind(_is_word, lambda shape: one_of(_words(shape))),
    EnumType: _Kind(_is_word, lambda shape: one_of(_words(shape))),
    StructType: _Kind(lambda _shape, _value: False, lambda _shape: AN_OBJECT),
    DictType: _Kind(lambda _shape, _value: False, lambda _shape: AN_OBJECT),
    VarTupleType: _Kind(lambda _shape, _value: False, lambda _shape: A_LIST),
    ListType: _Kind(lambda _shape, _value: False, lambda _shape: A_LIST),
}
"""The kinds of type that structs here are made of."""
