"""The named local rules: their numbers, parameters and allowed values, and what is said about them in both languages.

`rules.toml` is read when the game is loaded, so that no other game waits for it, `texts.toml` when somebody asks.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from daifu.replay.cards import JOKER, RANKS, SUIT_SIGNS
from daifu.replay.options import Value, labelled, spelled
from daifu.replay.text import Text, filled, joined

RANK_VALUES: Final = (3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A", "2")
_SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_COURT: Final = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
CARDS: Final = {
    **{
        suit + rank: Text(f"the {_COURT.get(rank, rank)} of {name}", SUIT_SIGNS[suit] + rank.replace("T", "10"))
        for suit, name in _SUITS.items()
        for rank in RANKS
    },
    JOKER: Text("a joker", "ジョーカー"),
}
"""The cards in words, the joker last."""


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
    """A data file of this game, with a `Text` in place of each sentence in two languages."""
    text = (resources.files("daifu.replay.games.daifugo") / name).read_text(encoding="utf-8")
    return {key: _with_texts(one) for key, one in tomllib.loads(text).items()}


def _with_texts(data: Any) -> Any:  # noqa: ANN401 - any part of a data file
    if not isinstance(data, dict):
        return data
    return Text(**data) if data.keys() == {"en", "ja"} else {key: _with_texts(one) for key, one in data.items()}


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
        name: Parameter(name, **{**({"values": RANK_VALUES} if one["type"] in {"rank", "ranks"} else {}), **one})
        for name, one in entry.get("parameters", {}).items()
    }


class ParameterTexts:
    """What is said about a parameter: its name, sentences on some of its values, and `text` on all others.

    `names` are those of values inside sentences.
    """

    def __init__(self, label: Text, names: Mapping[str, Text] | None = None, **sentences: Text) -> None:
        self.label = label
        self.names = names or {}
        self.sentences = sentences

    def sentence(self, value: Value) -> Text:
        """The sentence on a value that is allowed."""
        own = self.sentences.get("empty" if value == [] else spelled(value))
        return own or filled(self.sentences["text"], value=self.shown(value))

    def shown(self, value: Value) -> Text:
        """A value as sentences name it."""
        if isinstance(value, list):
            return joined(self.shown(one) for one in value)
        if isinstance(value, dict):
            parts = [
                filled(Text("{} players {}", "{}人なら{}"), players, self.shown(points))
                for players, points in value.items()
            ]
            return Text("; ".join(part.en for part in parts), "；".join(part.ja for part in parts))
        name = str(value)
        return self.names.get(name) or CARDS.get(name) or Text(name, name)


class RuleTexts(NamedTuple):
    """What is said about a rule: what it does, and its parameters."""

    text: Text
    parameters: Mapping[str, ParameterTexts]

    def sentence(self, values: Mapping[str, Value]) -> Text:
        """What the rule does with these values of its parameters."""
        return labelled(filled(self.text, **{name: one.shown(values[name]) for name, one in self.parameters.items()}))


@cache
def rule_texts() -> Mapping[str, RuleTexts]:
    """What is said about the rules that can be switched on."""
    data = read_data("texts.toml")
    return {
        rule: RuleTexts(data[rule]["text"], {name: ParameterTexts(**data[rule][name]) for name in found.parameters})
        for rule, found in house_rules().built.items()
    }


@cache
def rule_names() -> Mapping[str, Text]:
    """The names of all rules, those that are not built included."""
    rules = house_rules()
    return {rule: read_data("texts.toml")[rule]["name"] for rule in (*rules.built, *rules.later)}
