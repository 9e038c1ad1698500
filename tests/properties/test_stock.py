"""The stock of the thirteenth floor may be written, or the cards drawn from it, or both (F-Q-33)."""

from hypothesis import given

from replay.actions import DRAW
from schemas.raw import RawDeal, RawRecord
from tests.support.outcome import found, judged, results
from tests.support.rewrite import with_deals
from tests.support.strategies import sittings
from tests.support.walk import Step, walks


def as_drawn(step: Step) -> str:
    """The action; a draw names the cards that came."""
    action, before, after = step
    if action.verb != DRAW or action.cards:
        return action.text
    drawn = before.rules.alphabet.list(after.hands[action.player] - before.hands[action.player])
    return " ".join([action.text, *drawn])


def draws_named(raw: RawRecord) -> RawRecord:
    """The record with the cards of every draw."""
    deals: list[RawDeal] = [
        {**deal, "actions": [as_drawn(step) for step in walk]}
        for deal, walk in zip(raw["deals"], walks(raw), strict=True)
    ]
    return {**raw, "deals": deals}


def without_stock(deal: RawDeal) -> RawDeal:
    other = deal.copy()
    other.pop("stock", None)
    return other


@given(sittings(("floor13",), deals=3))
def test_draws_may_be_named_beside_the_stock(raw: RawRecord) -> None:
    report, named = judged(raw), judged(draws_named(raw))
    assert results(named) == results(report)
    assert list(map(found, named.deals)) == list(map(found, report.deals))


@given(sittings(("floor13",), deals=3))
def test_they_may_be_named_instead_of_it(raw: RawRecord) -> None:
    report, named = judged(raw), judged(with_deals(draws_named(raw), without_stock))
    assert results(named) == results(report)
    assert list(map(found, named.deals)) == list(map(found, report.deals))
