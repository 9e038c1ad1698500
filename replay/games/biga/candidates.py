"""What a Big A player could try."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product

from replay.candidates import held_names, subsets
from replay.games.biga.cards import ACE, ACES, BIGA, COPIES, JOKERS, RANKS
from replay.games.biga.line import LINE
from replay.games.biga.reading import LENGTHS, ON_THE_LINE
from replay.games.biga.table import BigATable

Choices = Mapping[str, tuple[tuple[str, ...], ...]]
"""By rank, its cards in the hand in each order in which they may be used up."""


def sets(table: BigATable, player: int) -> Iterator[str]:
    """Every set of the hand; those that differ only in suits stand once, apart from which aces are Big.

    Nothing before somebody has declared.
    """
    if not table.declarer:
        return
    held = held_names(table, player)
    yield from (" ".join(jokers) for jokers in subsets([name for name in held if name in JOKERS]))
    choices = {rank: _orders(table, [name for name in held if name[1] == rank]) for rank in RANKS}
    for rank in RANKS:
        for count in range(1, len(choices[rank][0]) + 1):
            yield from _filled(choices, {rank: count})
    for low, high in combinations(range(len(LINE) + 1), 2):
        for fold, kind in ON_THE_LINE.items():
            if high - low in LENGTHS[kind]:
                yield from _filled(choices, Counter(LINE[low:high] * fold))


def offers(table: BigATable, player: int) -> Iterator[str]:
    """What can be said and shown before the first lead."""
    if table.started:
        return
    for suit, one in ACES.items():
        for count in range(1, COPIES + 1):
            if BIGA.holds(table.hands[player], count * one):
                yield " ".join(["show", *[suit + ACE] * count])
    yield from ("say heart", "say partner")


def _orders(table: BigATable, cards: list[str]) -> tuple[tuple[str, ...], ...]:
    """Cards of one rank in their order, and, where Big As are among them, these at the end as well as in front."""
    big = [name for name in cards if table.big_aces(BIGA.one[name])]
    common = [name for name in cards if name not in big]
    orders = [(*common, *big)] + [(*big[:count], *common, *big[count:]) for count in range(1, len(big) + 1)]
    return tuple(dict.fromkeys(orders))


def _filled(choices: Choices, counts: Mapping[str, int]) -> Iterator[str]:
    """So many cards of each rank, in every way that the rules tell apart; nothing if the hand has too few."""
    ways = [[order[:count] for order in choices[rank]] for rank, count in counts.items()]
    for chosen in dict.fromkeys(product(*ways)):
        cards = [name for names in chosen for name in names]
        if len(cards) == sum(counts.values()):
            yield " ".join(cards)
