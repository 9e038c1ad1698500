"""The cards of Big A: two packs and four jokers, weakest rank first (B-DECK-1, B-RANK-1)."""

from functools import cache
from typing import Final

from replay.cards import FIELD, SUITS, Alphabet, Pack

ACE: Final = "A"
RANKS: Final = "456789TJQKA23"
"""The order of singles and of sets of one rank below the jokers (B-RANK-1, B-RANK-2)."""

JOKERS: Final = ("XS", "XB")
"""The small and the big joker."""
SMALL_JOKER, BIG_JOKER = JOKERS

BIGA: Final = Alphabet([*(suit + rank for rank in RANKS for suit in SUITS), *JOKERS])
ACES: Final = {suit: BIGA.one[suit + ACE] for suit in SUITS}
"""The ace of each suit, as the multiset that holds it once."""
HEART_ACE: Final = ACES["H"]

COPIES: Final = 2


@cache
def full_pack(_players: int) -> Pack:
    """108 cards, each of them twice."""
    return Pack.of(BIGA, dict.fromkeys(BIGA.names, COPIES))


def copies(cards: int, one: int) -> int:
    """How often the multiset has the card that is given as a multiset of one."""
    return cards // one & (1 << FIELD) - 1
