"""Short deals of Akagiri's daihinmin."""

from daifu.replay.deal import DealReport
from daifu.replay.games.akagiri.profile import PROFILE
from daifu.replay.match import Report
from daifu.replay.options import Options, Value
from tests.support.reports import judge_deals

REVOLUTION = ("1 S9 H9 D9 C9", "2 -", "3 -", "4 -")
"""Player 1 of four makes a revolution and leads again, at action 4."""


def hidden_hands(players: int = 4, options: Options | None = None) -> list[str]:
    """The hands of a whole pack of unknown cards."""
    pack = PROFILE.rules(options or {}).sitting.pack(players)
    share, extra = divmod(pack.size, players)
    return [f"?*{share + (player < extra)}" for player in range(players)]


def action_faults(*actions: str, **options: Value) -> list[tuple[int, str]]:
    """Action and code of the faults in a deal of four hidden hands that player 1 leads."""
    deal = {"dealer": 1, "hands": hidden_hands(4, options), "actions": list(actions), "abandoned": True}
    return action_faults_of(judge_deals("akagiri", [deal], 4, options))


def report_of(hands: list[str], /, *actions: str, **options: Value) -> DealReport:
    """The report on a deal with these small hands, led by player 1."""
    deal = {"dealer": 1, "hands": hands, "actions": list(actions)}
    return judge_deals("akagiri", [deal], len(hands), options).deals[0]


def report_after_exchange(places: list[int], hands: list[str], /, *actions: str, **options: Value) -> DealReport:
    """The report on a deal with these small hands, led by player 1, when the exchange of this ranking is over."""
    deal = {"dealer": 1, "places": places, "hands": hands, "hands_are": "exchanged", "actions": list(actions)}
    return judge_deals("akagiri", [deal], len(hands), options).deals[0]


def action_faults_in(deal: DealReport) -> list[tuple[int, str]]:
    """Action and code of the faults of a deal that belong to an action."""
    return [(fault.action, fault.code) for fault in deal.faults if fault.action is not None]


def action_faults_of(report: Report, deal: int = 0) -> list[tuple[int, str]]:
    """The same of a deal of a report."""
    return action_faults_in(report.deals[deal])
