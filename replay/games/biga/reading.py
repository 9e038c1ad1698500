"""What melds are in Big A while no ace is Big (B-SET, B-BOMB, B-Q-32)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from replay.combination import SINGLE
from replay.games.biga.cards import BIG_JOKER, JOKERS, RANKS
from replay.games.biga.line import LINE, stretch
from replay.games.biga.sets import (
    BIG_EGG,
    DOUBLE_SEQUENCE,
    EGG,
    FALSE_EIGHT,
    FOUR_JOKERS,
    FOUR_OF_A_RANK,
    JOKER_PAIR,
    PAIR,
    SEQUENCE,
    THREE_JOKERS,
    TRIPLE_SEQUENCE,
    TRUE_SEVEN,
    CardSet,
)
from replay.melds import Meld

OF_ONE_RANK: Final = {1: SINGLE, 2: PAIR, 3: EGG, 4: BIG_EGG, 5: BIG_EGG, 6: BIG_EGG, 7: TRUE_SEVEN, 8: TRUE_SEVEN}
OF_JOKERS: Final = {1: SINGLE, 2: JOKER_PAIR, 3: THREE_JOKERS, 4: FOUR_JOKERS}
BY_BIG_JOKERS: Final = frozenset({SINGLE, JOKER_PAIR})
ON_THE_LINE: Final = {1: SEQUENCE, 2: DOUBLE_SEQUENCE, 3: TRIPLE_SEQUENCE, 4: FALSE_EIGHT}
"""The kinds of set by their cards of a rank."""

LENGTHS: Final = {
    SEQUENCE: range(3, len(LINE) + 1),
    DOUBLE_SEQUENCE: range(3, len(LINE) + 1),
    TRIPLE_SEQUENCE: range(3, 4),
    FALSE_EIGHT: range(2, 3),
}
"""How many ranks in line each of them has."""

FOUR: Final = "4"
SMALLEST_PREY: Final = 3
SMALL_BIG_EGG: Final = 4


@dataclass(frozen=True, slots=True)
class Limits:
    """What options say about sets: how many ranks a sequence may have, and what a double sequence resists (B-Q-2)."""

    longest: int
    double_sequence: int


def read_set(meld: Meld, limits: Limits) -> CardSet | None:
    """The set that a meld is, all aces being common ones; None where it is no combination."""
    counts = Counter(name if name in JOKERS else name[1] for name in meld.names)
    if any(joker in counts for joker in JOKERS):
        return _jokers(meld) if counts.keys() <= set(JOKERS) else None
    return _of_one_rank(meld) if len(counts) == 1 else _on_the_line(meld, counts, limits)


def _jokers(meld: Meld) -> CardSet | None:
    """A joker alone is above the ranks (B-RANK-1), more are a bomb; one and two go by their big ones (B-BOMB-3)."""
    kind = OF_JOKERS.get(meld.count)
    if kind is None:
        return None
    return CardSet(
        kind=kind,
        cards=meld.cards,
        count=meld.count,
        strength=len(RANKS) + (meld.names.count(BIG_JOKER) if kind in BY_BIG_JOKERS else 0),
        label="-".join(meld.names),
        resists=FOUR_OF_A_RANK if kind == SINGLE else None,
    )


def _of_one_rank(meld: Meld) -> CardSet | None:
    """One to eight cards of a rank: more cards first, then the rank (B-RANK-2, B-Q-3). Two or more fours capture."""
    rank = meld.names[0][1]
    kind = OF_ONE_RANK.get(meld.count)
    if kind is None:
        return None
    return CardSet(
        kind=kind,
        cards=meld.cards,
        count=meld.count,
        strength=RANKS.index(rank) if meld.count == 1 else meld.count * len(RANKS) + RANKS.index(rank),
        label="-".join([rank_label(rank)] * meld.count),
        power=FOUR_OF_A_RANK if meld.count == SMALL_BIG_EGG else None,
        prey=meld.count + 1 if rank == FOUR and meld.count + 1 >= SMALLEST_PREY else 0,
    )


def _on_the_line(meld: Meld, counts: Mapping[str, int], limits: Limits) -> CardSet | None:
    """Ranks in line, each once to four times, compared by their lowest place (B-SET-3, B-SET-4, B-BOMB-4, B-BOMB-5)."""
    found = stretch(counts)
    if found is None:
        return None
    places, fold = found
    kind = ON_THE_LINE.get(fold)
    if kind is None or len(places) not in LENGTHS[kind] or len(places) > limits.longest:
        return None
    return CardSet(
        kind=kind,
        cards=meld.cards,
        count=meld.count,
        strength=places[0],
        label="-".join(rank_label(LINE[place]) for place in places for _ in range(fold)),
        resists=limits.double_sequence if kind == DOUBLE_SEQUENCE else None,
    )


def rank_label(rank: str) -> str:
    """How a rank is printed."""
    return "10" if rank == "T" else rank
