"""What is said about the named local rules and their parameters, in both languages."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from daifu.replay.games.daifugo.catalogue import house_rules, read_data
from daifu.replay.options import Value
from daifu.replay.text import Text

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
        return filled(self.text, {"value": self.shown(value)})

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
        said = filled(self.text, {name: texts.shown(values[name]) for name, texts in self.parameters.items()})
        return Text(said.en[:1].upper() + said.en[1:], said.ja)


@cache
def rule_texts() -> Mapping[str, RuleTexts]:
    """What is said about the rules that can be switched on."""
    data = read_data("texts.toml")
    return {rule: _rule(data[rule], found.parameters) for rule, found in house_rules().built.items()}


@cache
def rule_names() -> Mapping[str, Text]:
    """The names of all rules, those that are not built included."""
    data = read_data("texts.toml")
    rules = house_rules()
    return {rule: text_of(data[rule]["name"]) for rule in (*rules.built, *rules.later)}


def joined(parts: Iterable[Text]) -> Text:
    """Words one after another."""
    listed = list(parts)
    return Text(", ".join(part.en for part in listed), "、".join(part.ja for part in listed))


def _rule(entry: Mapping[str, Any], parameters: Iterable[str]) -> RuleTexts:
    return RuleTexts(
        name=text_of(entry["name"]),
        text=text_of(entry["text"]),
        parameters={name: _parameter(entry[name]) for name in parameters},
    )


def _parameter(entry: Mapping[str, Any]) -> ParameterTexts:
    return ParameterTexts(
        label=text_of(entry["label"]),
        values={value: text_of(text) for value, text in entry.items() if value not in {"label", "names", "text"}},
        names={value: text_of(text) for value, text in entry.get("names", {}).items()},
        text=text_of(entry["text"]) if "text" in entry else None,
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


def filled(text: Text, values: Mapping[str, Text]) -> Text:
    """A text with others in place of their names in braces."""
    return Text(
        text.en.format_map({name: value.en for name, value in values.items()}),
        text.ja.format_map({name: value.ja for name, value in values.items()}),
    )


def text_of(entry: Mapping[str, str]) -> Text:
    """A text of the data files."""
    return Text(entry["en"], entry["ja"])
