"""Whether a hand of Big A can answer the top set, by its integer alone; what that leaves open has to be tried."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from replay.cards import MOST_COPIES, size
from replay.combination import IRREGULAR, SINGLE
from replay.games.biga.captures import OF_A_RANK
from replay.games.biga.cards import ACE, BIGA, COPIES, JOKERS, RANKS, copies
from replay.games.biga.line import HIGH_ACE, LINE
from replay.games.biga.reading import FOUR, ON_THE_LINE
from replay.games.biga.sets import DOUBLE_SEQUENCE, PAIR, SEQUENCE, CardSet
from replay.games.biga.table import BigATable
from replay.noting import Asked, unsure
from replay.tallies.holdings import RANK, WHOLE_RANK, ranks_with

FEW: Final = 3 * sum(BIGA.one.values())
"""Of no card more than three, the pack having two."""
EVERY_RANK: Final = (1 << RANK * len(RANKS)) - 1
JOKER_MASKS: Final = tuple(BIGA.one[joker] * MOST_COPIES for joker in JOKERS)
ALL_JOKERS: Final = sum(JOKER_MASKS)
PLACES: Final = tuple(WHOLE_RANK << RANK * RANKS.index(rank) for rank in LINE)
"""The cards of each place of the line."""

FOLDS: Final[Mapping[str, int]] = {
    kind: fold for fold, kind in ON_THE_LINE.items() if kind in (SEQUENCE, DOUBLE_SEQUENCE)
}
LEAST: Final = (3, 3, 4, 5)
"""How many cards of a rank are a bomb against a set that resists so much."""
EGG: Final = 3
SEVEN: Final = 7
AMONG_BOMBS: Final = 2
"""Two ranks of three may be part of a bomb of several ranks."""


def asking(table: BigATable) -> Asked:
    """How hands are asked; against bombs, which fours may carry off, everything is tried."""
    top = table.top
    if not isinstance(top, CardSet) or top.kind == IRREGULAR:
        return unsure
    if top.power or top.resists >= len(LEAST):
        return partial(may_have_bomb, count=top.count if top.kind in OF_A_RANK else SEVEN, ace=table.ace)
    if top.kind == SINGLE:
        return partial(
            has_bomb_or, alike=singles_above(top, table.ace).__and__, least=LEAST[top.resists], ace=table.ace
        )
    if top.kind == PAIR:
        alike: Asked = partial(has_pair, ranks=ranks_from(top.floor[0] % len(RANKS) + 1))
    elif top.kind in FOLDS:
        alike = partial(has_sequence, fold=FOLDS[top.kind], start=top.floor[0] + 1, count=top.count)
    else:
        return unsure
    return partial(has_bomb_or, alike=alike, least=LEAST[top.resists], ace=table.ace)


def has_bomb_or(hand: int, *, alike: Asked, least: int, ace: int) -> int | None:
    """Whether the hand has a bomb, or else a stronger set of the same kind."""
    if hand & ~FEW:
        return None
    if ranks_with(hand, least) or size(hand & ALL_JOKERS) > 1 or copies(hand, ace) > 1:
        return 1
    if ranks_with(hand, EGG).bit_count() >= AMONG_BOMBS:
        return None
    return alike(hand)


def may_have_bomb(hand: int, *, count: int, ace: int) -> int | None:
    """There is nothing against a bomb where there is none, and no fours; otherwise that is to be tried."""
    if hand & ~FEW or ranks_with(hand, count) or size(hand & ALL_JOKERS) > 1 or copies(hand, ace) > 1:
        return None
    fours = size(hand & PLACES[LINE.index(FOUR)]) >= count - 1
    return None if fours or ranks_with(hand, EGG).bit_count() >= AMONG_BOMBS else 0


def singles_above(top: CardSet, ace: int) -> int:
    """Every card that is stronger than a single: ranks, jokers, and above them the Big A (B-RANK-1)."""
    strength = top.floor[0]
    jokers = sum(mask for place, mask in enumerate(JOKER_MASKS) if len(RANKS) + place > strength)
    big = ace * MOST_COPIES if len(RANKS) + len(JOKERS) > strength else 0
    return (ranks_from(strength + 1) | big) + jokers


def ranks_from(first: int) -> int:
    """Every card of this rank and of all above it."""
    return EVERY_RANK & -(1 << RANK * first)


def has_pair(hand: int, *, ranks: int) -> int:
    """Whether the hand has a pair of one of these ranks."""
    return ranks_with(hand, COPIES) & ranks


def has_sequence(hand: int, *, fold: int, start: int, count: int) -> int | None:
    """Whether so many cards stand in line from this place or a higher one; with an ace that has to be tried."""
    there, length = ranks_with(hand, fold), 0
    for place in range(start, HIGH_ACE + 1):
        length = length + 1 if there & PLACES[place] else 0
        if length * fold >= count:
            return None if LINE[place] == ACE else 1
    return 0
