"""How few repeat meetings any draw could have: what is proven, without drawing."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from data.tournaments.drawing.seating import Seating, meetings

ROUNDS_OF_A_REPEAT: Final = 2


def fewest_repeats(rounds: Sequence[Seating], played: Sequence[Seating] = ()) -> int:
    """No draw of the rounds, after those that are played, has fewer repeat meetings (those already played included).

    The draw is free to seat everybody elsewhere; who is there, who sits out how often and the sizes of the tables are
    as they are in `rounds`.
    """
    met = [pair for seating in played for pair in meetings(seating)]
    repeats = len(met) - len(set(met))
    everything = (*played, *rounds)
    return max(
        repeats + _for_want_of_pairs(rounds, set(met)),
        repeats + _for_want_of_tables(rounds),
        _for_want_of_tables(everything),
    )


def _for_want_of_pairs(rounds: Iterable[Seating], met: set[tuple[int, int]]) -> int:
    """Meetings beyond the pairs that have not met yet and are ever there together."""
    rounds = tuple(rounds)
    due = sum(size * (size - 1) // 2 for seating in rounds for size in seating.sizes)
    together = {seating.present for seating in rounds}
    fresh = {pair for present in together for pair in combinations(sorted(present), 2)} - met
    return max(0, due - len(fresh))


def _for_want_of_tables(rounds: Sequence[Seating]) -> int:
    """Where tables are larger than there are tables, neighbours of one round meet again in another, however they move.

    What any two rounds share at least is added up. A pair of people that meets m times is shared by m (m - 1) / 2 pairs
    of rounds: for each of its m - 1 repeats, by half as many as there are rounds at most.
    """
    shared = sum(max(_shared(one, other), _shared(other, one)) for one, other in combinations(rounds, 2))
    return -(-ROUNDS_OF_A_REPEAT * shared // len(rounds)) if rounds else 0


def _shared(one: Seating, other: Seating) -> int:
    """How many pairs of one round share a table in the other at least: every table spread as evenly as can be.

    As many as can be missing in the other round are missing where they save most.
    """
    common = len(one.present & other.present) - len(one.byes) - len(other.byes)
    crowd = sorted(place // len(other.tables) for size in one.sizes for place in range(size)) if other.tables else []
    return sum(crowd[: max(0, common)])
