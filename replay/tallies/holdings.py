"""What a hand of standard cards can hold, all ranks at once.

A hand has 32 bits for each rank, the 3 lowest, and in these a byte for each suit. All masks below are of one bit or
byte of each rank.
"""

from functools import lru_cache
from typing import Final

from replay.cards import FIELD, JOKER, MOST_COPIES, RANKS, STANDARD, SUITS

RANK: Final = FIELD * len(SUITS)
"""The bits of a rank."""

WHOLE_RANK: Final = (1 << RANK) - 1
ONES: Final = sum(1 << RANK * rank for rank in range(len(RANKS)))
EVERY_CARD: Final = sum(one for name, one in STANDARD.one.items() if name != JOKER)
NATURAL: Final = EVERY_CARD * MOST_COPIES
A_JOKER: Final = STANDARD.one[JOKER]
JOKERS: Final = A_JOKER * MOST_COPIES
OF_SUIT: Final = tuple(sum(STANDARD.one[suit + rank] * MOST_COPIES for rank in RANKS) for suit in SUITS)

FEW: Final = 31 * (EVERY_CARD + STANDARD.one[JOKER])
"""Of no card more than 31: then the counts of a rank fit into one byte and leave its highest bit free."""
GUARD: Final = 128
GUARDS: Final = GUARD * ONES
COUNTS: Final = 255 * ONES
MASKS_KEPT: Final = 1024


def is_odd(hand: int) -> bool:
    """Whether a hand has so many of a card that what follows would miscount."""
    return hand & FEW != hand


@lru_cache(MASKS_KEPT)
def starts_above(strength: tuple[int, int], length: int, down: int) -> int:
    """Every card of the ranks from which a run of this length can start so that its weakest card is stronger."""
    first, end = (strength[0] + 1, len(RANKS) - length + 1) if not down else (0, -strength[1] - length + 1)
    return _ranks(max(0, first), min(end, len(RANKS) - length + 1))


@lru_cache(MASKS_KEPT)
def ranks_above(strength: tuple[int, int], down: int) -> int:
    """Every card of the ranks that are stronger than this in the order in force."""
    return starts_above(strength, 1, down)


def _ranks(first: int, end: int) -> int:
    return sum(WHOLE_RANK << RANK * rank for rank in range(first, end))


def rank_counts(hand: int) -> int:
    """How many natural cards of each rank the hand has, in the lowest byte of the rank."""
    cards = hand & NATURAL
    pairs = cards + (cards >> FIELD)
    return pairs + (pairs >> 2 * FIELD) & COUNTS


def at_least(count: int) -> int:
    """What makes the highest bit of each byte tell, once added to the counts of ranks, whether there are so many."""
    return (GUARD - count) * ONES


def ranks_with(hand: int, count: int) -> int:
    """A bit at each rank of which the hand has so many natural cards, at least one."""
    return rank_counts(hand) + at_least(count) & GUARDS


def runs_from(cards: int, length: int, gaps: int, line: int = EVERY_CARD) -> int:
    """A bit at each card from which a run of this length starts in its suit, so many of its cards missing at most.

    `cards` has a bit for each card held, `line` for each that could be. Whether the run still fits on the line is for
    the caller to see.
    """
    starts = [cards, *[line] * gaps]
    for step in range(1, length):
        held = cards >> RANK * step
        starts = [(there & held) | less for there, less in zip(starts, [0, *starts], strict=False)]
    return starts[-1]


def cards_in(hand: int) -> int:
    """A bit for each natural card that the hand has, however often."""
    cards = hand & NATURAL
    return (cards | cards >> 1 | cards >> 2 | cards >> 3 | cards >> 4) & EVERY_CARD
