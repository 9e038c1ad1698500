"""Which cards are roles, and what cards are worth (F-ROLE-1, F-PT-1)."""

from collections.abc import Iterable
from typing import Final

from replay.cards import FIELD, JOKER, MOST_COPIES, RANKS, STANDARD, SUITS, standard_pack

PACK: Final = standard_pack(2)
"""52 cards and two jokers (F-DECK-1)."""

JOKER_POINTS: Final = 50
ROLE_POINTS: Final = 20
ROLE_RANKS: Final = "5789TJQ"
SPADE_3: Final = "S3"

NUMBERS: Final = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
"""The number on a card; a joker has none (F-JOK-1)."""


def is_role(name: str) -> bool:
    """Whether a card has an effect of its own: the spade 3, the joker, each 5, 7, 8, 9, 10, J and Q."""
    return name in (JOKER, SPADE_3) or name[1] in ROLE_RANKS


def number(name: str) -> int:
    """The number on a card, 0 for a joker."""
    return 0 if name == JOKER else NUMBERS[name[1]]


def points(name: str) -> int:
    """What a card in the hand costs at the end (F-PT-1, F-Q-2)."""
    if name == JOKER:
        return JOKER_POINTS
    return ROLE_POINTS if is_role(name) else number(name)


def every(names: Iterable[str]) -> int:
    """A mask that leaves of a multiset all cards of these names, however many."""
    return sum(STANDARD.one[name] * MOST_COPIES for name in names)


ROLES: Final = every(filter(is_role, STANDARD.names))
LONE_ROLES: Final = frozenset(STANDARD.one[name] for name in STANDARD.names if is_role(name))
"""Hands of one card that nobody can lead (F-STUCK-1)."""

NAMED: Final = {JOKER: every([JOKER]), **{rank: every(suit + rank for suit in SUITS) for rank in RANKS}}
"""The cards that a queen's player means by a name: a rank, or the joker (F-QBOMB-2)."""

_WORTH: Final = tuple(points(name) << bit for name in STANDARD.names for bit in range(FIELD))
"""What each bit of a hand costs, from the lowest up."""


def worth(hand: int) -> int:
    """The points of a hand (F-PT-1)."""
    total = 0
    while hand:
        highest = hand.bit_length() - 1
        total += _WORTH[highest]
        hand ^= 1 << highest
    return total


def names_of(names: Iterable[str]) -> set[str]:
    """The names under which a queen's player can mean these cards."""
    return {JOKER if name == JOKER else name[1] for name in names}
