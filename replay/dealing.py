"""Dealing: the cards of a new deal, and what else is left to chance at a table, by a seed."""

from collections.abc import Callable
from typing import TypeVar

from daifu.replay.actions import PLAY, Action
from daifu.replay.analysis.playout import RandomNumbers, mixed
from daifu.replay.deal import Deal, Hand, Result
from daifu.replay.match import Match
from daifu.replay.position import Position
from daifu.replay.table import Table

Kind = TypeVar("Kind")


def seeded(seed: int, *places: int) -> RandomNumbers:
    """The random numbers of a place, such as the third deal, where a table has this seed."""
    for place in places:
        seed = mixed(seed) + place
    return RandomNumbers(seed)


def shuffle(things: list[Kind], random: RandomNumbers) -> None:
    """Bring the things into random order, all orders equally likely."""
    for place in range(len(things) - 1, 0, -1):
        other = random.below(place + 1)
        things[place], things[other] = things[other], things[place]


def deal_cards(match: Match, deal: Deal, random: RandomNumbers) -> None:
    """Shuffle the pack and deal it to those who sit in the next deal of a match; what is left is the stock.

    If nothing tells who begins, somebody is appointed by lot. Who sits and begins may be given in the deal. A card that
    is always dealt is swapped for a dealt one, before anybody looks, where it would be left over.
    """
    sitting = match.rules.sitting
    start = match.start(deal, [])
    field = sitting.appointed
    if field and not (start.ranking or start.winner) and getattr(deal, field) is None:
        setattr(deal, field, start.seats[random.below(len(start.seats))])
    pack = sitting.pack(len(start.seats))
    names = pack.alphabet.list(pack.alphabet.lacking(start.kept or 0, pack.cards))
    shuffle(names, random)
    shares = sitting.shares(start)
    dealt = sum(shares.values())
    for place in range(dealt, len(names)):
        if names[place] in sitting.always_dealt:
            others = [other for other in range(dealt) if names[other] not in sitting.always_dealt]
            other = others[random.below(len(others))]
            names[place], names[other] = names[other], names[place]
    hands: list[Hand | None] = [None] * start.count
    for player, size in shares.items():
        hands[player - 1] = Hand.of(pack.alphabet, pack.alphabet.pack(names[:size]))
        names = names[size:]
    deal.hands = hands
    if sitting.hand_size is not None:
        deal.stock = tuple(map(pack.alphabet.one.__getitem__, names))


def name_drawn_cards(before: Position, action: Action, after: Table, random: Callable[[], RandomNumbers]) -> str:
    """The action with the cards that it drew from a stock that had to be shuffled anew, or as it is written.

    They are any that no hand has and that do not lie in the trick.
    """
    alphabet, player = after.rules.alphabet, action.player
    drawn = after.unknown[player] - before.table.unknown[player]
    if drawn <= 0:
        return action.text
    hidden = after.unseen()
    for laid in before.trick:
        if laid.verb == PLAY:
            hidden = alphabet.lacking(laid.cards, hidden)
    names = alphabet.list(hidden)
    shuffle(names, random())
    known = alphabet.list(alphabet.lacking(before.table.hands[player], after.hands[player]))
    return f"{action.text} {' '.join(known + names[:drawn])}"


def draw_places(reached: Position, random: RandomNumbers) -> Result | None:
    """The result of a deal that ended and left places open, which are drawn by lot; None where there are none."""
    table, deal = reached.table, reached.start.deal
    sitting = table.rules.sitting
    if not table.over or sitting.called_off(table) or sitting.order(table.copy(), deal) is not None:
        return None
    left = [player for player in reached.start.seats if player not in table.out]
    shuffle(left, random)
    return Result((*table.out, *left))
