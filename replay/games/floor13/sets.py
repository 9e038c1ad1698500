"""The cards and sets of the thirteenth floor: role cards, hand points, groups, runs of layers, sandstorms.

Rules: F-ROLE-1, F-PT-1, F-SET, F-RUN, F-SAND.
"""

from typing import TYPE_CHECKING, Final

from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS, standard_pack
from daifu.replay.melds import (
    GROUP,
    RUNS_BY_LAYERS,
    SHORTEST_RUN,
    SPADE_3,
    Combination,
    Meld,
    MeldParts,
    group,
    joker_group,
    run_over,
    suit_bits,
    take_apart,
    windows,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

PACK: Final = standard_pack(2)
"""52 cards and two jokers (F-DECK-1)."""

JOKER_POINTS: Final = 50

NUMBERS: Final = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
"""The number on a card; a joker has none (F-JOK-1)."""


def is_role(name: str) -> bool:
    """Whether a card has an effect of its own: the spade 3, the joker, each 5, 7, 8, 9, 10, J and Q."""
    return name in (JOKER, "S3") or name[1] in "5789TJQ"


def card_number(name: str) -> int:
    """The number on a card, 0 for a joker."""
    return 0 if name == JOKER else NUMBERS[name[1]]


def card_points(name: str) -> int:
    """The points of a card in the hand at the end (F-PT-1, F-Q-2)."""
    if name == JOKER:
        return JOKER_POINTS
    return 20 if is_role(name) else card_number(name)


ROLE_CARDS: Final = STANDARD.mask(filter(is_role, STANDARD.names))
"""The mask of all cards with an effect of their own."""
LONE_ROLE_HANDS: Final = frozenset(STANDARD.one[name] for name in STANDARD.names if is_role(name))
"""The hands of one card that nobody can lead (F-STUCK-1)."""

NAMED_CARDS: Final = {
    JOKER: STANDARD.mask([JOKER]),
    **{rank: STANDARD.mask(suit + rank for suit in SUITS) for rank in RANKS},
}
"""The mask of each name that a queen's player can say: a rank, or the joker (F-QBOMB-2)."""

_CHUNK: Final = 6
_CHUNK_MASK: Final = (1 << _CHUNK) - 1


_POINTS_BY_CHUNK: Final = [
    [sum(map(card_points, STANDARD.list(chunk << start & STANDARD.wide - 1))) for chunk in range(1 << _CHUNK)]
    for start in range(0, STANDARD.wide.bit_length(), _CHUNK)
]
"""The points of every six bits of a hand in its usual form, by their place and their value."""


def hand_points(hand: int) -> int:
    """The points of a hand (F-PT-1)."""
    if hand >= STANDARD.wide:
        return sum(map(card_points, STANDARD.list(hand)))
    points, place = 0, 0
    left: i64 = hand
    while left:
        points += _POINTS_BY_CHUNK[place][left & _CHUNK_MASK]
        left >>= _CHUNK
        place += 1
    return points


SANDSTORM: Final = "sandstorm"
THREE: Final = SPADE_3[0]
MOST_JOKERS_ALONE: Final = 2
FEWEST_IN_REVOLUTION: Final = 4
RUN_KINDS: Final = frozenset(RUNS_BY_LAYERS.values())


def read_set(meld: Meld, *, storms_with_jokers: bool) -> tuple[Combination, ...]:
    """Every reading of a meld; of two jokers and a card, the group comes first (F-JOK-3).

    Jokers alone are a single or a pair, whatever they were said to stand for (F-JOK-1, F-JOK-2). Exactly three 3s are a
    sandstorm and no plain triple (F-SAND-0, F-Q-12), unless it has to be natural and has a joker (F-Q-9).
    """
    laid = take_apart(meld)
    if not laid.natural:
        return (joker_group(meld.count),) if meld.count <= MOST_JOKERS_ALONE else ()
    made = group(laid)
    if made is not None and made.ranks == (THREE,) * 3 and (storms_with_jokers or laid.pure):
        made.kind = SANDSTORM
    groups = () if made is None else (made,)
    return groups + runs(laid)


def runs(laid: MeldParts) -> tuple[Combination, ...]:
    """Every run in all suits of the cards: each rank once in each suit, jokers for missing cards (F-RUN-1, F-MRUN-1).

    Two jokers are never a whole layer, so every suit of the run appears.
    """
    layers = suit_bits(laid.cards).bit_count()
    length, over = divmod(laid.count, layers)
    distinct = set(laid.cards)
    if layers not in RUNS_BY_LAYERS or over or length < SHORTEST_RUN or len(distinct) < len(laid.cards):
        return ()
    ranks = {rank for rank, _suit in distinct}
    return tuple(run_over(laid, window, layers) for window in windows(ranks, length))


def is_revolution(combination: Combination) -> bool:
    """Whether the set is a group of four cards or more, or a run of four ranks or more (F-REV-1, F-REV-2)."""
    if combination.kind == GROUP:
        return combination.count >= FEWEST_IN_REVOLUTION
    return combination.kind in RUN_KINDS and len(set(combination.ranks)) >= FEWEST_IN_REVOLUTION
