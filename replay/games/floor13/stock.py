"""The stock: the cards that nobody was dealt (F-PASS-1, F-PASS-4, F-Q-33)."""

from collections.abc import Sequence
from typing import Final

from replay.cards import STANDARD, size
from replay.games.floor13.cards import PACK

UNKNOWN: Final = -1
"""Drawn cards that the record does not name."""


class Stock:
    """The face-down cards of a deal.

    `cards` are those left, the top one last, or None where the record does not say; then `hidden` is how many are left,
    and `named` are the cards that cannot be among them: those dealt, and those drawn so far. Methods that take `hands`
    are given the known cards of all players.
    """

    __slots__ = ("cards", "hidden", "named")

    def __init__(self, cards: list[int] | None, *, hidden: int = 0, named: int = 0) -> None:
        self.cards = cards
        self.hidden = hidden
        self.named = named

    @property
    def left(self) -> int:
        """How many cards there are."""
        return self.hidden if self.cards is None else len(self.cards)

    def copy(self) -> "Stock":
        """The same stock, to go on with apart."""
        return Stock(None if self.cards is None else [*self.cards], hidden=self.hidden, named=self.named)

    def due(self, wanted: int) -> int:
        """How many cards are drawn where so many are wanted: at most what there is (F-PASS-4)."""
        return min(wanted, self.left)

    def deal(self, player: int, wanted: int, hands: list[int], unknown: list[int]) -> int:
        """Give the player so many cards from the top, or all there are; these cards, `UNKNOWN` if some are not known.

        `unknown` counts the cards of each player that nobody knows.
        """
        cards = self.cards
        if cards is None:
            count = min(wanted, self.hidden)
            self.hidden -= count
            unknown[player] += count
            return UNKNOWN if count else 0
        known = cards.pop() if wanted == 1 and cards else turn_up(cards, wanted)
        hands[player] += known
        return known

    def hand_out(self, cards: int, _hands: Sequence[int]) -> bool:
        """Let these cards leave, whatever lies on top; whether they can have been the next ones."""
        count = size(cards)
        if self.cards is not None:
            return turn_up(self.cards, count) == cards
        self.hidden = max(0, self.hidden - count)
        self.named += cards
        return STANDARD.holds(PACK.cards, self.named)

    def set_aside(self, _cards: int) -> None:
        """These cards have left the game for good."""

    def gather(self, _held: int) -> None:
        """The cards of a cleared trick do not come back."""


class RenewedStock(Stock):
    """A stock that runs short takes in the cards laid aside, shuffled (option `reshuffle`).

    `total` is how many cards the whole deal has, `spare` how many are laid aside.
    """

    __slots__ = ("spare", "total")

    def __init__(self, cards: list[int] | None, *, hidden: int, named: int, total: int) -> None:
        super().__init__(cards, hidden=hidden, named=named)
        self.spare = 0
        self.total = total

    def copy(self) -> "RenewedStock":
        """The same stock, to go on with apart."""
        cards = None if self.cards is None else [*self.cards]
        twin = RenewedStock(cards, hidden=self.hidden, named=self.named, total=self.total)
        twin.spare = self.spare
        return twin

    def due(self, wanted: int) -> int:
        """How many cards are drawn where so many are wanted: at most what there is (F-PASS-4)."""
        return min(wanted, self.left + self.spare)

    def deal(self, player: int, wanted: int, hands: list[int], unknown: list[int]) -> int:
        """The same; what the stock is short of is drawn from the cards laid aside."""
        missing = wanted - self.left
        drawn = super().deal(player, wanted, hands, unknown)
        if missing <= 0 or not self.spare:
            return drawn
        self._renew(sum(hands))
        return super().deal(player, missing, hands, unknown)

    def hand_out(self, cards: int, hands: Sequence[int]) -> bool:
        """Let these cards leave, whatever lies on top; whether they can have been the next ones."""
        if size(cards) <= self.left or not self.spare:
            return super().hand_out(cards, hands)
        rest = 0 if self.cards is None else turn_up(self.cards, len(self.cards))
        self._renew(sum(hands) + rest)
        found = STANDARD.common(cards, rest)
        return super().hand_out(cards - found, hands) and found == rest

    def set_aside(self, cards: int) -> None:
        """These cards have left the game until the stock runs short."""
        self.spare += size(cards)

    def gather(self, held: int) -> None:
        """A trick is cleared: whatever of the deal is in no hand has been laid aside."""
        self.spare = max(0, self.total - self.left - held)

    def _renew(self, named: int) -> None:
        self.hidden = self.left + self.spare
        self.cards = None
        self.named = named
        self.spare = 0


def turn_up(cards: list[int], count: int) -> int:
    """Take so many cards from the top, or all there are."""
    found = sum(cards[-count:])
    del cards[-count:]
    return found
