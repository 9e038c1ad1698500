"""Short games of the UECda server."""

from daifu.replay.deal import DealReport
from daifu.replay.options import Value
from tests.support.reports import judge_deals

ActionFaults = list[tuple[int, str]]

HIDDEN = ["?*11", "?*11", "?*11", "?*10", "?*10"]
"""The hands of a whole pack of unknown cards. The first to act has the lead."""

REVOLUTION = ("1 S9 H9 D9 C9", *(f"{player} -" for player in (2, 3, 4, 5, 1)))
"""Player 1 turns the order, everybody passes, and player 1 leads again with action 6."""


def action_faults(*actions: str, **options: Value) -> ActionFaults:
    """Action and code of the faults in a game of hidden hands that owes no exchange."""
    deal = {"hands": HIDDEN, "actions": list(actions), "abandoned": True}
    return action_faults_in(judge_deals("uecda", [deal], 5, options).deals[0])


def standing_faults(*actions: str, **options: Value) -> ActionFaults:
    """The same where a faulty set does not count as a pass."""
    return action_faults(*actions, **{"illegal_play": "stands", **options})


def exchange_faults(hands: list[str], *actions: str) -> ActionFaults:
    """The same in a game of these hands whose ranking is 1 2 3 4 5; nothing is missing if nobody plays."""
    deal = {"hands": hands, "places": [1, 2, 3, 4, 5], "actions": list(actions), "abandoned": True}
    return action_faults_in(judge_deals("uecda", [deal], 5).deals[0])


def report_of(hands: list[str], *actions: str, **options: Value) -> DealReport:
    """The report on a game with these small hands that owes no exchange."""
    return judge_deals("uecda", [{"hands": hands, "actions": list(actions)}], 5, options).deals[0]


def passes_of(*players: int) -> list[str]:
    """These players pass one after the other."""
    return [f"{player} -" for player in players]


def action_faults_in(deal: DealReport) -> ActionFaults:
    """Action and code of the faults of a game that belong to an action."""
    return [(fault.action, fault.code) for fault in deal.faults if fault.action is not None]


def deal_fault_codes(deal: DealReport) -> list[str]:
    """The codes of the faults of the game as a whole."""
    return [fault.code for fault in deal.faults if fault.action is None]
