"""The named local rules: their ids, parameters, values and sentences, as `rules.toml` has them.

The file is read when the game is loaded, so that no other game waits for it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from replay.text import Text


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a rule: its type, its default, and what is allowed.

    `values` are what a choice, a rank or a list may name, in the order in which a list is kept. `least` and `most`
    bound a number. `texts` are the sentences on its values, by value; `text` is the sentence for all others.
    """

    name: str
    type: str
    default: Any
    label: Text
    values: tuple[Any, ...]
    least: int
    most: int
    fewest: int
    texts: Mapping[str, Text]
    text: Text | None

    @property
    def nullable(self) -> bool:
        """Whether null is allowed, which is then the default."""
        return self.default is None


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule that can be switched on.

    `number` is the id that faults cite. `text` says what the rule does, `counted` when the statistics count it. `needs`
    are the rules of which one has to be on, too. `unplayable` says why no playouts are made under it, None where they
    are.
    """

    id: str
    number: str
    section: str
    name: Text
    text: Text
    parameters: Mapping[str, Parameter]
    needs: tuple[str, ...]
    counted: Text | None
    unplayable: bool


@dataclass(frozen=True, slots=True)
class LaterRule:
    """A rule that is known by name and not built."""

    id: str
    number: str
    section: str
    name: Text
    tier: str


@dataclass(frozen=True, slots=True)
class HouseRules:
    """All rules: those that can be switched on, and those that are only known, each in the order of their numbers."""

    built: Mapping[str, HouseRule]
    later: Mapping[str, LaterRule]


@cache
def house_rules() -> HouseRules:
    """The rules as `rules.toml` has them."""
    file = resources.files("replay.games.daifugo") / "rules.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    built: dict[str, HouseRule] = {}
    later: dict[str, LaterRule] = {}
    for section, ids in data["sections"].items():
        for place, rule in enumerate(ids, 1):
            number = f"H-{section.upper()}-{place}"
            if rule in data["rules"]:
                built[rule] = _rule(rule, number, section, data["rules"][rule])
            else:
                entry = data["later"][rule]
                later[rule] = LaterRule(rule, number, section, _text(entry), entry["tier"])
    return HouseRules(built, later)


def _rule(rule: str, number: str, section: str, entry: Mapping[str, Any]) -> HouseRule:
    return HouseRule(
        id=rule,
        number=number,
        section=section,
        name=_text(entry),
        text=_text(entry["text"]),
        parameters={name: _parameter(name, one) for name, one in entry.get("parameters", {}).items()},
        needs=tuple(entry.get("needs", ())),
        counted=_text(entry["counted"]) if "counted" in entry else None,
        unplayable=entry.get("unplayable", False),
    )


def _parameter(name: str, entry: Mapping[str, Any]) -> Parameter:
    return Parameter(
        name=name,
        type=entry["type"],
        default=entry.get("default"),
        label=_text(entry),
        values=tuple(entry.get("values", ())),
        least=entry.get("least", 0),
        most=entry.get("most", 0),
        fewest=entry.get("fewest", 1),
        texts={value: _text(one) for value, one in entry.get("texts", {}).items()},
        text=_text(entry["text"]) if "text" in entry else None,
    )


def _text(entry: Mapping[str, str]) -> Text:
    return Text(entry["en"], entry["ja"])
