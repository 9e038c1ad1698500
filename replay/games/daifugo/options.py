"""The options of daifugo: a local rule is false, true or an object of its parameters."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from daifu.replay.games.daifugo.catalogue import HouseRule, Parameter, house_rules
from daifu.replay.games.daifugo.texts import rule_names, rule_texts
from daifu.replay.games.daifugo.values import kind, normal_value, value_flaws
from daifu.replay.options import Flaw, Option, Options, Value, nearest
from daifu.replay.text import Text

_ON_OR_OFF: Final = "boolean | object of parameters"


def _accepts(rule: HouseRule, value: Value) -> bool:
    return not any(_rule_flaws(rule, value))


def _rule_text(rule: HouseRule) -> Text:
    """The name of a rule and what it does with its defaults."""
    texts = rule_texts()[rule.id]
    does = texts.sentence({name: parameter.default for name, parameter in rule.parameters.items()})
    return Text(f"{texts.name.en.capitalize()}. {does.en}", f"{texts.name.ja}。{does.ja}")


def _part_text(rule: HouseRule, parameter: Parameter) -> Text:
    """The name of a parameter and what its values do."""
    texts = rule_texts()[rule.id].parameters[parameter.name]
    said = [(value, sentence) for value, sentence in texts.values.items() if value not in {"null", "empty"}]
    if not said:
        return texts.sentence(parameter.default)
    en = " ".join(f"{value}: {sentence.en}" for value, sentence in said)
    ja = "".join(f"{value}：{sentence.ja}" for value, sentence in said)
    return Text(f"{texts.label.en.capitalize()}. {en}", f"{texts.label.ja}。{ja}")


def _parts(rule: HouseRule) -> tuple[Option, ...]:
    return tuple(
        Option(
            parameter.name,
            kind(parameter),
            parameter.default,
            rule.number,
            partial(_part_text, rule, parameter),
            partial(_part_accepts, parameter),
            named=partial(_part_label, rule, parameter),
            words=partial(_part_words, rule, parameter),
            shown=partial(_part_shown, rule, parameter),
        )
        for parameter in rule.parameters.values()
    )


def _rule_name(rule: str) -> Text:
    return rule_names()[rule]


def _part_label(rule: HouseRule, parameter: Parameter) -> Text:
    return rule_texts()[rule.id].parameters[parameter.name].label


def _part_words(rule: HouseRule, parameter: Parameter, value: Value) -> Text:
    return rule_texts()[rule.id].parameters[parameter.name].sentence(normal_value(parameter, value))


def _part_shown(rule: HouseRule, parameter: Parameter, value: Value) -> Text:
    return rule_texts()[rule.id].parameters[parameter.name].shown(value)


def _part_accepts(parameter: Parameter, value: Value) -> bool:
    return not any(value_flaws(parameter, value))


OPTIONS: Final[tuple[Option, ...]] = tuple(
    Option(
        rule.id,
        _ON_OR_OFF if rule.parameters else "boolean",
        default=False,
        rule=rule.number,
        said=partial(_rule_text, rule),
        accepts=partial(_accepts, rule),
        parts=partial(_parts, rule),
        named=partial(_rule_name, rule.id),
    )
    for rule in house_rules().built.values()
)


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
