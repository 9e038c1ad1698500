"""The named local rules as `rules.toml` has them: their numbers, parameters and allowed values.

The file is read when the game is loaded, so that no other game waits for it. What is said about the rules is in
`texts.py`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

_RANKS: Final = (3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A", "2")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a rule: its type, its default, and what is allowed.

    `values` are what a choice, a rank or a list may name, in the order in which a list is kept. `least` and `most`
    bound a number, `fewest` is how many items a list needs.
    """

    name: str
    type: str
    default: Any
    values: tuple[Any, ...]
    least: int
    most: int
    fewest: int

    @property
    def nullable(self) -> bool:
        """Whether null is allowed, which is then the default."""
        return self.default is None


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule that can be switched on.

    `number` is the id that faults cite. `needs` are the rules of which one has to be on, too. `playouts` are the values
    of parameters under which deals can be played out, None where they cannot. `sources` tells how common the rule is.
    """

    id: str
    number: str
    section: str
    parameters: Mapping[str, Parameter]
    needs: tuple[str, ...]
    counted: bool
    sources: int
    playouts: Mapping[str, list[Any]] | None


@dataclass(frozen=True, slots=True)
class LaterRule:
    """A rule that is known by name and not built; those of tier B may come first."""

    id: str
    number: str
    section: str
    tier: str


@dataclass(frozen=True, slots=True)
class HouseRules:
    """All rules: those that can be switched on, and those that are only known, each in the order of their numbers.

    `citations` are the ids of the rules, those of the base game included, by the faults that break them.
    """

    built: Mapping[str, HouseRule]
    later: Mapping[str, LaterRule]
    citations: Mapping[str, str]


def read_data(name: str) -> dict[str, Any]:
    """A data file of this game."""
    return tomllib.loads((resources.files("daifu.replay.games.daifugo") / name).read_text(encoding="utf-8"))


@cache
def house_rules() -> HouseRules:
    """The rules as `rules.toml` has them."""
    data = read_data("rules.toml")
    tiers = {rule: tier for tier, rules in data["later"].items() for rule in rules}
    built: dict[str, HouseRule] = {}
    later: dict[str, LaterRule] = {}
    for section, rules in data["sections"].items():
        for place, rule in enumerate(rules, 1):
            number = f"H-{section.upper()}-{place}"
            if rule in tiers:
                later[rule] = LaterRule(rule, number, section, tiers[rule])
            else:
                built[rule] = _rule(rule, number, section, data["rules"][rule])
    cited = {**data["base"], **{rule.number: data["rules"][name].get("cites", ()) for name, rule in built.items()}}
    return HouseRules(built, later, {fault: number for number, faults in cited.items() for fault in faults})


def _rule(rule: str, number: str, section: str, entry: Mapping[str, Any]) -> HouseRule:
    return HouseRule(
        id=rule,
        number=number,
        section=section,
        parameters={name: _parameter(name, one) for name, one in entry.get("parameters", {}).items()},
        needs=tuple(entry.get("needs", ())),
        counted=entry.get("counted", False),
        sources=entry["sources"],
        playouts=entry.get("playouts"),
    )


def _parameter(name: str, entry: Mapping[str, Any]) -> Parameter:
    ranks = _RANKS if entry["type"] in {"rank", "ranks"} else ()
    return Parameter(
        name=name,
        type=entry["type"],
        default=entry.get("default"),
        values=tuple(entry.get("values", ranks)),
        least=entry.get("least", 0),
        most=entry.get("most", 0),
        fewest=entry.get("fewest", 1),
    )
