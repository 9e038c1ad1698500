"""The JSON text of a record: why a text is not JSON, field names that stand twice, and its deals as undecoded text."""

import codecs
import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeGuard

import msgspec

from replay.text import Text, quoted
from schemas.record import limits
from schemas.record.errors import Finding, Path, Problem, RecordRefused, json_pointer

_LONGEST_SHOWN: Final = 20

_TOO_LONG: Final = Text(
    f"expected a record of at most {limits.RECORD_BYTES} bytes",
    f"記録は{limits.RECORD_BYTES}バイト以下でなければなりません",
)
_EMPTY: Final = Text("expected a record, found nothing at all", "記録が必要ですが、何もありません")
_BYTE_ORDER_MARK: Final = Text(
    "expected UTF-8 without a byte order mark, found one", "BOMなしのUTF-8が必要ですが、BOMが付いています"
)
_TOO_DEEP: Final = Text(
    f"expected at most {limits.NESTING} levels of nesting, found far more",
    f"入れ子は{limits.NESTING}段以下のはずですが、はるかに深くなっています",
)
_DUPLICATE: Final = Text("expected this field once, found it twice", "この項目は1回だけのはずですが、2回あります")


class NotJson(ValueError):
    """A text that is no JSON document; `text` says why and where."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Document(NamedTuple):
    """What a text holds, and whether any object in it names a field twice."""

    value: object
    doubled: bool


class _DuplicateKeys(dict[str, Any]):
    """An object that names some fields twice; it has the last value of each."""

    names: tuple[str, ...]


def parse_json(data: bytes) -> Document:
    """The document in the text. Raises `NotJson`. NaN and numbers out of reach are left to the fields."""
    doubled: list[_DuplicateKeys] = []

    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            doubled.append(value := _with_duplicate_keys(pairs))
        return value

    try:
        value = json.loads(_decode_utf8(data), object_pairs_hook=build, parse_int=_parse_int)
    except json.JSONDecodeError as error:
        raise NotJson(_malformed_text(error)) from error
    except RecursionError as error:
        raise NotJson(_TOO_DEEP) from error
    return Document(value, bool(doubled))


def find_duplicate_keys(document: object) -> Iterator[Finding]:
    """The fields that were written twice, anywhere in a document."""
    waiting: list[tuple[Path, object]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, _DuplicateKeys):
            yield from (Finding((*path, name), _DUPLICATE) for name in value.names)
        if isinstance(value, dict):
            waiting.extend(((*path, name), inner) for name, inner in value.items())
        elif isinstance(value, list):
            waiting.extend(((*path, place), inner) for place, inner in enumerate(value))


def _with_duplicate_keys(pairs: list[tuple[str, Any]]) -> _DuplicateKeys:
    value = _DuplicateKeys(pairs)
    often = Counter(name for name, _ in pairs)
    value.names = tuple(name for name in value if often[name] > 1)
    return value


def _decode_utf8(data: bytes) -> str:
    if len(data) > limits.RECORD_BYTES:
        raise NotJson(_TOO_LONG)
    if not data.strip():
        raise NotJson(_EMPTY)
    if data.startswith(codecs.BOM_UTF8):
        raise NotJson(_BYTE_ORDER_MARK)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        byte = f"0x{data[error.start]:02x}"
        raise NotJson(
            Text(
                f"expected UTF-8, found {byte} at byte {error.start}",
                f"UTF-8が必要ですが、{error.start}バイト目に{byte}があります",
            )
        ) from error


def _parse_int(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # more digits than Python is willing to read
        return math.inf


def _malformed_text(error: json.JSONDecodeError) -> Text:
    rest = error.doc[error.pos : error.pos + _LONGEST_SHOWN]
    place = f"{error.lineno}:{error.colno}"
    found = quoted(rest) if rest else Text("the end of the text", "文書の終わり")
    return Text(
        f"expected JSON, found {found.en} at {place} (line:column)",
        f"JSONが必要ですが、{place}（行:桁）に{found.ja}があります",
    )


_ESCAPED_COLON_START: Final = b"\\u003"
"""How an escaped colon begins."""


def has_unique_keys(text: bytes, data: bytes) -> bool:
    """Whether nothing was written twice in `data`; `text` is what was read from it, written again without escapes.

    Every field needs one colon, so where the one has no more of them than the other, nothing was dropped. What spells a
    colon as an escape is read again, slowly.
    """
    escaped = b"\\" in data and _ESCAPED_COLON_START in data  # one byte is looked for much faster than six
    if not escaped and data.count(b":") == text.count(b":"):
        return True
    return not parse_json(data).doubled


_DEALS: Final = "deals"

_decode_fields: Final = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_deals: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_encode: Final = msgspec.json.encode


def append_deal(record: bytes, deal: bytes) -> bytes:
    """The record, of which this is the JSON text, with the deal behind its last one; nothing is changed in either.

    Raises `RecordRefused` where the deal is no JSON, which might come to more or less than one deal.
    """
    try:
        parse_json(deal)
    except NotJson as reason:
        raise RecordRefused([Problem("", reason.text)]) from reason
    fields = _decode_fields(record)
    fields[_DEALS] = msgspec.Raw(_encode([*_decode_deals(fields[_DEALS]), msgspec.Raw(deal)]))
    return _encode(fields)


def relative_to_deal(deal: int, refused: RecordRefused) -> RecordRefused:
    """What is wrong with the deal of this number, counted from 1, its places seen from the deal alone."""
    place = json_pointer((_DEALS, deal - 1))
    return RecordRefused(_relative_problem(place, problem) for problem in refused.problems)


def _relative_problem(place: str, problem: Problem) -> Problem:
    inside = problem.pointer == place or problem.pointer.startswith(f"{place}/")
    return problem._replace(pointer=problem.pointer.removeprefix(place)) if inside else problem


class _RecordParts(msgspec.Struct):
    deals: list[msgspec.Raw]


_record_parts: Final = msgspec.json.Decoder(_RecordParts).decode


def raw_deals(record: bytes) -> list[msgspec.Raw]:
    """The deals of a record."""
    return _record_parts(record).deals


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a JSON value is a list; importers may write tuples."""
    return isinstance(value, list | tuple)
