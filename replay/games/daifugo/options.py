"""The options of daifugo: a local rule is false, true or an object of parameters. A choice of them makes a `House`."""

from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Final

from daifu.replay.games.daifugo.catalogue import (
    CARDS,
    RANK_VALUES,
    HouseRule,
    Parameter,
    ParameterTexts,
    house_rules,
    read_data,
    rule_names,
    rule_texts,
)
from daifu.replay.options import Flaw, Option, Options, Value, nearest, plain_words, run_on, spelled, unknown_name
from daifu.replay.text import Text, filled, number_range
from daifu.replay.titles import ALTERNATIVE_TITLES

_PLAYERS: Final = tuple(map(str, range(2, 9)))
"""The numbers of players that `points.by_place` may name."""
TABLE_PLAYERS: Final = {name: len(titles) for name, titles in ALTERNATIVE_TITLES.items()}
"""The number of players of each table of titles but the standard one."""

_RANKS: Final[Mapping[str, Value]] = {"T": 10, **{str(rank): rank for rank in RANK_VALUES}}
"""The ranks by their spellings."""
_TYPES: Final[Mapping[str, Mapping[str, str]]] = read_data("rules.toml")["types"]
_VALUES: Final[Mapping[str, Sequence[Value]]] = {
    "switch": (True, False),
    "card": tuple(CARDS),
    "suited": tuple(CARDS)[:-1],
    "count": range(2**53),
    "score": range(1 - 2**53, 2**53),
}
"""The values of types that are the same for all parameters; JSON carries these numbers exactly everywhere."""
_REPEATING: Final = frozenset({"count", "score"})
"""The types of items of lists that are no sets."""


def _values(parameter: Parameter, kind: str) -> Sequence[Value]:
    """The values of a type that is no list, in their order."""
    if kind == "integer":
        return range(parameter.least, parameter.most + 1)
    return parameter.values if kind in {"choice", "rank"} else _VALUES.get(kind, ())


def normal_value(parameter: Parameter, value: Value) -> Value:
    """An allowed value in the form in which it is kept: sets in their order, ranks and cards in one spelling."""
    if not isinstance(value, list):
        return normal_item(parameter.type, value)
    item = _TYPES[parameter.type]["items"]
    items = [normal_item(item, one) for one in value]
    return items if item in _REPEATING else sorted(items, key=_values(parameter, item).index)


def normal_item(kind: str, value: Value) -> Value:
    """A value that is no list: a rank is a number from 3 to 10, or one of J Q K A 2, and a card has T for 10."""
    if kind == "rank" and isinstance(value, int | str):
        return _RANKS.get(str(value), value)
    return value.replace("10", "T") if isinstance(value, str) and kind in {"card", "suited"} else value


def value_flaws(parameter: Parameter, value: Value) -> Iterator[Flaw]:
    """What is wrong with a value of a parameter, with places inside it."""
    kind = parameter.type
    if value is None and parameter.default is None:
        return
    if isinstance(value, dict) and kind == "points":
        for players, points in value.items():
            if players in _PLAYERS:
                yield from (flaw.under(players) for flaw in _point_flaws(parameter, points))
            else:
                yield Flaw((players,), Text("a number of players from 2 to 8", "2〜8の人数"), players)
    elif isinstance(value, list) and kind == "points":
        yield from _point_flaws(parameter, value)
    elif isinstance(value, list) and "items" in _TYPES[kind]:
        yield from _item_flaws(parameter, value)
        if len(value) < parameter.fewest:
            yield Flaw((), _wanted(parameter, kind), value)
    elif not _fits(parameter, "choice" if kind in {"tables", "points"} else kind, value):
        yield Flaw((), _wanted(parameter, kind), value, nearest(value, map(spelled, parameter.values)))


def _point_flaws(parameter: Parameter, points: Value) -> Iterator[Flaw]:
    """What is wrong with the points of the places of some number of players."""
    if isinstance(points, list):
        yield from _item_flaws(parameter, points)
    if not isinstance(points, list) or str(len(points)) not in _PLAYERS:
        yield Flaw((), Text("a list of 2 to 8 whole numbers", "2〜8個の整数の配列"), points)


