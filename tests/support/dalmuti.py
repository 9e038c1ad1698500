"""Short deals of The Great Dalmuti; unless a test says otherwise, player n holds place n."""

from replay.options import Value
from replay.report import DealReport
from tests.support.records import judged

Wrong = list[tuple[int, str]]


def hidden(players: int = 4, cards: int = 80) -> list[str]:
    """The hands of a whole pack of which nobody has seen a card."""
    share, extra = divmod(cards, players)
    return [f"?*{share + (player < extra)}" for player in range(players)]


def dealt(*known: str, players: int = 4) -> list[str]:
    """The same, but of the first hands these cards are known."""
    seen = [*known, *[""] * (players - len(known))]
    sizes = [int(hand[2:]) for hand in hidden(players)]
    return [f"{cards} ?*{size - len(cards.split())}" for cards, size in zip(seen, sizes, strict=True)]


def wrong(*actions: str, players: int = 4, **options: Value) -> Wrong:
    """Action and code of the faults in a deal whose taxes are paid and whose hands are hidden."""
    deal = {"hands": hidden(players), "hands_are": "exchanged", "actions": list(actions), "abandoned": True}
    return wrong_in(judged("dalmuti", [deal], players, options).deals[0])


def before_play(hands: list[str], *actions: str, **options: Value) -> Wrong:
    """The same in a deal of these hands that owes taxes; nothing is owed for those not paid if nobody plays."""
    deal = {"hands": hands, "actions": list(actions), "abandoned": True}
    return wrong_in(judged("dalmuti", [deal], len(hands), options).deals[0])


def played(hands: list[str], *actions: str, places: list[int] | None = None, **options: Value) -> DealReport:
    """The report on a deal with these small hands, its taxes paid."""
    deal = {"hands": hands, "hands_are": "exchanged", "actions": list(actions), "places": places}
    return judged("dalmuti", [deal], len(hands), options).deals[0]


def wrong_in(deal: DealReport) -> Wrong:
    """Action and code of the faults of a deal that belong to an action."""
    return [(fault.action, fault.code) for fault in deal.faults if fault.action is not None]


def whole(deal: DealReport) -> list[str]:
    """The codes of the faults of the deal as a whole."""
    return [fault.code for fault in deal.faults if fault.action is None]
