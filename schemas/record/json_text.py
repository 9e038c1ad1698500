"""The JSON text of a record: why a text is not JSON, duplicate field names, and its deals as undecoded text."""

import codecs
import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeGuard

import msgspec

from daifu.replay.text import Text, quoted
from daifu.schemas.encodings import encoding_hint
from daifu.schemas.record import limits
from daifu.schemas.record.errors import Finding, Path, Problem, RecordRefused, json_pointer

_LONGEST_SHOWN: Final = 20
_EXTRA_DATA: Final = "Extra data"
"""What Python says of a text that goes on behind a JSON document."""
_VALUE_SIGNS: Final = (b",", b"[", b"{")

_TOO_LONG: Final = Text(
    f"expected a record of at most {limits.RECORD_BYTES} bytes",
    f"棋譜は{limits.RECORD_BYTES}バイト以下でなければなりません",
)
TOO_MANY_VALUES: Final = Text(
    f"expected at most {limits.RECORD_VALUES} values, counted by commas and opening brackets, found more",
    f"値は{limits.RECORD_VALUES}個以下のはずですが、それを超えています（コンマと開き括弧の数で数えます）",
)
_TOO_LONG_TO_EXPLAIN: Final = Text(
    f"expected another form, found a text too long to list its problems (more than {limits.EXPLAINED_BYTES} bytes)",
    f"形式に合っていません（{limits.EXPLAINED_BYTES}バイトを超えるため、誤りの箇所は示せません）",
)
_EMPTY: Final = Text("expected a record, found nothing at all", "棋譜が必要ですが、何も書かれていません")
_BYTE_ORDER_MARK: Final = Text(
    "expected UTF-8 without a byte order mark, found one", "BOMなしのUTF-8が必要ですが、BOMが付いています"
)
_TOO_DEEP: Final = Text(
    f"expected at most {limits.NESTING} levels of nesting, found far more",
    f"入れ子は{limits.NESTING}段以下のはずですが、はるかに深くなっています",
)
_DUPLICATE: Final = Text("expected this field once, found it twice", "この項目は1回だけのはずですが、2回あります")


