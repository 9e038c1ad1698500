"""The fields of the slow reader that hold one plain value each."""

import re
from typing import Final, TypeGuard

from replay.text import Text
from schemas import limits
from schemas.shape.fields import Expecting, is_object
from schemas.shape.structs import NAME, PROSE
from schemas.shape.wording import AN_OBJECT, one_of

_NAME: Final = Text(f"1 to {limits.NAME_LENGTH} visible characters", f"1〜{limits.NAME_LENGTH}文字の表示できる文字列")
_NOTES: Final = Text(
    f"text of at most {limits.NOTES_LENGTH} characters, without NUL",
    f"NUL文字のない{limits.NOTES_LENGTH}文字以下の文字列",
)
_PLAYER: Final = Text(f"a player number from 1 to {limits.PLAYERS}", f"1〜{limits.PLAYERS}のプレイヤー番号")
_POINTS: Final = Text("a number of points, or null", "点数（数またはnull）")
_FLAG: Final = Text("true or false", "trueかfalse")


def words(*known: str, required: bool = False) -> Expecting:
    """One of some words."""
    return Expecting(one_of(known), lambda value: isinstance(value, str) and value in known, required=required)


def name(*, required: bool = False) -> Expecting:
    """A name of somebody."""
    return Expecting(_NAME, is_name, required=required)


def notes() -> Expecting:
    """Text for people."""
    return Expecting(_NOTES, lambda value: _is_text(value, limits.NOTES_LENGTH, PROSE))


def player() -> Expecting:
    """A player number as such; whether there is such a player is a matter of agreement."""
    return Expecting(_PLAYER, lambda value: _is_number(value, int) and 1 <= value <= limits.PLAYERS)


def points() -> Expecting:
    """What a player won or lost; null where nobody knows."""
    return Expecting(
        _POINTS, lambda value: _is_number(value, int, float) and abs(value) <= limits.WHOLE, allow_none=True
    )


def flag() -> Expecting:
    """True or false."""
    return Expecting(_FLAG, lambda value: isinstance(value, bool))


def any_object() -> Expecting:
    """An object, whatever is in it."""
    return Expecting(AN_OBJECT, is_object)


def is_name(value: object) -> bool:
    """Whether a JSON value can be somebody's name."""
    return _is_text(value, limits.NAME_LENGTH, NAME)


def _is_text(value: object, length: int, pattern: str) -> bool:
    return isinstance(value, str) and len(value) <= length and re.match(pattern, value) is not None


def _is_number(value: object, *types: type) -> TypeGuard[float]:
    return isinstance(value, types) and not isinstance(value, bool)
