"""Where the search for a draw begins: at a design, as far as there is one for so many people at so many tables."""

from collections.abc import Sequence
from itertools import chain

import numpy as np

from data.tournaments.drawing.designs import design
from data.tournaments.drawing.fields import added, prime_factors
from data.tournaments.drawing.matrices import Matrix
from data.tournaments.drawing.seating import Seating, Tables, cut
from data.tournaments.drawing.teams import Teams, grouped, team_meetings


def from_design(
    entrants: Sequence[int], sizes: Sequence[int], rounds: int, seed: int, teams: Teams
) -> tuple[Tables, ...]:
    """Groups for every round, in which nobody meets twice as long as the design lasts, and few of a team at all.

    The sizes of its tables are as even as can be, and with byes there is somebody too many. Nobody of a column meets
    another of it in the design, so the first round after it takes the columns one after the other; whatever comes then
    is drawn by lot.
    """
    random = np.random.default_rng(seed)
    order = [entrants[place] for place in random.permutation(len(entrants))]
    order, shifts = _laid_out(order, len(sizes), rounds, teams)
    drawn = [_shifted_columns(order, row, len(sizes)) for row in shifts]
    while len(drawn) < rounds:
        drawn.append(cut(order, sizes))
        order = [order[place] for place in random.permutation(len(order))]
    return tuple(drawn)


def _laid_out(order: list[int], tables: int, rounds: int, teams: Teams) -> tuple[list[int], Matrix]:
    """The people column by column, and how the columns are shifted in each round.

    Teams stand in columns, which never meet. Or they stand in rows, if these have better room for them and the design
    has a round to spare: the rows meet in its first round, in which nothing is shifted, and never again.
    """
    columns = -(-len(order) // tables)
    if teams:
        *full, last = (min(tables, len(order) - start) for start in range(0, len(order), tables))
        standing = grouped(order, (*full, last), teams)
        lying = grouped(order, [columns] * last + [columns - 1] * (tables - last), teams)
        if _together(lying, teams) > _together(standing, teams):
            longer = design(tables, columns, rounds + 1)
            if len(longer) > rounds:
                return [row[column] for column in range(columns) for row in lying if column < len(row)], longer[1:]
        order = list(chain.from_iterable(standing))
    return order, design(tables, columns, rounds)


def _together(groups: Tables, teams: Teams) -> int:
    return team_meetings([Seating(groups)], teams)


def _shifted_columns(order: Sequence[int], shifts: Sequence[int], tables: int) -> Tables:
    """Column after column is shifted, and whoever stands in a row then sits at its table."""
    primes = prime_factors(tables)
    groups: list[list[int]] = [[] for _ in range(tables)]
    for place, entrant in enumerate(order):
        column, row = divmod(place, tables)
        groups[added(row, shifts[column], primes)].append(entrant)
    return tuple(map(tuple, groups))
