"""What answers are made of: structs that are sent as they are and describe themselves, and cursors of their pages."""

import re
from collections.abc import Iterable
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from daifu.replay.games.catalogue import HOUSE_GAMES, PROFILES

COMPONENT: Final = "#/components/schemas/{name}"

Number = int | float
"""A number; whole ones stay whole."""
DateTime = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A date and time of ISO 8601, as `datetime.isoformat` writes it."""
Date = Annotated[str, Meta(extra_json_schema={"format": "date"})]
"""A day of the calendar, as `date.isoformat` writes it."""

COUNTED_GAME: Final = f"^({'|'.join(PROFILES)}|({'|'.join(HOUSE_GAMES)})(_[a-z0-9]+)+)$"
"""The pattern of a name under which results are counted: a game, or a game and the id of a house."""

CURSOR_PATTERN: Final = r"^[0-9a-f]{1,15}$"
PLAYER_CURSOR_PATTERN: Final = r"^[01]([0-9a-f]{2}){0,1000}$"

_INSIDE_NAME: Final = "1"
_NAME_BEGINNING: Final = "0"
_AFTER_NAME: Final = "\n"


class Answer(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An answer, or a part of one. A field that has its default is left out."""


def about(description: str, example: object = None, **schema: Any) -> Meta:  # noqa: ANN401 - any JSON
    """The description of a field, with an example and what else its JSON schema has."""
    examples = None if example is None else [example]
    return Meta(description=description, examples=examples, extra_json_schema=schema or None)


def one_of(words: Iterable[str], description: str, example: str | None = None) -> Meta:
    """The description of a text that is one of these words."""
    return about(description, example, enum=list(words))


def game(example: str, description: str = "The game.") -> Meta:
    """The description of the name of a game."""
    return one_of(PROFILES, description, example)


def counted_game(example: str) -> Meta:
    """The description of a name under which results are counted."""
    return about(
        "The game; or with the id of a house, as in daifugo_friday, that house.", example, pattern=COUNTED_GAME
    )


def reference(name: str) -> dict[str, str]:
    """A reference to the component of this name in the contract."""
    return {"$ref": COMPONENT.format(name=name)}


def component(name: str, description: str) -> Meta:
    """The description of JSON that is written already, in the form of this component."""
    return about(description, **reference(name))


NEXT_PAGE: Final = about("The `cursor` of the next page; left out on the last one.", "7c")


class Text(Answer):
    """A sentence for people."""

    en: Annotated[str, about("In English.", "6-7-8 overlaps the 5-6-7 on the table")]
    ja: Annotated[str, about("In Japanese.", "6-7-8は場の5-6-7を完全に上回っていません")]


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
