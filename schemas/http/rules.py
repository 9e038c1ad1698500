"""Answers about the games and their rules, and about house rules that are kept, checked and compared."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from daifu.schemas.answer import COMPONENT, NEXT_PAGE, Answer, DateTime, Text, about, component, game, reference
from daifu.schemas.house_document import House
from daifu.schemas.http.json_schema import Schema, rewritten
from daifu.schemas.record.model import RawHouse

_PREFIX: Final = "Written"
DOCUMENT: Final = f"{_PREFIX}House"
DOCUMENT_REFERENCE: Final[Mapping[str, str]] = reference(DOCUMENT)
"""Refers to the schema of a document."""

Document = Annotated[Any, component(DOCUMENT, "The house rules as a document.")]
Expanded = Annotated[
    dict[str, Any],
    about("The rules that are on, each with all its parameters; of a game without local rules all its options."),
]

_Game = Annotated[str, game("daifugo", "The game.")]
"""Outside the class, where Python 3.14, which reads annotations late, takes `game` for the field of that name."""


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


def house_components() -> dict[str, Schema]:
    """The schemas of a document and of its parts, by component name."""
    _, found = msgspec.json.schema_components([House], ref_template=COMPONENT.replace("{name}", f"{_PREFIX}{{name}}"))
    described = {f"{_PREFIX}{name}": rewritten(schema) for name, schema in found.items()}
    for schema in described.values():
        del schema["title"]
    return described


class HouseText(Answer, kw_only=True):
    """A text in one language or both."""

    en: str | UnsetType = UNSET
    ja: str | UnsetType = UNSET


class RecordFields(Answer, kw_only=True):
    """What a record that is played under house rules says of them."""

    options: dict[str, Any]
    house: Annotated[
        RawHouse | UnsetType,
        component("House", "The house rules that the record names; left out where the game has no local rules."),
    ] = UNSET


class HouseSummary(Answer):
    """House rules as the list has them."""

    id: str
    version: Annotated[int, about("The highest version that is not withdrawn.")]
    address: Annotated[str, about("The path of this version.")]
    game: _Game
    name: HouseText
    players: Annotated[Sequence[int], about("The least and the largest number of players.")]
    rules: Annotated[int, about("How many local rules are on.")]
    hash: str
    stored_at: DateTime
    author: str


class Houses(Answer):
    """Some house rules, the latest stored first."""

    house_rules: Sequence[HouseSummary]
    next: Annotated[str | None, NEXT_PAGE] = None


class HouseRules(Answer):
    """A version of house rules, which never changes."""

    id: str
    version: int
    address: Annotated[str, about("The path of this version.")]
    hash: Annotated[str, about("The SHA-256 of what the rules mean; names and notes are not in it.")]
    document: Annotated[Any, component(DOCUMENT, "As it was written.")]
    flattened: Annotated[Any, component(DOCUMENT, "With all that it takes over from those which it extends.")]
    expanded: Expanded
    record: RecordFields
    stored_at: DateTime
    author: str


class HouseVersion(Answer):
    """A version among others."""

    version: int
    address: str
    hash: str
    stored_at: DateTime
    author: str
    withdrawn: Annotated[bool, about("Whether it is in no list any more. It can still be read.")]


class LatestHouse(HouseRules):
    """The highest version of house rules that is not withdrawn, and which others there are."""

    versions: Annotated[Sequence[HouseVersion], about("All versions, the highest first.")]


class Choice(Answer):
    """A change of the rules that resolves a conflict by itself."""

    rule: str
    parameter: Annotated[str, about("Empty where the whole rule is set.")]
    value: Any
    text: Text


class Conflict(Answer):
    """Rules that do not go together."""

    kind: Annotated[str, about("needs, excludes, dead or warning.")]
    rules: Sequence[str]
    text: Text
    choices: Annotated[Sequence[Choice], about("Each of them resolves the conflict.")]


class CheckedHouse(Answer, kw_only=True):
    """What is found about house rules that can be read."""

    id: str
    version: int
    hash: str
    flattened: Document
    expanded: Expanded
    record: RecordFields
    conflicts: Annotated[Sequence[Conflict], about("Why records cannot be played under them; empty where they can.")]
    warnings: Annotated[Sequence[Conflict], about("What can never happen, and what is seldom meant.")]
    playouts: Annotated[bool, about("Whether deals are played out, for estimates. False where there are conflicts.")]
    no_playouts: Annotated[Text | UnsetType, about("Why they are not.")] = UNSET


class ComparedParameter(Answer):
    """A parameter that two houses set otherwise."""

    parameter: str
    label: Text
    here: Any
    there: Any
    here_text: Text
    there_text: Text


class ComparedRule(Answer):
    """A rule that both houses have, with other parameters."""

    rule: str
    name: Text
    parameters: Sequence[ComparedParameter]


class OneSidedRule(Answer):
    """A rule that only one of two houses has."""

    rule: str
    name: Text
    text: Annotated[Text, about("What it does there.")]


class ComparedPlayers(Answer):
    """Other numbers of players."""

    here: Sequence[int]
    there: Sequence[int]


class HouseComparison(Answer, kw_only=True):
    """How two versions of house rules differ in what they mean."""

    here: Annotated[str, about("The one whose address was asked.", "press_club@1")]
    there: Annotated[str, about("The other one.", "friday@3")]
    same: Annotated[bool, about("Whether they mean the same, and so have one hash.")]
    players: Annotated[ComparedPlayers | UnsetType, about("Left out where they are the same.")] = UNSET
    only_here: Sequence[OneSidedRule]
    only_there: Sequence[OneSidedRule]
    otherwise: Sequence[ComparedRule]
