"""Byes: the entrants who have sat out least often sit out next."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, repeat

import numpy as np

from daifu.data.tournaments.pairing.seating import Layout, Seating, Tables


def count_byes(played: Iterable[Seating]) -> Counter[int]:
    """The number of byes of each entrant."""
    return Counter(entrant for seating in played for entrant in seating.byes)


def byes_by_lot(
    entrants: Sequence[int], fit: Layout, plan: Iterable[Tables], played: Iterable[Seating], seed: int
) -> tuple[tuple[int, ...], ...]:
    """The byes of each planned round, chosen so that the plan changes as little as possible.

    Of entrants with equally many byes, those at a planned table that is too large for the round come first; then the
    lot decides.
    """
    byes = count_byes(played)
    lot = [entrants[place] for place in np.random.default_rng(seed).permutation(len(entrants))]
    chosen = []
    for tables in plan:
        oversized = _oversized_tables(tables, fit.sizes, frozenset(entrants))
        resting: list[int] = []
        while len(resting) < fit.byes:
            others = (entrant for entrant in lot if entrant not in resting)
            one = min(others, key=lambda entrant: (byes[entrant], not any(entrant in table for table in oversized)))
            oversized = [table for table in oversized if one not in table]
            resting.append(one)
        byes.update(resting)
        chosen.append(tuple(sorted(resting)))
    return tuple(chosen)


def _oversized_tables(tables: Tables, sizes: Sequence[int], present: frozenset[int]) -> list[frozenset[int]]:
    """The planned tables with more entrants than the tables of the round, both sorted by size."""
    groups = sorted((present.intersection(table) for table in tables), key=len, reverse=True)
    return [group for group, size in zip(groups, chain(sizes, repeat(0)), strict=False) if len(group) > size]


def byes_from_below(standing: Sequence[int], count: int, played: Iterable[Seating]) -> tuple[int, ...]:
    """The byes of a round from a standing, best first: the last entrants among those with the fewest byes."""
    byes = count_byes(played)
    last_first = sorted(enumerate(standing), key=lambda ranked: (byes[ranked[1]], -ranked[0]))
    return tuple(sorted(entrant for _, entrant in last_first[:count]))
