"""Which local rules explain a record: the answer of the search, and the record as it takes it."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec

from daifu.replay.explanation.search import Explanations as Found
from daifu.replay.explanation.search import explain
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.daifugo.catalogue import house_rules, rule_names, rule_texts
from daifu.replay.options import Options, Value
from daifu.schemas.answer import Answer, Text, about
from daifu.schemas.record.decode import decode_raw
from daifu.schemas.record.rules import replace_rules
from daifu.schemas.report import Fault, describe_fault

LOCAL_RULES: Final = "daifugo"
"""The game with local rules."""
MOST_DEALS: Final = 20
"""The most deals that are looked at: the first ones of a record."""
MOST_ACTIONS: Final = 3_000
"""The most actions of these deals together, but at least one deal is looked at."""


class ExplainingRule(Answer):
    """A local rule of an explanation."""

    rule: Annotated[str, about("The name of the rule in options.", "eight_cut")]
    name: Annotated[Text, about("What people call it.")]
    sentences: Annotated[Sequence[Text], about("What it does here, where that is not as by default.")]
    sources: Annotated[int, about("How many of 65 rule sets, lists, clubs and programs have the rule.", 43)]


class ExplainingRules(Answer):
    """A set of local rules that explains the record: without any of them it would have faults."""

    options: Annotated[dict[str, Any], about("The rules as the options of a record.", {"eight_cut": True})]
    rules: Annotated[Sequence[ExplainingRule], about("The same rules in words.")]


class FaultLeft(Answer):
    """A fault that no set of rules removes."""

    deal: Annotated[int, about("The deal, counted from 1.", 2)]
    fault: Annotated[Fault, about("The fault.")]


class Explanations(Answer):
    """The sets of local rules that explain a record, the smallest ones first, of equal ones the most common."""

    deals: Annotated[int, about("How many deals were looked at, from the first one on.", 5)]
    explanations: Annotated[Sequence[ExplainingRules], about("The sets that were found; none if the search gave up.")]
    left: Annotated[Sequence[FaultLeft], about("Faults that no rule removes: mistakes of players or of the record.")]
    nearest: Annotated[
        ExplainingRules | None,
        about("Where nothing explains the record, the set under which it goes furthest; else null."),
    ]
    stopped: Annotated[FaultLeft | None, about("The first fault under that set; null where the record is explained.")]
    trials: Annotated[int, about("How many sets were tried.", 120)]
    complete: Annotated[bool, about("Whether no other set was left to try.", example=False)]


def explain_record(record: bytes) -> Explanations:
    """The local rules that explain a record, a JSON text of any game with the same cards, whatever its own rules are.

    Raises `RecordRefused` if it cannot be read as a game with local rules, such as for its cards or number of players.
    """
    raw = replace_rules(msgspec.json.decode(record), LOCAL_RULES, {})
    deals = raw["deals"][:MOST_DEALS]
    while len(deals) > 1 and sum(len(deal.get("actions", ())) for deal in deals) > MOST_ACTIONS:
        deals.pop()
    sources = {name: rule.sources for name, rule in house_rules().built.items()}
    found = explain(decode_raw({**raw, "deals": deals}).record, PROFILES[LOCAL_RULES], sources)
    return _answer(found, len(deals))


def _answer(found: Found, deals: int) -> Explanations:
    stopped = found.stopped.faults
    explained = bool(found.found)
    return Explanations(
        deals=deals,
        explanations=[_explanation(one.options) for one in found.found],
        left=[FaultLeft(deal + 1, describe_fault(one)) for deal, one in found.left],
        nearest=None if explained else _explanation(found.nearest),
        stopped=None if explained or not stopped else FaultLeft(found.stopped.deal + 1, describe_fault(stopped[0])),
        trials=found.trials,
        complete=found.complete,
    )


def _explanation(options: Options) -> ExplainingRules:
    rules = house_rules().built
    return ExplainingRules({**options}, [_rule(rule, options[rule]) for rule in rules if rule in options])


def _rule(rule: str, value: Value) -> ExplainingRule:
    name, texts = rule_names()[rule], rule_texts()[rule].parameters
    chosen = value if isinstance(value, dict) else {}
    said = [texts[parameter].sentence(one) for parameter, one in chosen.items()]
    return ExplainingRule(
        rule=rule,
        name=Text(name.en, name.ja),
        sentences=[Text(one.en, one.ja) for one in said],
        sources=house_rules().built[rule].sources,
    )
