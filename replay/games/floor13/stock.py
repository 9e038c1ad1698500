"""The stock: the cards that nobody was dealt (F-PASS-1, F-PASS-4, F-Q-33)."""

from collections.abc import Sequence
from typing import Self

from replay.cards import STANDARD, size
from replay.games.floor13.cards import PACK


class Stock:
    """The face-down cards of a deal.

    `left` is how many there are, `total` how many the whole deal has. `cards` are all that the stock began with, top
    first, or None where the record does not say; then `named` are the cards that cannot be among them: those dealt, and
    those drawn so far. `spare` is the number of cards laid aside that come back when it runs short. Methods that take
    `hands` are given the known cards of all players.
    """

    __slots__ = ("cards", "left", "named", "spare", "total")

    def __init__(self, cards: tuple[int, ...] | None, *, left: int, total: int, named: int) -> None:
        self.cards = cards
        self.left = left
        self.total = total
        self.named = named
        self.spare = 0

    def copy(self) -> Self:
        """The same stock, to go on with apart."""
        twin = type(self)(self.cards, left=self.left, total=self.total, named=self.named)
        twin.spare = self.spare
        return twin

    def due(self, wanted: int) -> int:
        """How many cards are drawn where so many are wanted: at most what there is (F-PASS-4)."""
        return wanted if wanted <= self.left else min(wanted, self.left + self.spare)

    def draw(self, wanted: int, _hands: Sequence[int]) -> tuple[int, int]:
        """So many cards from the top, or all there are: those known, and how many others."""
        left = self.left
        count = min(left, wanted)
        self.left = left - count
        cards = self.cards
        if cards is None:
            return 0, count
        first = len(cards) - left
        return (cards[first] if count == 1 else sum(cards[first : first + count])), 0

    def hand_out(self, cards: int, _hands: Sequence[int]) -> bool:
        """Let these cards leave, whatever lies on top; whether they can have been the next ones."""
        count = size(cards)
        if self.cards is not None:
            return self._turn_up(self.cards, count) == cards
        self.left = max(0, self.left - count)
        self.named += cards
        return STANDARD.holds(PACK.cards, self.named)

    def set_aside(self, _count: int) -> None:
        """So many cards have left the game for good."""

    def gather(self, _held: int) -> None:
        """The cards of a cleared trick do not come back."""

    def _turn_up(self, cards: tuple[int, ...], count: int) -> int:
        first = len(cards) - self.left
        self.left = max(0, self.left - count)
        return sum(cards[first : first + count])


class RenewedStock(Stock):
    """A stock that runs short takes in the cards laid aside, shuffled (option `reshuffle`)."""

    __slots__ = ()

    def draw(self, wanted: int, hands: Sequence[int]) -> tuple[int, int]:
        """So many cards from the top, or all there are: those known, and how many others."""
        missing = wanted - self.left
        known, unknown = super().draw(wanted, hands)
        if missing <= 0 or not self.spare:
            return known, unknown
        self._renew(sum(hands) + known)
        return known, unknown + super().draw(missing, hands)[1]

    def hand_out(self, cards: int, hands: Sequence[int]) -> bool:
        """Let these cards leave, whatever lies on top; whether they can have been the next ones."""
        if size(cards) <= self.left or not self.spare:
            return super().hand_out(cards, hands)
        rest = 0 if self.cards is None else self._turn_up(self.cards, self.left)
        self._renew(sum(hands) + rest)
        found = STANDARD.common(cards, rest)
        return super().hand_out(cards - found, hands) and found == rest

    def set_aside(self, count: int) -> None:
        """So many cards have left the game until the stock runs short."""
        self.spare += count

    def gather(self, held: int) -> None:
        """A trick is cleared: whatever of the deal is in no hand has been laid aside."""
        self.spare = max(0, self.total - self.left - held)

    def _renew(self, named: int) -> None:
        self.cards = None
        self.named = named
        self.left += self.spare
        self.spare = 0
