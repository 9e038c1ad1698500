"""Byes: the entrants who have sat out least often sit out next."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, repeat

import numpy as np

from data.tournaments.pairing.seating import Layout, Seating, Tables


def count_byes(played: Iterable[Seating]) -> Counter[int]:
    """How often each entrant has sat out."""
    return Counter(entrant for seating in played for entrant in seating.byes)


def byes_by_lot(
    entrants: Sequence[int], fit: Layout, plan: Iterable[Tables], played: Iterable[Seating], seed: int
) -> tuple[tuple[int, ...], ...]:
    """Who sits out in each of the planned rounds, so that the plan is spoilt as little as can be.

    Among those who have sat out equally often, it is somebody at a planned table that is larger than the round has it;
    then the lot decides.
    """
    had = count_byes(played)
    lot = [entrants[place] for place in np.random.default_rng(seed).permutation(len(entrants))]
    chosen = []
    for tables in plan:
        crowded = _oversized_tables(tables, fit.sizes, frozenset(entrants))
        resting: list[int] = []
        while len(resting) < fit.byes:
            waiting = (entrant for entrant in lot if entrant not in resting)
            one = min(waiting, key=lambda who: (had[who], not any(who in table for table in crowded)))
            crowded = [table for table in crowded if one not in table]
            resting.append(one)
        had.update(resting)
        chosen.append(tuple(sorted(resting)))
    return tuple(chosen)


def _oversized_tables(tables: Tables, sizes: Sequence[int], present: frozenset[int]) -> list[frozenset[int]]:
    """The planned tables that have more people than the round has at its tables, the largest at the largest."""
    groups = sorted((present.intersection(table) for table in tables), key=len, reverse=True)
    return [group for group, size in zip(groups, chain(sizes, repeat(0)), strict=False) if len(group) > size]


def byes_from_below(standing: Sequence[int], count: int, played: Iterable[Seating]) -> tuple[int, ...]:
    """Who sits out of a standing, best first: the last of those who have sat out least often."""
    had = count_byes(played)
    last_first = sorted(enumerate(standing), key=lambda ranked: (had[ranked[1]], -ranked[0]))
    return tuple(sorted(entrant for _, entrant in last_first[:count]))
