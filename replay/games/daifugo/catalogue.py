"""The named local rules: their numbers, parameters and allowed values, and what is said about them in both languages.

`rules.toml` is read when the game is loaded, so that no other game waits for it, `texts.toml` when somebody asks.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from daifu.replay.options import Value
from daifu.replay.text import Text, filled, joined

_RANKS: Final = (3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A", "2")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a rule: its type, its default, and what is allowed.

    `values` are what a choice, a rank or a list may name, in the order in which a list is kept. `least` and `most`
    bound a number, `fewest` is how many items a list needs. Where null is the default, it is allowed.
    """

    name: str
    type: str
    default: Any = None
    values: Sequence[Any] = ()
    least: int = 0
    most: int = 0
    fewest: int = 1


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule that can be switched on.

    `number` is the id that faults cite; it begins with the section. `needs` are the rules of which one has to be on,
    too. `playouts` are the values of parameters under which deals can be played out, None where they cannot. `sources`
    tells how common the rule is. `cites` are the faults that break it.
    """

    id: str
    number: str
    parameters: Mapping[str, Parameter]
    sources: int
    needs: Sequence[str] = ()
    counted: bool = False
    playouts: Mapping[str, list[Any]] | None = None
    cites: Sequence[str] = ()


class HouseRules(NamedTuple):
    """All rules: those that can be switched on, and those that are only known, each in the order of their numbers.

    `citations` are the ids of the rules, those of the base game included, by the faults that break them.
    """

    built: Mapping[str, HouseRule]
    later: Sequence[str]
    citations: Mapping[str, str]


@cache
def read_data(name: str) -> dict[str, Any]:
    """A data file of this game."""
    return tomllib.loads((resources.files("daifu.replay.games.daifugo") / name).read_text(encoding="utf-8"))


@cache
def house_rules() -> HouseRules:
    """The rules as `rules.toml` has them."""
    data = read_data("rules.toml")
    numbers = {
        rule: f"H-{section.upper()}-{place}"
        for section, rules in data["sections"].items()
        for place, rule in enumerate(rules, 1)
    }
    built = {
        rule: HouseRule(**{**entry, "id": rule, "number": number, "parameters": _parameters(entry)})
        for rule, number in numbers.items()
        if (entry := data["rules"].get(rule)) is not None
    }
    cited = {**data["base"], **{rule.number: rule.cites for rule in built.values()}}
    later = [rule for rule in numbers if rule not in built]
    return HouseRules(built, later, {fault: number for number, faults in cited.items() for fault in faults})


def _parameters(entry: Mapping[str, Any]) -> dict[str, Parameter]:
    """The parameters of a rule; ranks need not name their values."""
    return {
        name: Parameter(name, **{**({"values": _RANKS} if one["type"] in {"rank", "ranks"} else {}), **one})
        for name, one in entry.get("parameters", {}).items()
    }


_SUITS: Final = {
    "S": Text("spades", "♠"),
    "H": Text("hearts", "♥"),
    "D": Text("diamonds", "♦"),
    "C": Text("clubs", "♣"),
}
_COURT: Final = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_CARD: Final = re.compile("[SHDC][3-9TJQKA2]")
_JOKER: Final = Text("a joker", "ジョーカー")


@dataclass(frozen=True, slots=True)
class ParameterTexts:
    """What is said about a parameter: its name, sentences on some of its values, and that on all others.

    `names` are those of values inside sentences.
    """

    label: Text
    values: Mapping[str, Text]
    names: Mapping[str, Text]
    text: Text | None

    def sentence(self, value: Value) -> Text:
        """The sentence on a value that is allowed."""
        found = self.values.get(_key(value))
        if found is not None:
            return found
        if self.text is None:
            raise KeyError(value)
        return filled(self.text, value=self.shown(value))

    def shown(self, value: Value) -> Text:
        """A value as sentences name it."""
        if isinstance(value, list):
            return joined(self.shown(one) for one in value)
        if isinstance(value, dict):
            parts = [(players, self.shown(points)) for players, points in value.items()]
            return Text(
                "; ".join(f"{players} players {points.en}" for players, points in parts),
                "；".join(f"{players}人なら{points.ja}" for players, points in parts),
            )
        return self.names.get(str(value)) or _card(str(value))


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """What is said about a rule: its name, what it does, and its parameters."""

    name: Text
    text: Text
    parameters: Mapping[str, ParameterTexts]

    def sentence(self, values: Mapping[str, Value]) -> Text:
        """What the rule does with these values of its parameters."""
        said = filled(self.text, **{name: texts.shown(values[name]) for name, texts in self.parameters.items()})
        return Text(said.en[:1].upper() + said.en[1:], said.ja)


@cache
def rule_texts() -> Mapping[str, RuleTexts]:
    """What is said about the rules that can be switched on."""
    data = read_data("texts.toml")
    return {
        rule: RuleTexts(
            name=Text(**data[rule]["name"]),
            text=Text(**data[rule]["text"]),
            parameters={name: _parameter_texts(data[rule][name]) for name in found.parameters},
        )
        for rule, found in house_rules().built.items()
    }


@cache
def rule_names() -> Mapping[str, Text]:
    """The names of all rules, those that are not built included."""
    data = read_data("texts.toml")
    rules = house_rules()
    return {rule: Text(**data[rule]["name"]) for rule in (*rules.built, *rules.later)}


def _parameter_texts(entry: Mapping[str, Any]) -> ParameterTexts:
    return ParameterTexts(
        label=Text(**entry["label"]),
        values={value: Text(**text) for value, text in entry.items() if value not in {"label", "names", "text"}},
        names={value: Text(**text) for value, text in entry.get("names", {}).items()},
        text=Text(**entry["text"]) if "text" in entry else None,
    )


def _key(value: Value) -> str:
    """The key of a value in the data file."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return "empty" if value == [] else str(value)


def _card(name: str) -> Text:
    """A card in words; other names stay as they are."""
    if name == "X":
        return _JOKER
    if not _CARD.fullmatch(name):
        return Text(name, name)
    suit, rank = _SUITS[name[0]], name[1]
    return Text(f"the {_COURT.get(rank, rank)} of {suit.en}", f"{suit.ja}{rank.replace('T', '10')}")
