"""The sentences about what a record should hold at some place, and what it holds there."""

import math
from collections.abc import Iterable
from typing import Final

from replay.text import Text, quoted
from schemas import limits

MISSING: Final = Text("expected this field, found nothing", "この項目が必要ですが、ありません")
AN_OBJECT: Final = Text("an object", "オブジェクト")
A_LIST: Final = Text("a list", "配列")
TOO_LARGE: Final = Text("a number too large", "大きすぎる数")

_CONSTANTS: Final = {"None": "null", "True": "true", "False": "false", "nan": "NaN"}


def wanted(want: Text, value: object) -> Text:
    """The sentence that something else was expected than the value found; `want` names what."""
    seen = _found(value)
    return Text(f"expected {want.en}, found {seen.en}", f"{want.ja}が必要ですが、{seen.ja}となっています")


def one_of(names: Iterable[str]) -> Text:
    """Any of some words of the record format."""
    known = ", ".join(names)
    return Text(f"one of {known}", f"{known}のどれか")


def numbers(players: Iterable[int]) -> str:
    """Player numbers, or how many cards each has, in a sentence."""
    return " ".join(map(str, players))


def _found(value: object) -> Text:
    if isinstance(value, list | tuple):
        return A_LIST
    if isinstance(value, dict):
        return AN_OBJECT
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int | float) and (value in {math.inf, -math.inf} or abs(value) > limits.WHOLE):
        return TOO_LARGE
    shown = _CONSTANTS.get(str(value), str(value))
    return Text(shown, shown)
