"""Short deals of Akagiri's daihinmin."""

from typing import Any

from replay.report import DealReport, Report
from tests.support.records import judged

REVOLUTION = ("1 S9 H9 D9 C9", "2 -", "3 -", "4 -")
"""Player 1 of four makes a revolution and leads again, at action 4."""


def hidden(players: int = 4, jokers: int = 1, decks: int = 1) -> list[str]:
    """The hands of a whole pack of which nobody has seen a card."""
    share, extra = divmod(52 * decks + jokers, players)
    return [f"?*{share + (player < extra)}" for player in range(players)]


def wrong(*actions: str, players: int = 4, **options: Any) -> list[tuple[int, str]]:
    """Action and code of the faults in a deal that player 1 leads and whose hands are hidden."""
    hands = hidden(players, options.get("jokers", 1), options.get("decks", 1))
    deal = {"dealer": 1, "hands": hands, "actions": list(actions), "abandoned": True}
    return of_actions(judged("akagiri", [deal], players, options))


def played(hands: list[str], *actions: str, places: list[int] | None = None, **options: Any) -> DealReport:
    """The report on a deal with these small hands, led by player 1; `places` is a ranking whose exchange is over."""
    deal = {"dealer": 1, "hands": hands, "hands_are": "exchanged", "actions": list(actions), "places": places}
    return judged("akagiri", [deal], len(hands), options).deals[0]


def wrong_in(deal: DealReport) -> list[tuple[int, str]]:
    """Action and code of the faults of a deal that belong to an action."""
    return [(fault.action, fault.code) for fault in deal.faults if fault.action is not None]


def of_actions(report: Report, deal: int = 0) -> list[tuple[int, str]]:
    """The same of a deal of a report."""
    return wrong_in(report.deals[deal])
