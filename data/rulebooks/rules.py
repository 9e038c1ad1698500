"""The rule books of all games, from one file `<profile>.toml` each: every rule in English and Japanese."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from daifu.replay.faults import CATALOGUE, FaultKind
from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.replay.options import Option
from daifu.replay.rules import Profile
from daifu.replay.text import Text

_FOLDER: Final = resources.files("daifu.data") / "rulebooks"


SECTION_HEADINGS: Final[Mapping[str, Text]] = {
    "table": Text("Players and cards", "人数とカード"),
    "deal": Text("Deal", "配り方"),
    "titles": Text("Titles", "身分"),
    "exchange": Text("Exchange", "カードの交換"),
    "declarations": Text("Declarations", "宣言"),
    "melds": Text("Sets of cards", "役"),
    "following": Text("Following", "出し方"),
    "special": Text("Special cards", "特殊なカード"),
    "passing": Text("Passing", "パス"),
    "tricks": Text("Tricks", "場"),
    "finishing": Text("Finishing", "上がり"),
    "scoring": Text("Scoring", "得点"),
    "options": Text("What options change", "オプションによる変更"),
    "next": Text("The next deal", "次の回"),
    "pack": Text("Local rules: pack and deal", "ローカルルール：カードと配り方"),
    "lead": Text("Local rules: lead, turn, pass, seats", "ローカルルール：親、手番、パス、席"),
    "sets": Text("Local rules: sets", "ローカルルール：役"),
    "order": Text("Local rules: the order of a deal", "ローカルルール：回の強さ"),
    "flip": Text("Local rules: the order of a trick", "ローカルルール：場の強さ"),
    "beats": Text("Local rules: what beats what", "ローカルルール：特別な強さ"),
    "locks": Text("Local rules: locks", "ローカルルール：縛り"),
    "clears": Text("Local rules: what clears the trick", "ローカルルール：場を流すカード"),
    "counters": Text("Local rules: answers to a cut", "ローカルルール：流れる前の返し"),
    "turn": Text("Local rules: turn and direction", "ローカルルール：手番と回る向き"),
    "transfers": Text("Local rules: moving cards", "ローカルルール：カードの移動"),
    "finish": Text("Local rules: going out", "ローカルルール：上がり"),
    "places": Text("Local rules: places", "ローカルルール：順位"),
    "local_exchange": Text("Local rules: exchange", "ローカルルール：カードの交換"),
    "score": Text("Local rules: titles, points, series", "ローカルルール：称号、点数、連戦"),
}
"""The headings of the parts of a rule book, by the names of the parts, in the order of the book."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule: the id that faults and docstrings cite, its section of the rule book, and its wording."""

    id: str
    section: str
    text: Text


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rule book of one game; the ids of its rules begin with `prefix`."""

    name: str
    prefix: str
    title: Text
    summary: Text
    rules: tuple[RuleText, ...]


@cache
def rulebook_names() -> tuple[str, ...]:
    """The names of all profiles with a rule book, in alphabetical order."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


def load_rulebooks() -> list[Rulebook]:
    """The rule books of all profiles, in the order of the catalogue of games."""
    return list(map(load_rulebook, PROFILES))


def load_rulebook(name: str) -> Rulebook:
    """The rule book of a game; under the name of a house of it, with the id of the house in its title.

    Raises KeyError, which names the profiles that have one.
    """
    try:
        game = game_of(name)
    except KeyError:
        return _rulebook(name)
    book = _rulebook(game)
    if game == name:
        return book
    house = name.removeprefix(f"{game}_")
    return replace(book, name=name, title=Text(f"{book.title.en}, {house}", f"{book.title.ja}（{house}）"))


@cache
def _rulebook(name: str) -> Rulebook:
    """The rule book of the profile `name`. Raises KeyError, which names the profiles that have one."""
    if name not in rulebook_names():
        known = ", ".join(rulebook_names())
        raise KeyError(f"no rule book for profile {name!r}; there is one for each of {known}")
    book = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    rules = [RuleText(rule["id"], rule["section"], _text_from_toml(rule)) for rule in book["rule"]]
    if book["profile"].get("local_rules"):
        rules += map(_local_rule, PROFILES[name].options)
    return Rulebook(
        name=book["profile"]["name"],
        prefix=book["profile"]["prefix"],
        title=_text_from_toml(book["profile"]["title"]),
        summary=_text_from_toml(book["profile"]["summary"]),
        rules=tuple(rules),
    )


def _local_rule(option: Option) -> RuleText:
    """A local rule, which is an option: its section stands in its id."""
    section = option.rule.split("-")[1].lower()
    return RuleText(option.rule, section if section != "exchange" else "local_exchange", option.text)


def rule_text(rule_id: str) -> Text:
    """The wording of the rule `rule_id`, such as T-RUN-2. Raises KeyError if there is no such rule."""
    try:
        return _rule_texts()[rule_id]
    except KeyError:
        prefixes = ", ".join(f"{load_rulebook(name).prefix}- ({name})" for name in rulebook_names())
        raise KeyError(f"no rule {rule_id!r} in any rule book; rule ids begin with one of {prefixes}") from None


@cache
def _rule_texts() -> Mapping[str, Text]:
    return {rule.id: rule.text for name in rulebook_names() for rule in load_rulebook(name).rules}


def _text_from_toml(entry: Mapping[str, Any]) -> Text:
    return Text(en=entry["en"], ja=entry["ja"])


class KnownFault(NamedTuple):
    """A fault in one game: its severity there, and the ids of the rules that it may break, each once."""

    kind: FaultKind
    severity: str
    rules: tuple[str, ...]


def known_faults(profile: Profile) -> Iterator[KnownFault]:
    """The faults that exist in a game, in the order of the catalogue."""
    severities = profile.rules({}).severities
    for code, kind in CATALOGUE.items():
        cited = dict.fromkeys(rule for key, rule in profile.citations.items() if key.partition(":")[0] == code)
        if cited:
            yield KnownFault(kind, severities.get(code, kind.severity), tuple(cited))
