"""The options of daifugo: a local rule is false, true or an object of parameters. A choice of them makes a `House`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Final

from daifu.replay.games.daifugo.catalogue import (
    HouseRule,
    Parameter,
    ParameterTexts,
    house_rules,
    read_data,
    rule_names,
    rule_texts,
)
from daifu.replay.options import Flaw, Option, Options, Value, nearest, spelled
from daifu.replay.text import Text, filled, number_range
from daifu.replay.titles import ALTERNATIVE_TITLES

_CARD: Final = re.compile("[SHDC](?:10|[3-9TJQKA2])")
_JOKER: Final = "X"
_DECK: Final[list[Value]] = [suit + rank for suit in "SHDC" for rank in "3456789TJQKA2"]
_RANKS: Final[tuple[Value, ...]] = (3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A", "2")
_PLAYERS: Final = tuple(map(str, range(2, 9)))
"""The numbers of players that `points.by_place` may name."""
TABLE_PLAYERS: Final = {name: len(titles) for name, titles in ALTERNATIVE_TITLES.items()}
"""The number of players of each table of titles but the standard one."""
_LARGEST: Final = 2**53 - 1
"""The largest number that JSON carries exactly everywhere."""

_TYPES: Final[Mapping[str, Mapping[str, str]]] = read_data("rules.toml")["types"]


def normal_value(parameter: Parameter, value: Any) -> Value:  # noqa: ANN401 - any JSON value
    """An allowed value in the form in which it is kept: sets in their order, ranks and cards in one spelling."""
    item = _TYPES[parameter.type].get("items", "")
    if not isinstance(value, list):
        return _normal_item(parameter.type, value)
    if not item:
        return list(value)
    order: Sequence[Value] = _DECK if item == "suited" else parameter.values
    items = [_normal_item(item, one) for one in value]
    return sorted(items, key=order.index) if order else sorted(value)


def _normal_item(kind: str, value: Any) -> Value:  # noqa: ANN401 - any JSON value
    """A value that is no list: a rank is a number from 3 to 10, or one of J Q K A 2, and a card has T for 10."""
    if kind == "rank":
        name = "10" if value == "T" else str(value)
        return int(name) if name.isdecimal() and name != "2" else name
    kept: Value = value.replace("10", "T") if kind in {"card", "suited"} else value
    return kept


def value_flaws(parameter: Parameter, value: Value) -> Iterator[Flaw]:
    """What is wrong with a value of a parameter, with places inside it."""
    kind = parameter.type
    if value is None and parameter.default is None:
        return
    if isinstance(value, list) and "items" in _TYPES[kind]:
        yield from _set_flaws(parameter, value)
    elif isinstance(value, list) and kind == "counts":
        yield from _number_flaws(value, 0, Text("a whole number of cards from 0", "0以上の整数（枚数）"))
    elif isinstance(value, list) and kind == "points":
        yield from _point_flaws(value)
    elif isinstance(value, dict) and kind == "points":
        for players, points in value.items():
            if players not in _PLAYERS:
                yield Flaw((players,), Text("a number of players from 2 to 8", "2〜8の人数"), players)
            elif isinstance(points, list):
                yield from (flaw.under(players) for flaw in _point_flaws(points))
            else:
                yield Flaw((players,), _POINTS, points)
    elif not _fits(parameter, "choice" if kind in {"tables", "points"} else kind, value):
        yield Flaw((), allowed(parameter), value, nearest(value, map(spelled, parameter.values)))


def _set_flaws(parameter: Parameter, items: list[Value]) -> Iterator[Flaw]:
    """The items of a list that are not allowed, that stand twice, and a list that is too short."""
    kind = _TYPES[parameter.type]["items"]
    seen: list[Value] = []
    for place, item in enumerate(items):
        if not _fits(parameter, kind, item):
            yield Flaw((place,), _wanted(parameter, kind), item, nearest(item, map(spelled, parameter.values)))
            continue
        normal = TABLE_PLAYERS.get(str(item)) or _normal_item(kind, item)
        if normal in seen:
            yield Flaw((place,), _ONCE[parameter.type == "tables"], item)
        seen.append(normal)
    if len(items) < parameter.fewest:
        yield Flaw((), allowed(parameter), items)


_ONCE: Final = (
    Text("each value only once", "重複のない値"),
    Text("one table for a number of players", "同じ人数につき1つの表"),
)
_POINTS: Final = Text("a list of 2 to 8 whole numbers", "2〜8個の整数の配列")


def _point_flaws(points: list[Value]) -> Iterator[Flaw]:
    yield from _number_flaws(points, -_LARGEST, Text("a whole number of points", "整数（点数）"))
    if not len(_PLAYERS) + 1 >= len(points) >= 2:  # noqa: PLR2004 - a deal has two players at least
        yield Flaw((), _POINTS, points)


def _number_flaws(numbers: list[Value], least: int, want: Text) -> Iterator[Flaw]:
    for place, number in enumerate(numbers):
        if not _is_number(number, least, _LARGEST):
            yield Flaw((place,), want, number)


def _fits(parameter: Parameter, kind: str, value: Value) -> bool:
    """Whether a value that is no list and no object is allowed."""
    if kind == "integer":
        return _is_number(value, parameter.least, parameter.most)
    if isinstance(value, bool) or kind == "switch":
        return isinstance(value, bool) and (kind == "switch" or any(value is one for one in parameter.values))
    if kind == "rank":
        return isinstance(value, int | str) and _normal_item(kind, value) in parameter.values
    if not isinstance(value, str):
        return False
    if kind in {"card", "suited"}:
        return _CARD.fullmatch(value) is not None or (kind == "card" and value == _JOKER)
    return value in parameter.values


def _is_number(value: Value, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def allowed(parameter: Parameter) -> Text:
    """What a parameter has to be, as errors say it."""
    want, texts = _wanted(parameter, parameter.type), read_data("texts.toml")["types"]
    return filled(Text(**texts["null"]), value=want) if parameter.default is None else want


def _wanted(parameter: Parameter, kind: str) -> Text:
    """What a value of this type has to be."""
    texts = read_data("texts.toml")["types"]
    if kind not in texts:
        item = _wanted(parameter, _TYPES[kind]["items"])
        return filled(Text(**texts["filled_set" if parameter.fewest else "set"]), item=item)
    names = [spelled(one) for one in parameter.values]
    numbers = number_range(parameter.least, parameter.most)
    return filled(Text(**texts[kind]), names=Text(", ".join(names), "、".join(names)), numbers=numbers)


def kind(parameter: Parameter) -> str:
    """The values of a parameter, as the kinds of options are written."""
    names = [spelled(one) for one in parameter.values]
    text = _TYPES[parameter.type]["kind"].format(
        least=parameter.least, most=parameter.most, either=" | ".join(names), names=", ".join(names)
    )
    return f"{text} | null" if parameter.default is None else text


class House:
    """The local rules of one choice of options, made once for each choice.

    `house.on("eight_cut")` tells whether a rule is on, and `house.eight_cut.in_runs` is a parameter of it. A rule that
    is off has its defaults there. Ranks are numbers from 3 to 10 and the texts J Q K A 2. `words_wait` tells whether
    the turn goes on only when a word is said or missed.
    """

    def __init__(self, options: Options, *, words_wait: bool = True) -> None:
        """The house of options that were checked; rules that they do not name are off."""
        self.words_wait = words_wait
        self._parameters: dict[str, SimpleNamespace] = {}
        self.expanded: dict[str, dict[str, Value]] = {}
        for name, rule in house_rules().built.items():
            chosen = options.get(name, False)
            given = chosen if isinstance(chosen, dict) else {}
            values = {
                parameter.name: normal_value(parameter, given.get(parameter.name, parameter.default))
                for parameter in rule.parameters.values()
            }
            self._parameters[name] = SimpleNamespace(**values)
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
        return self._parameters[rule]

    def __getattr__(self, rule: str) -> SimpleNamespace:
        """The parameters of a rule."""
        try:
            return self._parameters[rule]
        except KeyError:
            raise AttributeError(rule) from None


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
        texts = rule_texts()[rule.id]
        does = texts.sentence({name: parameter.default for name, parameter in rule.parameters.items()})
        return Text(f"{texts.name.en.capitalize()}. {does.en}", f"{texts.name.ja}。{does.ja}")

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

    def texts() -> ParameterTexts:
        return rule_texts()[rule.id].parameters[parameter.name]

    def said() -> Text:
        """The name of the parameter and what its values do."""
        found = texts()
        values = [(value, sentence) for value, sentence in found.values.items() if value not in {"null", "empty"}]
        if not values:
            return found.sentence(parameter.default)
        en = " ".join(f"{value}: {sentence.en}" for value, sentence in values)
        ja = "".join(f"{value}：{sentence.ja}" for value, sentence in values)
        return Text(f"{found.label.en.capitalize()}. {en}", f"{found.label.ja}。{ja}")

    return Option(
        parameter.name,
        kind(parameter),
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
    names = {rule: rule for rule in rule_names()}
    for rule, called in rule_names().items():
        names |= {called.en: rule, **dict.fromkeys(called.ja.split("・"), rule)}
    return names.get(name) or names.get(nearest(name, names), "")


def _rule_flaws(rule: HouseRule, value: Value) -> Iterator[Flaw]:
    if isinstance(value, bool):
        return
    if not isinstance(value, dict):
        yield Flaw(
            (), Text("true, false or an object of parameters", "true、false、またはパラメーターのオブジェクト"), value
        )
        return
    for name, chosen in value.items():
        parameter = rule.parameters.get(name)
        if parameter is not None:
            yield from (flaw.under(name) for flaw in value_flaws(parameter, chosen))
        elif rule.parameters:
            names = list(rule.parameters)
            want = Text(f"one of {', '.join(names)}", f"{'、'.join(names)}のどれか")
            yield Flaw((name,), want, name, nearest(name, names))
        else:
            yield Flaw(
                (name,),
                Text(
                    "an object without parameters, as the rule has none",
                    "パラメーターのない規則なので、空のオブジェクト",
                ),
                name,
            )
