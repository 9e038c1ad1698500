"""JSON as the slow reader takes it: what is wrong with the text as such, and which objects name a field twice."""

import codecs
import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from replay.text import Text, quoted
from schemas import limits
from schemas.problems import Finding, Path

_LONGEST_SHOWN: Final = 20

_TOO_LONG: Final = Text(
    f"expected a record of at most {limits.RECORD_BYTES} bytes",
    f"記録は{limits.RECORD_BYTES}バイト以下でなければなりません",
)
_EMPTY: Final = Text("expected a record, found nothing at all", "記録が必要ですが、何もありません")
_MARKED: Final = Text(
    "expected UTF-8 without a byte order mark, found one", "BOMなしのUTF-8が必要ですが、BOMが付いています"
)
_TOO_DEEP: Final = Text(
    f"expected at most {limits.NESTING} levels of nesting, found far more",
    f"入れ子は{limits.NESTING}段以下のはずですが、はるかに深くなっています",
)
_TWICE: Final = Text("expected this field once, found it twice", "この項目は1回だけのはずですが、2回あります")


class NotJson(ValueError):  # noqa: N818 - a text is not JSON
    """A text that is no JSON document; `text` says why and where."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Document(NamedTuple):
    """What a text holds, and whether any object in it names a field twice."""

    value: object
    doubled: bool


class _Doubled(dict[str, Any]):
    """An object that names some fields twice; it has the last value of each."""

    names: tuple[str, ...]


def parse(data: bytes) -> Document:
    """The document in the text. Raises `NotJson`. NaN and numbers out of reach are left to the fields."""
    doubled: list[_Doubled] = []

    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            doubled.append(value := _tell_doubled(pairs))
        return value

    try:
        value = json.loads(_text(data), object_pairs_hook=build, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise NotJson(_malformed(error)) from error
    except RecursionError as error:
        raise NotJson(_TOO_DEEP) from error
    return Document(value, bool(doubled))


def find_doubled(document: object) -> Iterator[Finding]:
    """The fields that were written twice, anywhere in a document."""
    waiting: list[tuple[Path, object]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, _Doubled):
            yield from (Finding((*path, name), _TWICE) for name in value.names)
        if isinstance(value, dict):
            waiting.extend(((*path, name), inner) for name, inner in value.items())
        elif isinstance(value, list):
            waiting.extend(((*path, place), inner) for place, inner in enumerate(value))


def _tell_doubled(pairs: list[tuple[str, Any]]) -> _Doubled:
    value = _Doubled(pairs)
    often = Counter(name for name, _ in pairs)
    value.names = tuple(name for name in value if often[name] > 1)
    return value


def _text(data: bytes) -> str:
    if len(data) > limits.RECORD_BYTES:
        raise NotJson(_TOO_LONG)
    if not data.strip():
        raise NotJson(_EMPTY)
    if data.startswith(codecs.BOM_UTF8):
        raise NotJson(_MARKED)
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


def _whole(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # more digits than Python is willing to read
        return math.inf


def _malformed(error: json.JSONDecodeError) -> Text:
    rest = error.doc[error.pos : error.pos + _LONGEST_SHOWN]
    place = f"{error.lineno}:{error.colno}"
    found = quoted(rest) if rest else Text("the end of the text", "文書の終わり")
    return Text(
        f"expected JSON, found {found.en} at {place} (line:column)",
        f"JSONが必要ですが、{place}（行:桁）に{found.ja}があります",
    )
