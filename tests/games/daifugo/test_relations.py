"""What has to stay the same when something changes that does not matter: rules without effect, their order, suits."""

from random import Random
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.match import Report, replay
from daifu.replay.options import Options
from daifu.replay.statistics.record import count_record
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.houses import DAIFUGO, RULES, house_sitting, with_mistakes
from tests.support.strategies import houses

seeds = st.integers(0, 2**32)

NAMES_SUITS: Final = frozenset({"spade3", "first_lead", "next_lead", "joker_wild", "exchange", "finish_ban"})
"""Rules that name cards, or put suits in an order."""
OTHER_SUITS: Final = str.maketrans("SHDC", "CDHS")
"""Each suit becomes the other one of its colour."""
NOT_BY_EVENTS: Final = frozenset(
    {
        *("exchange", "finish_ban", "jack_back", "revolution", "seven_give", "ten_discard", "queen_bomber", "spade3"),
        "upheaval",
    }
)
"""Rules that change more than their counted events do: what is owed, what is legal, what may be said."""


def outcome(raw: RawRecord, options: Options) -> list[tuple[object, ...]]:
    """Places, points and faults of every deal."""
    report: Report = replay(load_raw_record({**raw, "options": {**options}}))
    return [
        (deal.order, deal.points, [(fault.action, fault.player, fault.code) for fault in deal.faults])
        for deal in report.deals
    ]


def chosen(raw: RawRecord) -> Options:
    return raw.get("options", {})


@given(houses(DAIFUGO), seeds)
def test_the_order_in_which_rules_are_written_does_not_matter(options: Options, seed: int) -> None:
    raw = with_mistakes(house_sitting(options, Random(seed)), Random(seed))
    backwards = dict(reversed(list(chosen(raw).items())))
    assert outcome(raw, backwards) == outcome(raw, chosen(raw))


@given(houses(DAIFUGO), seeds)
def test_defaults_may_be_written_out(options: Options, seed: int) -> None:
    raw = with_mistakes(house_sitting(options, Random(seed)), Random(seed))
    complete = DAIFUGO.complete(chosen(raw))
    assert outcome(raw, complete) == outcome(raw, chosen(raw))


@given(houses(DAIFUGO), seeds)
def test_suits_may_change_their_names_where_no_rule_names_one(options: Options, seed: int) -> None:
    left = {rule: value for rule, value in options.items() if rule not in NAMES_SUITS}
    rules = left if not any(one.refuses for one in DAIFUGO.conflicts(DAIFUGO.complete(left), None)) else {}
    raw = with_mistakes(house_sitting(rules, Random(seed)), Random(seed))
    [deal, *_others] = raw["deals"]
    renamed: RawDeal = {
        **deal,
        "hands": [hand and hand.translate(OTHER_SUITS) for hand in deal["hands"]],
        "actions": [in_other_suits(text) for text in deal["actions"]],
    }
    assert outcome({**raw, "deals": [renamed]}, rules) == outcome({**raw, "deals": [deal]}, rules)


def in_other_suits(text: str) -> str:
    """An action with other suits: words that are no cards stay."""
    return " ".join(word if word.islower() or word.isdigit() else word.translate(OTHER_SUITS) for word in text.split())


@given(houses(DAIFUGO), seeds)
def test_a_rule_of_which_nothing_came_may_be_turned_off(options: Options, seed: int) -> None:
    """Its counter says so: nobody used it, and no set had its effect."""
    raw = house_sitting(options, Random(seed))
    _report, counted = count_record(load_raw_record(raw))
    happened = {name for counts in counted.seats.values() for name, count in counts.items() if count}
    rules = chosen(raw)
    for rule in rules:
        less = {name: value for name, value in rules.items() if name != rule}
        never = RULES[rule].counted and f"house.{rule}" not in happened and rule not in NOT_BY_EVENTS
        if never and not any(one.refuses for one in DAIFUGO.conflicts(DAIFUGO.complete(less), None)):
            assert outcome(raw, less) == outcome(raw, rules), rule
