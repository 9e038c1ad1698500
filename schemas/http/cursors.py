"""Cursors: where a page of a list begins, as links write it."""

from typing import Final

CURSOR_PATTERN: Final = r"^[0-9a-f]{1,15}$"
PLAYER_CURSOR_PATTERN: Final = r"^[01]([0-9a-f]{2}){0,1000}$"

_INSIDE_NAME: Final = "1"
_NAME_BEGINNING: Final = "0"


def cursor_text(after: int) -> str:
    """The cursor of the page after this number."""
    return f"{after:x}"


def read_cursor(text: str | None) -> int | None:
    """The number that a cursor of `CURSOR_PATTERN` stands for; None where the list begins."""
    return None if text is None else int(text, 16)


def player_cursor_text(inside: bool, id: str) -> str:  # noqa: FBT001 - a place as the store has it
    """The cursor of the page of players after this place: whether the match is inside a name, and the id."""
    return f"{_INSIDE_NAME if inside else _NAME_BEGINNING}{id.encode().hex()}"


def read_player_cursor(text: str | None) -> tuple[bool, str] | None:
    """The place that a cursor of `PLAYER_CURSOR_PATTERN` stands for; None where the list begins."""
    if text is None:
        return None
    return text[0] == _INSIDE_NAME, bytes.fromhex(text[1:]).decode(errors="replace")
