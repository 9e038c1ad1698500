"""Gifts that the poor and the rich owe each other before play: what is owed, and who has made his."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from replay.cards import Ladder

BEST: Final = "best"
"""The strongest cards of the hand as dealt: what the poor give."""
DEALT: Final = "dealt"
"""Any cards of the hand as dealt, none of those just received."""
ANY: Final = "any"
"""Any cards held."""
SWAP: Final = "swap"
"""A card drawn blindly, for one drawn blindly: nothing to judge (D-OPT-4)."""


@dataclass(slots=True)
class Gift:
    """What one player owes another: how many cards, and what `choice` he has."""

    giver: int
    taker: int
    size: int
    choice: str


@dataclass(slots=True)
class Exchange:
    """The gifts owed in a deal, by giver, and who has made his; the `ladder` tells which cards are the best.

    With the first play the exchange is `closed`, also if that play was turned down.
    """

    owed: dict[int, Gift]
    ladder: Ladder
    made: set[int] = field(default_factory=set)
    closed: bool = False

    def copy(self) -> "Exchange":
        """The same state of the exchange, to go on with apart."""
        return replace(self, owed=self.owed.copy(), made=self.made.copy())


Pairing = tuple[int, int, int]
"""Who exchanges how much: the 0-based places of the rich and of the poor, and the cards that each gives."""


def gifts_between(places: tuple[int, ...], pairings: Iterable[Pairing], back: str) -> dict[int, Gift]:
    """The gifts that a ranking owes, by giver: the poor give their best, the rich choose their gifts `back`."""
    gifts = {}
    for rich, poor, count in pairings:
        above, below = places[rich], places[poor]
        gifts[below] = Gift(below, above, count, BEST)
        gifts[above] = Gift(above, below, count, back)
    return gifts
