"""The position of a theater game: who opens it, which cards lie open, and who is taking a joker."""

from typing import ClassVar, Final

from replay.actions import PLAY, Action
from replay.rules import Rules
from replay.table import NOBODY, Table

ANYBODY: Final = -1
"""The opener of a game whose lead is free."""


OWN: Final = ("exposed", "opener", "sinking", "taking")


class TheaterTable(Table):
    """A table that also knows about the diamond 3, the heart 3, cards shown by mistake and jokers laid last.

    `opener` is the holder of the diamond 3 while he has to lead it: `NOBODY` where no hand names it, `ANYBODY` when the
    lead has become free. `exposed` are the cards that each player has shown by mistake (T-PUN-1). `taking` tells that
    the heart 3 now played interrupts the lead after a joker (T-Q-16), `sinking` that the set now laid goes out with a
    joker (T-FOUL-1).
    """

    __slots__ = OWN
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN)

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.opener = NOBODY
        self.exposed = [0] * len(hands)
        self.sinking = False
        self.taking = False

    def copy(self) -> "TheaterTable":
        """The same position on a table of its own, with an empty list of faults."""
        twin = super().copy()
        twin.exposed = self.exposed.copy()
        return twin

    @property
    def must_open(self) -> bool:
        """Whether the next lead opens the game and its player is known to hold the diamond 3 (T-OPEN-1)."""
        return not self.leads and self.turn == self.opener > NOBODY

    def open_cards(self, player: int) -> int:
        """The cards of the player's known hand that lie open before him (T-PUN-1)."""
        return self.rules.alphabet.common(self.exposed[player], self.hands[player])


def expose(table: TheaterTable, action: Action) -> None:
    """The cards of a play that was taken back lie open for the rest of the game (T-PUN-2)."""
    if action.verb == PLAY:
        shown = table.exposed[action.player]
        table.exposed[action.player] += action.cards - table.rules.alphabet.common(shown, action.cards)
