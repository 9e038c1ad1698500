"""What answers are made of: typed structs that are sent as they are, and that describe themselves in the contract."""

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


COUNTED_GAME: Final = f"^({'|'.join(PROFILES)}|({'|'.join(HOUSE_GAMES)})(_[a-z0-9]+)+)$"
"""The pattern of a name under which results are counted: a game, or a game and the id of a house."""


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
