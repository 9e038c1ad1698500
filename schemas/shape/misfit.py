"""Why a JSON document is not of a typed shape, as a place in it and a sentence in both languages.

The reader of typed shapes stops at the first thing that does not fit and says so in English alone.
"""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from replay.text import Text
from schemas.problems import Path, Problem, pointer

_PLACE: Final = re.compile(r" - at `\$(?P<path>.*)`\Z", re.DOTALL)
_STEP: Final = re.compile(r"\[(?P<index>[0-9]+)\]|\.(?P<name>\w+)|\[\.\.\.\]")
_KINDS: Final = {
    "int": Text("a whole number", "整数"),
    "float": Text("a number", "数"),
    "str": Text("a text", "文字列"),
    "bool": Text("true or false", "trueかfalse"),
    "object": Text("an object", "オブジェクト"),
    "array": Text("a list", "配列"),
    "null": Text("null", "null"),
}
_KIND: Final = r"`(?P<kind>[^`]+)`"
_SENTENCES: Final = (
    (
        re.compile(rf"Expected {_KIND}, got `(?P<found>[^`]+)`"),
        Text("expected {kind.en}, found {found.en}", "{kind.ja}が必要ですが、{found.ja}となっています"),
    ),
    (
        re.compile(rf"Expected {_KIND} of length (?P<bound>[<>]= [0-9]+)"),
        Text("expected {kind.en} of length {bound.en}", "長さ{bound.ja}の{kind.ja}が必要です"),
    ),
    (
        re.compile(rf"Expected {_KIND} (?P<bound>[<>]=? -?[0-9.]+)"),
        Text("expected {kind.en} {bound.en}", "{bound.ja}の{kind.ja}が必要です"),
    ),
    (
        re.compile(rf"Expected {_KIND} matching regex .*", re.DOTALL),
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


def misfit(error: msgspec.ValidationError, *within: str | int) -> Problem:
    """The problem that a reader of a typed shape stopped at; `within` is where the shape stands in its document."""
    sentence, _, _ = str(error).partition(" - at `$")
    place = _PLACE.search(str(error))
    path = _steps(place["path"]) if place else ()
    return Problem(pointer((*within, *path)), _said(sentence))


def _steps(path: str) -> Path:
    return tuple(_taken(_STEP.finditer(path)))


def _taken(steps: Iterator[re.Match[str]]) -> Iterator[str | int]:
    """The steps of a path, as far as it is told: the names of a mapping are not."""
    for step in steps:
        if step["index"]:
            yield int(step["index"])
        elif step["name"]:
            yield step["name"]
        else:
            return


def _said(sentence: str) -> Text:
    for form, text in _SENTENCES:
        if found := form.fullmatch(sentence):
            return _filled(text, found.groupdict())
    return _filled(_ANYTHING_ELSE, {"name": sentence})


def _filled(text: Text, parts: dict[str, str]) -> Text:
    words = {name: _word(part) for name, part in parts.items()}
    return Text(text.en.format_map(words), text.ja.format_map(words))


def _word(part: str) -> Text:
    """What stands for a part of the sentence; of several kinds that are possible each is named."""
    kinds = [_KINDS.get(one, Text(one, one)) for one in part.split(" | ")]
    return Text(" or ".join(kind.en for kind in kinds), "か".join(kind.ja for kind in kinds))
