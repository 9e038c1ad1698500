"""Where the search for a draw begins: at a design, as far as there is one for so many people at so many tables."""

from collections.abc import Sequence

import numpy as np

from data.tournaments.drawing.designs import design
from data.tournaments.drawing.fields import added, prime_factors
from data.tournaments.drawing.seating import Tables, cut


def from_design(entrants: Sequence[int], sizes: Sequence[int], rounds: int, seed: int) -> tuple[Tables, ...]:
    """Groups for every round, in which nobody meets twice as long as the design lasts.

    The sizes of its tables are as even as can be, and with byes there is somebody too many. Nobody of a column meets
    another of it in the design, so the first round after it takes the columns one after the other; whatever comes then
    is drawn by lot.
    """
    random = np.random.default_rng(seed)
    order = [entrants[place] for place in random.permutation(len(entrants))]
    columns = -(-len(order) // len(sizes))
    drawn = [_shifted_columns(order, row, len(sizes)) for row in design(len(sizes), columns, rounds)]
    while len(drawn) < rounds:
        drawn.append(cut(order, sizes))
        order = [order[place] for place in random.permutation(len(order))]
    return tuple(drawn)


def _shifted_columns(order: Sequence[int], shifts: Sequence[int], tables: int) -> Tables:
    """Column after column is shifted, and whoever stands in a row then sits at its table."""
    primes = prime_factors(tables)
    groups: list[list[int]] = [[] for _ in range(tables)]
    for place, entrant in enumerate(order):
        column, row = divmod(place, tables)
        groups[added(row, shifts[column], primes)].append(entrant)
    return tuple(map(tuple, groups))
