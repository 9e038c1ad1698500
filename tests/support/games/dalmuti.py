"""Short deals of The Great Dalmuti; unless a test says otherwise, player n holds place n."""

from daifu.replay.deal import DealReport
from daifu.replay.options import Value
from tests.support.reports import judge_deals

ActionFaults = list[tuple[int, str]]


def hidden_hands(players: int = 4, cards: int = 80) -> list[str]:
    """The hands of a whole pack of unknown cards."""
    share, extra = divmod(cards, players)
    return [f"?*{share + (player < extra)}" for player in range(players)]


def partly_known_hands(*known: str, players: int = 4) -> list[str]:
    """The same, but of the first hands these cards are known."""
    seen = [*known, *[""] * (players - len(known))]
    sizes = [int(hand[2:]) for hand in hidden_hands(players)]
    return [f"{cards} ?*{size - len(cards.split())}" for cards, size in zip(seen, sizes, strict=True)]


def action_faults(*actions: str, players: int = 4, **options: Value) -> ActionFaults:
    """Action and code of the faults in a deal whose taxes are paid and whose hands are hidden."""
    deal = {"hands": hidden_hands(players), "hands_are": "exchanged", "actions": list(actions), "abandoned": True}
    return action_faults_in(judge_deals("dalmuti", [deal], players, options).deals[0])


def faults_before_play(hands: list[str], *actions: str, **options: Value) -> ActionFaults:
    """The same in a deal of these hands that owes taxes; nothing is owed for those not paid if nobody plays."""
    deal = {"hands": hands, "actions": list(actions), "abandoned": True}
    return action_faults_in(judge_deals("dalmuti", [deal], len(hands), options).deals[0])


def report_of(hands: list[str], *actions: str, places: list[int] | None = None, **options: Value) -> DealReport:
    """The report on a deal with these small hands, its taxes paid."""
    deal = {"hands": hands, "hands_are": "exchanged", "actions": list(actions), "places": places}
    return judge_deals("dalmuti", [deal], len(hands), options).deals[0]


def action_faults_in(deal: DealReport) -> ActionFaults:
    """Action and code of the faults of a deal that belong to an action."""
    return [(fault.action, fault.code) for fault in deal.faults if fault.action is not None]


def deal_fault_codes(deal: DealReport) -> list[str]:
    """The codes of the faults of the deal as a whole."""
    return [fault.code for fault in deal.faults if fault.action is None]
