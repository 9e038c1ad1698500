"""House rules checked, for those who write them, and compared with others."""

from collections.abc import Iterator
from typing import NamedTuple

from daifu.replay.games.daifugo.catalogue import rule_names, rule_texts
from daifu.replay.games.daifugo.sheet import tell_rule
from daifu.replay.options import Conflict, Options, Value
from daifu.replay.rules import Profile
from daifu.replay.text import Text, filled, joined, number_range
from daifu.schemas.house_document import House, Parent, base_text, conflicts, hash_of, inherited, profile_of_base
from daifu.schemas.record.errors import HouseRefused, Problem, mismatch_text


class HouseCheck(NamedTuple):
    """House rules that can be read, with all that they take over.

    `expanded` are the rules that are on, each with all its parameters, or all options of another game. `no_playouts`
    says why no deal is played out under them, None where deals are; nothing is known of that where the rules exclude
    each other.
    """

    house: House
    hash: str
    expanded: dict[str, Value]
    conflicts: list[Conflict]
    no_playouts: Text | None

    @property
    def stands(self) -> bool:
        """Whether records can be played under these rules."""
        return not any(conflict.refuses for conflict in self.conflicts)


def check_house(house: House, find: Parent) -> HouseCheck:
    """What is found about house rules. Raises `HouseRefused` as `inherited` does."""
    flat = inherited(house, find)
    found = conflicts(flat)
    profile = profile_of_base(flat.base)
    stands = profile is not None and not any(conflict.refuses for conflict in found)
    no_playouts = profile.rules(flat.rules).playouts.refusal() if profile is not None and stands else None
    return HouseCheck(flat, hash_of(flat), expanded_rules(flat), found, no_playouts)


def expanded_rules(flat: House) -> dict[str, Value]:
    """The rules of flattened house rules, each with all its parameters; of a game without local rules all options."""
    profile = profile_of_base(flat.base)
    options = {} if profile is None else profile.complete(flat.rules)
    if profile is not None and not profile.base:
        return dict(options)
    return {rule: value for rule, value in options.items() if isinstance(value, dict)}


class ParameterDifference(NamedTuple):
    """A parameter that two houses set otherwise, with the sentences on both values."""

    parameter: str
    label: Text
    here: Value
    there: Value
    here_text: Text
    there_text: Text


class RuleDifference(NamedTuple):
    """A rule that both houses have, with other parameters."""

    rule: str
    name: Text
    parameters: list[ParameterDifference]


class NamedRule(NamedTuple):
    """A rule that only one of two houses has, and what it does there."""

    rule: str
    name: Text
    text: Text


class HouseComparison(NamedTuple):
    """How two flattened house rules differ in what they mean; names and notes are not looked at."""

    players: tuple[tuple[int, ...], tuple[int, ...]] | None
    only_here: list[NamedRule]
    only_there: list[NamedRule]
    otherwise: list[RuleDifference]

    @property
    def same(self) -> bool:
        """Whether the two mean the same."""
        return self.players is None and not (self.only_here or self.only_there or self.otherwise)


def compare_houses(one: House, other: House) -> HouseComparison:
    """How two flattened house rules differ, in the order of the catalogue of rules.

    Raises `HouseRefused` for those of two games.
    """
    if one.base != other.base:
        raise HouseRefused([Problem("", mismatch_text(base_text(one), other.base))])
    here, there = tuple(one.players or ()), tuple(other.players or ())
    profile = profile_of_base(one.base)
    if profile is None or profile.base:
        found = compare_rules(expanded_rules(one), expanded_rules(other))
    else:
        found = HouseComparison(None, [], [], list(_option_differences(profile, one, other)))
    return found._replace(players=(here, there) if here != there else None)


def _option_differences(profile: Profile, one: House, other: House) -> Iterator[RuleDifference]:
    """The options of a game without local rules that two sets of them choose otherwise."""
    here, there = profile.complete(one.rules), profile.complete(other.rules)
    for option in profile.options:
        values = here[option.name], there[option.name]
        if values[0] != values[1]:
            words = (option.words(value) for value in values)
            yield RuleDifference(
                option.name, option.label, [ParameterDifference(option.name, option.label, *values, *words)]
            )


def compare_rules(one: Options, other: Options) -> HouseComparison:
    """The same for two complete choices of options."""
    here, there = ({rule: values for rule, values in each.items() if isinstance(values, dict)} for each in (one, other))
    return HouseComparison(
        None,
        [NamedRule(rule, rule_names()[rule], tell_rule(one, rule)) for rule in here if rule not in there],
        [NamedRule(rule, rule_names()[rule], tell_rule(other, rule)) for rule in there if rule not in here],
        [
            RuleDifference(rule, rule_names()[rule], _parameters(rule, values, there[rule]))
            for rule, values in here.items()
            if rule in there and values != there[rule]
        ],
    )


def _parameters(rule: str, here: dict[str, Value], there: dict[str, Value]) -> list[ParameterDifference]:
    texts = rule_texts()[rule].parameters
    return [
        ParameterDifference(name, texts[name].label, one, other, texts[name].sentence(one), texts[name].sentence(other))
        for (name, one), other in zip(here.items(), there.values(), strict=True)
        if one != other
    ]


def difference_text(found: HouseComparison) -> Text:
    """How two houses differ, in names: for whom this one is, what is more here, what is missing, what is otherwise."""
    said = (
        (Text("more: {}", "余分：{}"), found.only_here),
        (Text("missing: {}", "不足：{}"), found.only_there),
        (Text("set otherwise: {}", "設定の違い：{}"), found.otherwise),
    )
    numbers = None if found.players is None else number_range(*found.players[0])
    parts = [] if numbers is None else [Text(f"for {numbers.en} players", f"{numbers.ja}人用")]
    parts += [filled(text, names) for text, rules in said if (names := joined(rule.name for rule in rules)).en]
    return Text("; ".join(part.en for part in parts), "、".join(part.ja for part in parts))
