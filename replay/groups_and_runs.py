"""Groups and runs of suited cards, with jokers that stand for missing cards.

Ranks are counted from the 3 (0) to the 2 (12), in the order 3 4 ... K A 2; suits are as in `SUITS`, one bit each. The
strength of rank r is r in the normal order and -r in the turned one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS, Ladder
from daifu.replay.melds import GROUP, JOKER_STRENGTH, RUN, Combination, Meld, Strength

Card = tuple[int, int]
"""A rank and a suit."""

LAST_RANK: Final = len(RANKS) - 1
SHORTEST_RUN: Final = 3
RANK_LABELS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")


STANDARD_ORDER: Final = (*(tuple(suit + rank for suit in SUITS) for rank in RANKS), (JOKER,))
"""The standard cards from the weakest up, equals together: 3, 4 ... A, 2, the joker."""

STANDARD_LADDER: Final = Ladder(STANDARD, STANDARD_ORDER[::-1])
"""The same from the strongest down: what the poor give in an exchange (A-JOK-5, T-XCH-2)."""


def card(name: str) -> Card:
    """The rank and suit of a standard card: `D3` is (0, 2)."""
    return RANKS.index(name[1]), SUITS.index(name[0])


SPADE_3: Final = card("S3")


@dataclass(frozen=True, slots=True)
class MeldParts:
    """A meld taken apart.

    It has natural cards, cards that jokers were said to stand for (`stand_ins`), and jokers of which nothing was said.
    """

    natural: tuple[Card, ...]
    stand_ins: tuple[Card, ...]
    jokers: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards whose rank and suit are known, natural or stood for."""
        return self.natural + self.stand_ins

    @property
    def count(self) -> int:
        """How many cards were laid."""
        return len(self.natural) + len(self.stand_ins) + self.jokers

    @property
    def pure(self) -> bool:
        """Whether no joker is among them."""
        return len(self.natural) == self.count


def take_apart(meld: Meld) -> MeldParts:
    """The parts of a meld; stand-ins must name cards."""
    natural = tuple(card(name) for name in meld.names if name != JOKER)
    stand_ins = tuple(card(name) for name in meld.stand_ins)
    return MeldParts(natural, stand_ins, meld.count - len(natural) - len(stand_ins))


def strength(rank: int) -> Strength:
    """How strong a rank is in the normal and in the turned order."""
    return rank, -rank


def suit_bits(cards: tuple[Card, ...]) -> int:
    """The suits of the cards, a bit each."""
    suits = 0
    for _rank, suit in cards:
        suits |= 1 << suit
    return suits


def joker_group(count: int) -> Combination:
    """Jokers alone, above any other group of as many cards in both orders.

    Rules: A-JOK-1, A-JOK-4, F-JOK-2, T-JOK-1, U-JOK-1.
    """
    return Combination(
        kind=GROUP,
        count=count,
        floor=(JOKER_STRENGTH, JOKER_STRENGTH),
        ceiling=(JOKER_STRENGTH, JOKER_STRENGTH),
        label="-".join([JOKER] * count),
        natural=False,
    )


def group(laid: MeldParts) -> Combination | None:
    """The cards as a group of one rank that jokers fill, if they are one; at least one card must have a rank."""
    ranks = {rank for rank, _suit in laid.cards}
    if len(ranks) != 1:
        return None
    rank = ranks.pop()
    return Combination(
        kind=GROUP,
        count=laid.count,
        floor=strength(rank),
        ceiling=strength(rank),
        label="-".join([RANK_LABELS[rank]] * len(laid.cards) + [JOKER] * laid.jokers),
        ranks=(rank,) * laid.count,
        suits=suit_bits(laid.cards),
        natural=laid.pure,
    )


def windows(ranks: set[int], length: int, first: int = 0, last: int = LAST_RANK) -> Iterator[range]:
    """The stretches of `length` ranks between `first` and `last` that contain all these ranks, lowest first."""
    for low in range(max(first, max(ranks) - length + 1), min(*ranks, last - length + 1) + 1):
        yield range(low, low + length)


def run_over(laid: MeldParts, window: range) -> Combination:
    """A run of one suit over these ranks."""
    return Combination(
        kind=RUN,
        count=laid.count,
        floor=(window[0], -window[-1]),
        ceiling=(window[-1], -window[0]),
        label="-".join(rank_label(rank) for rank in window),
        ranks=tuple(window),
        suits=suit_bits(laid.cards),
        natural=laid.pure,
    )


def runs(laid: MeldParts, first: int = 0, last: int = LAST_RANK) -> tuple[Combination, ...]:
    """Every run that the cards can be.

    A run has three or more adjacent ranks of one suit, each once, with jokers in the gaps and at the ends (A-SET-3,
    F-RUN-1).
    """
    ranks = {rank for rank, _suit in laid.cards}
    one_suit = len({suit for _rank, suit in laid.cards}) == 1
    if laid.count < SHORTEST_RUN or not one_suit or len(ranks) < len(laid.cards):
        return ()
    return tuple(run_over(laid, window) for window in windows(ranks, laid.count, first, last))


def rank_label(rank: int) -> str:
    """The printed form of a rank; the places below the 3 and above the 2 are edges."""
    return RANK_LABELS[rank] if 0 <= rank <= LAST_RANK else "joker"


def is_lone_joker(combination: Combination | None) -> bool:
    """Whether the set is one joker and nothing else."""
    return combination is not None and combination.count == 1 and combination.floor[0] == JOKER_STRENGTH


def is_single(combination: Combination, single: Card) -> bool:
    """Whether the set is this card alone."""
    rank, suit = single
    return combination.kind == GROUP and combination.ranks == (rank,) and combination.suits == 1 << suit