class NotJson(ValueError):
    """A text that is not a JSON document; `text` says why and where."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Document(NamedTuple):
    """The value of a JSON text, and whether any object in it has duplicate names."""

    value: object
    has_duplicates: bool


class _DuplicateKeys(dict[str, Any]):
    """An object in whose text some names stand twice; it has the last value of each."""

    names: tuple[str, ...]


def parse_json(data: bytes) -> Document:
    """The document in the text. Raises `NotJson`.

    NaN is accepted, and numbers that are too large become infinite: the checks of the fields refuse both.
    """
    duplicates: list[_DuplicateKeys] = []

    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) == len(pairs):
            return value
        doubled = _DuplicateKeys(pairs)
        counts = Counter(name for name, _ in pairs)
        doubled.names = tuple(name for name in doubled if counts[name] > 1)
        duplicates.append(doubled)
        return doubled

    try:
        value = json.loads(_decode_utf8(data), object_pairs_hook=build, parse_int=_parse_int)
    except json.JSONDecodeError as error:
        raise NotJson(_malformed_text(error)) from error
    except RecursionError as error:
        raise NotJson(_TOO_DEEP) from error
    return Document(value, bool(duplicates))


def find_duplicate_keys(document: object) -> Iterator[Finding]:
    """The fields that were written twice, anywhere in a document."""
    pending: list[tuple[Path, object]] = [((), document)]
    while pending:
        path, value = pending.pop()
        if isinstance(value, _DuplicateKeys):
            yield from (Finding((*path, name), _DUPLICATE) for name in value.names)
        if isinstance(value, dict):
            pending.extend(((*path, name), inner) for name, inner in value.items())
        elif isinstance(value, list):
            pending.extend(((*path, place), inner) for place, inner in enumerate(value))


def _decode_utf8(data: bytes) -> str:
    if len(data) > limits.RECORD_BYTES:
        raise NotJson(_TOO_LONG)
    if not data or data.isspace():
        raise NotJson(_EMPTY)
    if has_too_many_values(data):
        raise NotJson(TOO_MANY_VALUES)
    if len(data) > limits.EXPLAINED_BYTES:
        raise NotJson(_TOO_LONG_TO_EXPLAIN)
    if data.startswith(codecs.BOM_UTF8):
        raise NotJson(_BYTE_ORDER_MARK)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        byte = f"0x{data[error.start]:02x}"
        hint = encoding_hint(data)
        raise NotJson(
            Text(
                f"expected UTF-8, found {byte} at byte {error.start}{hint.en}",
                f"UTF-8が必要ですが、{error.start}バイト目に{byte}があります{hint.ja}",
            )
        ) from error


def has_too_many_values(data: bytes) -> bool:
    """Whether a JSON text may have more values than a record may have; commas in texts count as well."""
    return len(data) > limits.RECORD_VALUES and sum(map(data.count, _VALUE_SIGNS)) > limits.RECORD_VALUES


def _parse_int(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # more digits than Python converts
        return math.inf


def _malformed_text(error: json.JSONDecodeError) -> Text:
    rest = error.doc[error.pos : error.pos + _LONGEST_SHOWN]
    place = f"{error.lineno}:{error.colno}"
    if error.msg == _EXTRA_DATA and rest.startswith("{"):
        return Text(
            f"expected one record, found another at {place} (line:column); several are sent together in bulk",
            f"棋譜は1件だけのはずですが、{place}（行:桁）から別の棋譜があります。複数の棋譜は一括アップロードで送れます",
        )
    found = quoted(rest) if rest else Text("the end of the text", "文書の終わり")
    return Text(
        f"expected JSON, found {found.en} at {place} (line:column)",
        f"JSONが必要ですが、{place}（行:桁）に{found.ja}があります",
    )


_DEALS: Final = "deals"

_decode_fields: Final = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_deals: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_decode_raw: Final = msgspec.json.Decoder(msgspec.Raw).decode
_encode: Final = msgspec.json.encode


def append_deal(record: bytes, deal: bytes) -> bytes:
    """The JSON text of a record with the deal added behind its last one; nothing else is changed in either.

    Raises `RecordRefused` for a deal that is not JSON: it could come to more or less than one deal.
    """
    try:
        _decode_raw(deal)
        deal.decode()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        try:
            parse_json(deal)
        except NotJson as reason:
            raise RecordRefused([Problem("", reason.text)]) from reason
    fields = _decode_fields(record)
    fields[_DEALS] = msgspec.Raw(_encode([*_decode_deals(fields[_DEALS]), msgspec.Raw(deal)]))
    return _encode(fields)


def replace_deal(record: bytes, number: int, deal: bytes) -> bytes:
    """The JSON text of a record with another deal of this number, from 1; nothing else is changed.

    The deal must be JSON that this program wrote.
    """
    fields = _decode_fields(record)
    deals = _decode_deals(fields[_DEALS])
    deals[number - 1] = msgspec.Raw(deal)
    fields[_DEALS] = msgspec.Raw(_encode(deals))
    return _encode(fields)


def relative_to_deal(deal: int, refused: RecordRefused) -> RecordRefused:
    """The refusal of the record with the places in this deal, numbered from 1, counted from the deal itself."""
    place = json_pointer((_DEALS, deal - 1))
    return RecordRefused(
        problem._replace(pointer=problem.pointer.removeprefix(place))
        if f"{problem.pointer}/".startswith(f"{place}/")  # /deals/1 is not within /deals/12
        else problem
        for problem in refused.problems
    )


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
    """Whether a JSON value is a list; in plain values of importers it may be a tuple."""
    return isinstance(value, list | tuple)
