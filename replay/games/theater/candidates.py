"""What a theater player could try."""

from collections.abc import Iterator
from itertools import combinations, product

from replay.candidates import gifts, groups, held_names, right_words, runs
from replay.cards import JOKER, RANKS
from replay.games.theater.sets import TRIPLE_RUN_RANKS
from replay.suited import SHORTEST_RUN
from replay.table import Table

PAIR, TRIPLE = 2, 3


def sets(table: Table, player: int, *, any_suits: bool) -> Iterator[str]:
    """Every group, run, double and triple run of the hand, and the joker alone (T-SET, T-RUN-1, T-IPK-1, T-SRK-1)."""
    held = held_names(table, player)
    natural = [name for name in held if name != JOKER]
    if len(natural) < len(held):
        yield JOKER
    yield from groups(natural)
    yield from runs(natural, (1,) if any_suits else (1, 2))
    for low, high in combinations(range(len(RANKS) + 1), 2):
        ranks = RANKS[low:high]
        if any_suits and len(ranks) >= SHORTEST_RUN:
            yield from _rows(natural, ranks, PAIR)
        if len(ranks) == TRIPLE_RUN_RANKS:
            yield from _rows(natural, ranks, TRIPLE)


def offers(table: Table, player: int) -> Iterator[str]:
    """Gifts owed, an ittsu, and the words that the last set allows."""
    yield from gifts(table, player)
    if not table.started:
        yield "show"
    yield from right_words(table, player)


def _rows(held: list[str], ranks: str, fold: int) -> Iterator[str]:
    """Every choice of `fold` cards of each of these ranks."""
    choices = [list(combinations([name for name in held if name[-1] == rank], fold)) for rank in ranks]
    yield from (" ".join(name for row in rows for name in row) for rows in product(*choices))
