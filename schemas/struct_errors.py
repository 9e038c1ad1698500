"""Why a JSON document does not fit a msgspec struct: the place, and a sentence in both languages.

msgspec stops at the first value that does not fit and describes it in English only.
"""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from replay.text import Text
from schemas.record.errors import Path, Problem, json_pointer

NOT_JSON: Final = Text("expected JSON in UTF-8, found something else", "UTF-8のJSONが必要です")
"""Why something is not read at all."""

_PLACE: Final = re.compile(r" - at `\$(?P<path>.*)`\Z", re.DOTALL)
_STEP: Final = re.compile(r"\[(?P<index>[0-9]+)\]|\.(?P<name>\w+)|\[\.\.\.\]")
_TYPE_NAMES: Final = {
    "int": Text("a whole number", "整数"),
    "float": Text("a number", "数"),
    "str": Text("a text", "文字列"),
    "bool": Text("true or false", "trueかfalse"),
    "object": Text("an object", "オブジェクト"),
    "array": Text("a list", "配列"),
    "null": Text("null", "null"),
}
_TYPE_PATTERN: Final = r"`(?P<kind>[^`]+)`"
_SENTENCES: Final = (
    (
        re.compile(rf"Expected {_TYPE_PATTERN}, got `(?P<found>[^`]+)`"),
        Text("expected {kind.en}, found {found.en}", "{kind.ja}が必要ですが、{found.ja}となっています"),
    ),
    (
        re.compile(rf"Expected {_TYPE_PATTERN} of length (?P<bound>[<>]= [0-9]+)"),
        Text("expected {kind.en} of length {bound.en}", "長さ{bound.ja}の{kind.ja}が必要です"),
    ),
    (
        re.compile(rf"Expected {_TYPE_PATTERN} (?P<bound>[<>]=? -?[0-9.]+)"),
        Text("expected {kind.en} {bound.en}", "{bound.ja}の{kind.ja}が必要です"),
    ),
    (
        re.compile(rf"Expected {_TYPE_PATTERN} matching regex .*", re.DOTALL),
        Text(
            "expected visible characters without control characters", "制御文字を含まない、表示できる文字列が必要です"
        ),
    ),
    (
        re.compile(r"Object missing required field `(?P<name>[^`]+)`"),
        Text("expected the field {name.en}, found nothing", "項目{name.ja}が必要ですが、ありません"),
    ),
    (
        re.compile(r"Object contains unknown field `(?P<name>[^`]+)`"),
        Text("expected nothing called {name.en}, found it", "{name.ja}という項目は使えません"),
    ),
    (
        re.compile(r"Invalid (?:enum )?value (?P<name>.+)", re.DOTALL),
        Text(
            "expected one of the words that are known here, found {name.en}", "{name.ja}はここで使える語ではありません"
        ),
    ),
    (
        re.compile(r'expected a number or a text such as "1/3", found (?P<name>.+)', re.DOTALL),
        Text(
            'expected a number or a text such as "1/3", found {name.en}',
            '数か"1/3"のような文字列が必要ですが、{name.ja}となっています',
        ),
    ),
)
_ANYTHING_ELSE: Final = Text("expected something else: {name.en}", "ここに合わない値です（{name.ja}）")


def struct_problem(error: msgspec.ValidationError, *within: str | int) -> Problem:
    """The problem that a reader of a typed shape stopped at; `within` is where the shape stands in its document."""
    sentence, _, _ = str(error).partition(" - at `$")
    place = _PLACE.search(str(error))
    path = _parse_path(place["path"]) if place else ()
    return Problem(json_pointer((*within, *path)), _translate(sentence))


def _parse_path(path: str) -> Path:
    return tuple(_path_steps(_STEP.finditer(path)))


def _path_steps(steps: Iterator[re.Match[str]]) -> Iterator[str | int]:
    """The steps of a path, as far as it is told: the names of a mapping are not."""
    for step in steps:
        if step["index"]:
            yield int(step["index"])
        elif step["name"]:
            yield step["name"]
        else:
            return


def _translate(sentence: str) -> Text:
    for form, text in _SENTENCES:
        if found := form.fullmatch(sentence):
            return _fill(text, found.groupdict())
    return _fill(_ANYTHING_ELSE, {"name": sentence})


def _fill(text: Text, parts: dict[str, str]) -> Text:
    words = {name: _type_name(part) for name, part in parts.items()}
    return Text(text.en.format_map(words), text.ja.format_map(words))


def _type_name(part: str) -> Text:
    """What stands for a part of the sentence; of several kinds that are possible each is named."""
    kinds = [_TYPE_NAMES.get(one, Text(one, one)) for one in part.split(" | ")]
    return Text(" or ".join(kind.en for kind in kinds), "か".join(kind.ja for kind in kinds))
