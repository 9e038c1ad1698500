"""Answers about the games and their rules."""

from collections.abc import Sequence
from typing import Annotated, Any

from daifu.schemas.answer import Answer, Text, about


class Players(Answer):
    """How many can play."""

    least: int
    most: int


class Game(Answer):
    """A game as the list has it."""

    name: Annotated[str, about("What records write under `rules`.")]
    address: Annotated[str, about("The path of the rules of the game.")]
    title: Text
    summary: Text
    players: Players


class Games(Answer):
    """All games."""

    rules: Sequence[Game]


class Rule(Answer):
    """One rule of the rule book."""

    id: Annotated[str, about("What faults cite, such as T-RUN-2.")]
    section: str
    text: Text


class OptionParameter(Answer):
    """A member of an option that may be an object."""

    name: str
    type: Annotated[str, about("The values that it takes.")]
    default: Annotated[Any, about("Its value if none is chosen.")]
    text: Text


class Option(Answer):
    """An option that a record may choose."""

    name: str
    type: Annotated[str, about("The values that it takes.")]
    default: Annotated[Any, about("Its value if none is chosen.")]
    rule: Annotated[str, about("The rule that it belongs to.")]
    text: Text
    parameters: Annotated[Sequence[OptionParameter], about("The members that it may have as an object.")]


class KnownFault(Answer):
    """A fault that the game knows."""

    code: str
    severity: str
    sentence: Annotated[Text, about("Names in braces stand for details of the case.")]
    rules: Annotated[Sequence[str], about("The rules that it may break.")]


class Profile(Game):
    """All about one game."""

    prefix: Annotated[str, about("How the ids of its rules begin.")]
    rules: Sequence[Rule]
    options: Sequence[Option]
    faults: Sequence[KnownFault]
