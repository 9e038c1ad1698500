"""Whether a deal names a card oftener than hands can count it."""

from collections.abc import Iterator
from typing import Final

from replay.actions import DRAW, GIVE
from replay.cards import MOST_COPIES, Alphabet
from replay.deal import Deal
from replay.text import Text
from schemas.problems import Finding
from schemas.shape.wording import wanted

_FEW: Final = Text(
    f"each card at most {MOST_COPIES} times in the hands, the stock, the gifts and the draws of a deal",
    f"手札・山札・渡した札・引いた札を合わせて各カード{MOST_COPIES}枚以下",
)


def check_crowding(deal: Deal, alphabet: Alphabet) -> Iterator[Finding]:
    """The cards that some hand could come to hold more often than can be counted: an honest deal is far from it."""
    named = 0
    for cards in _coming(deal, alphabet):
        named += cards
        if named & alphabet.guard:
            name = alphabet.list(named & alphabet.guard)[0]
            yield Finding((), wanted(_FEW, name))
            return


def _coming(deal: Deal, alphabet: Alphabet) -> Iterator[int]:
    """All that brings cards into hands, each at most `MOST_COPIES` cards: what was unknown is named by the gift or the draw."""
    for hand in deal.hands or ():
        if hand is not None:
            yield hand.cards
    yield alphabet.pack(deal.stock or ())
    for action in deal.actions or ():
        if action.verb == GIVE or action.verb == DRAW:
            yield action.cards
