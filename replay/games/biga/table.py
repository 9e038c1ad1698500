"""The position of a Big A deal: who declared what, who is the partner, and who knows."""

from typing import ClassVar, Final, Self

from replay.games.biga.cards import copies
from replay.rules import Rules
from replay.table import NOBODY, Table

OWN: Final = (
    "ace",
    "announced",
    "captured",
    "counterable",
    "declarer",
    "displayed",
    "known",
    "partner",
    "shown",
)


class BigATable(Table):
    """A table with a declaration and two teams.

    `ace` is the Big A as a multiset of one, 0 before the declaration; `shown` how many of them the `declarer` laid
    open before play; `counterable` whether two equal aces may still replace his declaration; `announced` the partner
    who made himself known before play. `partner` is nobody where the declarer is alone, and None before the first lead
    or while an unknown card hides him; `known` tells whether all players know the teams. `displayed` counts the
    declarer's own Big As laid in play, `captured` by player the Big As in his hand that were on the table before.
    """

    __slots__ = OWN
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN)

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.declarer = NOBODY
        self.ace = 0
        self.shown = 0
        self.counterable = False
        self.announced = NOBODY
        self.partner: int | None = None
        self.known = False
        self.displayed = 0
        self.captured = [0] * len(hands)

    def copy(self) -> Self:
        """The same position on a table of its own."""
        twin = super().copy()
        twin.captured = self.captured.copy()
        return twin

    def declare(self, player: int, ace: int, shown: int, *, counterable: bool) -> None:
        """The player becomes declarer with so many aces laid open; any earlier declaration or word lapses (B-Q-11)."""
        self.declarer = self.turn = player
        self.ace = ace
        self.shown = shown
        self.counterable = counterable
        self.announced = NOBODY
        self.known = shown > 1

    def reveal(self, player: int, cards: int) -> None:
        """The player lays these cards of his hand open and takes them back: none of them is unknown any more."""
        shown = self.take(player, cards)
        self.hands[player] += shown

    def big_aces(self, cards: int) -> int:
        """How many Big As are among the cards; there must be a declaration."""
        return copies(cards, self.ace)

    def cards_held(self, player: int, cards: int) -> int:
        """Those of the cards that the player can have, known or unknown."""
        surplus = self.missing(player, cards)[self.unknown[player] :]
        return cards - self.rules.alphabet.pack(surplus)