def _item_flaws(parameter: Parameter, items: list[Value]) -> Iterator[Flaw]:
    """The items of a list that are not allowed, and those of a set that stand twice."""
    kind = _TYPES[parameter.type]["items"]
    seen: list[Value] = []
    for place, item in enumerate(items):
        if not _fits(parameter, kind, item):
            meant = "" if kind == "score" else nearest(item, map(spelled, parameter.values))
            yield Flaw((place,), _wanted(parameter, kind), item, meant)
            continue
        normal = TABLE_PLAYERS.get(str(item)) or normal_item(kind, item)
        if normal in seen and kind not in _REPEATING:
            want = Text("each value only once", "重複のない値")
            if parameter.type == "tables":
                want = Text("one table for a number of players", "同じ人数につき1つの表")
            yield Flaw((place,), want, item)
        seen.append(normal)


def _fits(parameter: Parameter, kind: str, value: Value) -> bool:
    """Whether a value that is no list and no object is allowed; true and 1.0 are no whole numbers."""
    values, normal = _values(parameter, kind), normal_item(kind, value)
    if isinstance(values, range):
        return type(normal) is int and normal in values
    return any(type(one) is type(normal) and one == normal for one in values)


def _wanted(parameter: Parameter, kind: str) -> Text:
    """What a parameter, or an item of a list that it is, has to be, as errors say it."""
    texts = read_data("texts.toml")["types"]
    if kind in texts:
        numbers = number_range(parameter.least, parameter.most)
        want = filled(texts[kind], names=plain_words([*parameter.values]), numbers=numbers)
    else:
        item = _wanted(parameter, _TYPES[kind]["items"])
        want = filled(texts["filled_set" if parameter.fewest else "set"], item=item)
    return filled(texts["null"], value=want) if kind == parameter.type and parameter.default is None else want


class House:
    """The local rules of one choice of options, made once for each choice.

    `house.on("eight_cut")` tells whether a rule is on, and `house.eight_cut.in_runs` is a parameter of it. A rule that
    is off has its defaults there. Ranks are numbers from 3 to 10 and the texts J Q K A 2. `words_wait` tells whether
    the turn goes on only when a word is said or missed.
    """

    def __init__(self, options: Options, *, words_wait: bool = True) -> None:
        """The house of options that were checked; rules that they do not name are off."""
        self.words_wait = words_wait
        self.expanded: dict[str, dict[str, Value]] = {}
        for name, rule in house_rules().built.items():
            chosen = options.get(name, False)
            given = chosen if isinstance(chosen, dict) else {}
            values = {part: normal_value(one, given.get(part, one.default)) for part, one in rule.parameters.items()}
            vars(self)[name] = SimpleNamespace(**values)
            if chosen is not False:
                self.expanded[name] = values

    def on(self, rule: str) -> bool:
        """Whether the rule is on."""
        return rule in self.expanded

    def any_on(self, *rules: str) -> bool:
        """Whether any of the rules is on."""
        return any(rule in self.expanded for rule in rules)

    def __getitem__(self, rule: str) -> SimpleNamespace:
        """The parameters of a rule."""
        found: SimpleNamespace = getattr(self, rule)
        return found

    def __getattr__(self, rule: str) -> SimpleNamespace:
        """The parameters of a rule, which are in the house from the start: there is no such rule."""
        raise AttributeError(rule)


_MOST_KEPT: Final = 64
_KEPT: Final[dict[str, House]] = {}


def house_of(options: Options) -> House:
    """The house of these options, the same one each time."""
    key = str(sorted(options.items()))
    house = _KEPT.get(key)
    if house is None:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        house = _KEPT[key] = House(options)
    return house


def expanded_options(options: Options) -> Options:
    """The options as rules keep them: of each rule false, or all its parameters."""
    expanded = house_of(options).expanded
    return {name: dict(expanded[name]) if name in expanded else False for name in house_rules().built}


