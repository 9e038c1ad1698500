"""The options of daifugo: a local rule is false, true or an object of its parameters."""

from collections.abc import Iterator
from typing import Final

from daifu.replay.games.daifugo.catalogue import HouseRule, Parameter, house_rules
from daifu.replay.games.daifugo.texts import ParameterTexts, rule_names, rule_texts
from daifu.replay.games.daifugo.values import kind, normal_value, value_flaws
from daifu.replay.options import Flaw, Option, Options, Value, nearest
from daifu.replay.text import Text


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
