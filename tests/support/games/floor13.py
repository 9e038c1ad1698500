"""A thirteenth-floor table for tests: hidden hands for single tricks, small known ones for whole games."""

from collections.abc import Sequence
from typing import Any

from daifu.replay.deal import DealReport
from daifu.replay.match import Report
from daifu.replay.options import Options, Value
from tests.support.reports import judge_deals

HIDDEN = ("?*7", "?*7", "?*7", "?*7")
"""Four players with unknown cards only: each card that they play was among these."""

REVOLUTION = ("1 S6 H6 D6 C6", "2 draw", "3 draw", "4 draw")
"""Player 1 leads a revolution, nobody answers, the order is turned, and player 1 leads again with action 4."""


def trick_faults(*actions: str, hands: Sequence[str] = HIDDEN, **options: Value) -> list[str]:
    """What is wrong with actions that player 1 begins, as `player code`, in the order of the actions."""
    deal = {"first": 1, "hands": list(hands), "actions": list(actions), "abandoned": True}
    return fault_texts(judge_deals("floor13", [deal], len(hands), options).deals[0])


def report_of(hands: Sequence[str], *actions: str, stock: str | None = None, **options: Value) -> DealReport:
    """The report on a game with these small hands, all of one size, that player 1 begins."""
    more = {} if stock is None else {"stock": stock}
    return sitting_report([raw_deal(hands, *actions, first=1, **more)], hands, options).deals[0]


def faults_of_beginning(hands: Sequence[str], *actions: str, stock: str | None = None, **options: Value) -> list[str]:
    """What is wrong with the beginning of such a game."""
    return [
        fault for fault in fault_texts(report_of(hands, *actions, stock=stock, **options)) if fault != "deal_incomplete"
    ]


def raw_deal(hands: Sequence[str], *actions: str, **more: object) -> dict[str, Any]:
    """A deal as a record has it."""
    return {"hands": list(hands), "actions": list(actions), **more}


def sitting_report(deals: list[dict[str, Any]], hands: Sequence[str], options: Options | None = None) -> Report:
    """The report on deals of which each hand has as many cards as the first of these."""
    return judge_deals("floor13", deals, len(hands), {"hand_size": len(hands[0].split()), **(options or {})})


def fault_texts(deal: DealReport) -> list[str]:
    """The faults of a deal as `player code`, those of the whole deal as the code alone."""
    return [fault.code if fault.player is None else f"{fault.player} {fault.code}" for fault in deal.faults]
