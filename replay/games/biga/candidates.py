"""What a Big A player could try."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Final

from replay.candidates import held_names, subsets
from replay.games.biga.cards import ACE, ACES, BIGA, COPIES, JOKERS, RANKS
from replay.games.biga.line import LINE
from replay.games.biga.reading import LENGTHS, ON_THE_LINE
from replay.games.biga.table import BigATable

STRETCHES: Final = tuple(
    Counter(LINE[low:high] * fold)
    for low, high in combinations(range(len(LINE) + 1), 2)
    for fold, kind in ON_THE_LINE.items()
    if high - low in LENGTHS[kind]
)
"""The cards of each rank in every set on the line."""

Cards = list[str]
ByRank = Mapping[str, tuple[Cards, Cards]]
"""The common cards of each rank in the hand, and the Big As."""


def sets(table: BigATable, player: int) -> Iterator[str]:
    """Every set of the hand; those that differ only in suits stand once, apart from which aces are Big.

    Nothing before somebody has declared.
    """
    if not table.declarer:
        return
    held = held_names(table, player)
    yield from (" ".join(jokers) for jokers in subsets([name for name in held if name in JOKERS]))
    by_rank = {rank: [name for name in held if name[1] == rank] for rank in RANKS}
    hand = {rank: _told_apart(table, cards) for rank, cards in by_rank.items()}
    for rank, cards in by_rank.items():
        for count in range(1, len(cards) + 1):
            yield from _filled(hand, {rank: count})
    for counts in STRETCHES:
        if all(len(by_rank[rank]) >= count for rank, count in counts.items()):
            yield from _filled(hand, counts)


def offers(table: BigATable, player: int) -> Iterator[str]:
    """What can be said and shown before the first lead."""
    if table.started:
        return
    for suit, one in ACES.items():
        for count in range(1, COPIES + 1):
            if BIGA.holds(table.hands[player], count * one):
                yield " ".join(["show", *[suit + ACE] * count])
    yield from ("say heart", "say partner")


def _told_apart(table: BigATable, cards: Cards) -> tuple[Cards, Cards]:
    big = [name for name in cards if table.big_aces(BIGA.one[name])]
    return [name for name in cards if name not in big], big


def _filled(hand: ByRank, counts: Mapping[str, int]) -> Iterator[str]:
    """So many cards of each rank, as the hand has, once for every number of Big As among them."""
    ways = [_chosen(*hand[rank], count) for rank, count in counts.items()]
    return (" ".join(name for names in chosen for name in names) for chosen in product(*ways))


def _chosen(common: Cards, big: Cards, count: int) -> list[Cards]:
    fewest, most = max(0, count - len(common)), min(count, len(big))
    return [common[: count - joined] + big[:joined] for joined in range(fewest, most + 1)]
