"""Whether a deal names a card oftener than hands can count it."""

from collections.abc import Iterator
from typing import Final

from replay.actions import DRAW, GIVE
from replay.cards import MOST_COPIES
from replay.deal import Deal, Hand
from replay.rules import Rules
from replay.text import Text
from replay.words import not_owed
from schemas.problems import Finding
from schemas.shape.wording import wanted

_MOVES: Final = (GIVE, DRAW)
_FEW: Final = Text(
    f"each card at most {MOST_COPIES} times in the hands, the stock, the gifts and the draws of a deal",
    f"手札・山札・渡した札・引いた札を合わせて各カード{MOST_COPIES}枚以下",
)


class Crowding:
    """Looks for cards that some hand could come to hold more often than it can count: no honest deal is near that."""

    def __init__(self, rules: Rules) -> None:
        self._alphabet = rules.alphabet
        self._draws = rules.handlers[DRAW] is not not_owed

    def findings(self, deal: Deal) -> Iterator[Finding]:
        """The first such card of a deal."""
        hands = [hand for hand in deal.hands or () if hand is not None]
        moves = [action.cards for action in deal.actions or () if action.verb in _MOVES] if self._bring(hands) else []
        stock = deal.stock or ()
        if sum([hand.size for hand in hands]) + len(stock) <= MOST_COPIES and not moves:
            return
        guard = self._alphabet.guard
        named = 0
        for cards in (*[hand.cards for hand in hands], self._alphabet.pack(stock), *moves):
            named += cards
            crowded = (cards | named) & guard
            if crowded:
                yield Finding((), wanted(_FEW, self._alphabet.list(crowded)[0]))
                return

    def _bring(self, hands: list[Hand]) -> bool:
        """Whether moves can bring cards that were not there.

        Gifts bring only what was an unknown card before they named it, and draws only where the game has them.
        """
        return self._draws or any(hand.unknown for hand in hands)