def _option(rule: HouseRule) -> Option:
    """A local rule as an option. What is said about it is read when somebody asks."""

    def said() -> Text:
        """The name of the rule and what it does with its defaults."""
        name = rule_names()[rule.id]
        does = rule_texts()[rule.id].sentence({part: one.default for part, one in rule.parameters.items()})
        return Text(f"{name.en.capitalize()}. {does.en}", f"{name.ja}。{does.ja}")

    return Option(
        rule.id,
        "boolean | object of parameters" if rule.parameters else "boolean",
        default=False,
        rule=rule.number,
        said=said,
        accepts=lambda value: not any(_rule_flaws(rule, value)),
        parts=lambda: tuple(_part(rule, parameter) for parameter in rule.parameters.values()),
        named=lambda: rule_names()[rule.id],
    )


def _part(rule: HouseRule, parameter: Parameter) -> Option:
    """A parameter of a local rule as a part of its option."""
    names = [spelled(one) for one in parameter.values]
    kind = _TYPES[parameter.type]["kind"].format(
        least=parameter.least, most=parameter.most, either=" | ".join(names), names=", ".join(names)
    )

    def texts() -> ParameterTexts:
        return rule_texts()[rule.id].parameters[parameter.name]

    def said() -> Text:
        """The name of the parameter and what its values do."""
        found = texts()
        told = [
            Text(f"{value}: {one.en}", f"{value}：{one.ja}")
            for value, one in found.sentences.items()
            if value not in {"text", "null", "empty"}
        ]
        if not told:
            return found.sentence(parameter.default)
        values = run_on(told)
        return Text(f"{found.label.en.capitalize()}. {values.en}", f"{found.label.ja}。{values.ja}")

    return Option(
        parameter.name,
        f"{kind} | null" if parameter.default is None else kind,
        parameter.default,
        rule.number,
        said,
        lambda value: not any(value_flaws(parameter, value)),
        named=lambda: texts().label,
        words=lambda value: texts().sentence(normal_value(parameter, value)),
        shown=lambda value: texts().shown(value),
    )


OPTIONS: Final[tuple[Option, ...]] = tuple(map(_option, house_rules().built.values()))


def flaws(_options: tuple[Option, ...], chosen: Options) -> Iterator[Flaw]:
    """The chosen rules that there are not or not yet, and their wrong parameters and values."""
    rules = house_rules()
    for name, value in chosen.items():
        if name in rules.built:
            yield from (flaw.under(name) for flaw in _rule_flaws(rules.built[name], value))
        elif name not in rules.later:
            want = Text("the name of a local rule", "ローカルルールの名前")
            yield Flaw((name,), want, name, _meant_rule(name))
        elif value is not False:
            called = rule_names()[name]
            want = Text(
                f"false, as {called.en} ({name}) is a known rule that is not built yet",
                f"{called.ja}（{name}）は知られているがまだ実装されていない規則なので、false",
            )
            yield Flaw((name,), want, value)


def _meant_rule(name: str) -> str:
    """The rule that is probably meant by a word like its id, or like its name in either language."""
    names: dict[str, str] = {}
    for rule, called in rule_names().items():
        names |= dict.fromkeys((rule, called.en, *called.ja.split("・")), rule)
    return names.get(name) or names.get(nearest(name, names), "")


def _rule_flaws(rule: HouseRule, value: Value) -> Iterator[Flaw]:
    if isinstance(value, dict):
        for name, chosen in value.items():
            if name in rule.parameters:
                yield from (flaw.under(name) for flaw in value_flaws(rule.parameters[name], chosen))
            elif rule.parameters:
                yield unknown_name(name, rule.parameters)
            else:
                en, ja = (
                    "an object without parameters, as the rule has none",
                    "パラメーターのない規則なので、空のオブジェクト",
                )
                yield Flaw((name,), Text(en, ja), name)
    elif not isinstance(value, bool):
        en, ja = "true, false or an object of parameters", "true、false、またはパラメーターのオブジェクト"
        yield Flaw((), Text(en, ja), value)
