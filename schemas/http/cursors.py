"""Cursors: where a page of a list begins, as links write it."""

import re
from typing import Final

CURSOR_PATTERN: Final = r"^[0-9a-f]{1,15}$"
PLAYER_CURSOR_PATTERN: Final = r"^[01]([0-9a-f]{2}){0,1000}$"

_INSIDE_NAME: Final = "1"
_NAME_BEGINNING: Final = "0"
_AFTER_NAME: Final = "\n"


def cursor_text(after: int) -> str:
    """The cursor of the page after this number."""
    return f"{after:x}"


def read_cursor(text: object) -> int:
    """The number that a cursor stands for. Raises ValueError."""
    if not isinstance(text, str) or not re.fullmatch(CURSOR_PATTERN, text):
        raise ValueError(text)
    return int(text, 16)


def player_cursor_text(inside: bool, name: str, id: str) -> str:  # noqa: FBT001 - a place as the store has it
    """The cursor of the page of players after this place: whether the match is inside a name, the name, the id."""
    return f"{_INSIDE_NAME if inside else _NAME_BEGINNING}{f'{name}{_AFTER_NAME}{id}'.encode().hex()}"


def read_player_cursor(text: object) -> tuple[bool, str, str]:
    """The place that a cursor of players stands for. Raises ValueError."""
    if not isinstance(text, str) or not re.fullmatch(PLAYER_CURSOR_PATTERN, text):
        raise ValueError(text)
    name, _, id = bytes.fromhex(text[1:]).decode(errors="replace").partition(_AFTER_NAME)
    return text[0] == _INSIDE_NAME, name, id
