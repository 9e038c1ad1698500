"""A theater table for tests: most rules show in a few actions after a quiet opening."""

from collections.abc import Sequence

from daifu.replay.deal import DealReport
from daifu.replay.options import Options, Value
from tests.support.reports import judge_deals

FaultPlace = tuple[int | None, int | None, str]

OPEN_HANDS = ["D3 ?*12", "?*13", "?*13", "?*14"]
"""Only the diamond 3 is known. All other cards that are played were unknown ones."""

OPENING = ["1 D3", "2 -", "3 -", "4 -"]
"""Player 1 opens, nobody answers, and player 1 leads again."""

SUITS = [
    f"{suit}3 {suit}4 {suit}5 {suit}6 {suit}7 {suit}8 {suit}9 {suit}T {suit}J {suit}Q {suit}K {suit}A {suit}2"
    for suit in "DSHC"
]
FULL_HANDS = [*SUITS[:3], SUITS[3] + " X"]
"""Each player has a suit, the fourth the joker besides."""


def report_of(
    *actions: str, hands: Sequence[str] = OPEN_HANDS, options: Options | None = None, **deal: object
) -> DealReport:
    """The report on the first deal of a sitting; it may break off without a notice."""
    raw = {"hands": list(hands), "actions": list(actions), "abandoned": True, **deal}
    return judge_deals("theater", [raw], options=options).deals[0]


def fault_places(report: DealReport) -> list[FaultPlace]:
    """Action, player and code of every fault."""
    return [(fault.action, fault.player, fault.code) for fault in report.faults]


def trick_faults(*actions: str, **options: Value) -> list[str]:
    """What is wrong with actions that follow the opening, as `player code`, in the order of the actions."""
    hands = OPEN_HANDS if options.get("jokers") != 2 else ["D3 ?*13", *OPEN_HANDS[1:]]
    report = report_of(*OPENING, *actions, hands=hands, options=options)
    return [f"{fault.player} {fault.code}" for fault in report.faults]


def endgame_report(hands: Sequence[str], *actions: str, abandoned: bool = False, **options: Value) -> DealReport:
    """The report on the last tricks of a game, without the fault for short hands. The first to act leads."""
    report = report_of(*actions, hands=hands, options=options, abandoned=abandoned)
    report.faults = [fault for fault in report.faults if fault.code != "bad_deal"]
    return report
