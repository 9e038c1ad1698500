"""Who sits out: whoever has sat out least."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from data.tournaments.drawing.seating import Seating


def byes_had(played: Iterable[Seating]) -> Counter[int]:
    """How often each entrant has sat out."""
    return Counter(entrant for seating in played for entrant in seating.byes)


def resting_by_lot(
    entrants: Sequence[int], count: int, rounds: int, played: Iterable[Seating], seed: int
) -> tuple[tuple[int, ...], ...]:
    """Who sits out in each of the rounds to come; among those who have sat out equally often, the lot decides."""
    had = byes_had(played)
    lot = [entrants[place] for place in np.random.default_rng(seed).permutation(len(entrants))]
    chosen = []
    for _ in range(rounds):
        resting = sorted(lot, key=had.__getitem__)[:count]
        had.update(resting)
        chosen.append(tuple(sorted(resting)))
    return tuple(chosen)


def resting_from_below(standing: Sequence[int], count: int, played: Iterable[Seating]) -> tuple[int, ...]:
    """Who sits out of a standing, best first: the last of those who have sat out least often."""
    had = byes_had(played)
    last_first = sorted(enumerate(standing), key=lambda ranked: (had[ranked[1]], -ranked[0]))
    return tuple(sorted(entrant for _, entrant in last_first[:count]))
