"""The exchange of a game: the hands that it leads to, and what it may have been where no log tells (U-XCH-1)."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from replay.cards import STANDARD
from replay.games.uecda.profile import GIFTS, TAKEN
from schemas.uecda.plain_deals import Gift, PlainDeal
from schemas.uecda.trial import World

Hands = Sequence[tuple[str, ...]]
Exchange = tuple[Gift, ...]


def as_written(deal: PlainDeal) -> list[Exchange]:
    """The exchange that the log has: there is no other."""
    return [deal.gifts]


def as_possible(deal: PlainDeal) -> Iterator[Exchange]:
    """Every exchange that the rules allow: the rich give back what they choose, cards just received included."""
    if deal.places is None:
        yield ()
        return
    poor = gifts_of_the_poor(deal.hands, deal.places)
    choices = []
    for received, (rich, last, count) in zip(poor, GIFTS, strict=True):
        held = (*deal.hands[deal.places[rich] - 1], *received.cards)
        choices.append([Gift(deal.places[rich], deal.places[last], cards) for cards in combinations(held, count)])
    for back in product(*choices):
        yield (*poor, *back)


def gifts_of_the_poor(hands: Hands, places: Sequence[int]) -> Exchange:
    """What the rules take from the poor: the strongest cards of daihinmin and of hinmin."""
    return tuple(
        Gift(places[poor], places[rich], _strongest(hands[places[poor] - 1], count)) for rich, poor, count in GIFTS
    )


def world_of(hands: Hands) -> World:
    """The hands as they were dealt."""
    return tuple(map(STANDARD.pack, hands))


def moved(world: World, gifts: Exchange) -> World | None:
    """The hands after these gifts; nothing if a giver does not hold what he gives."""
    hands = list(world)
    for gift in gifts:
        cards = STANDARD.pack(gift.cards)
        if not STANDARD.holds(hands[gift.giver - 1], cards):
            return None
        hands[gift.giver - 1] -= cards
        hands[gift.receiver - 1] += cards
    return tuple(hands)


def _strongest(hand: Sequence[str], count: int) -> tuple[str, ...]:
    return tuple(sorted(hand, key=TAKEN.index)[:count])
