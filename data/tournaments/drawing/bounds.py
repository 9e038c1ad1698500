"""How few repeat meetings any draw could have: what is proven, without drawing."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from data.tournaments.drawing.seating import Seating, meetings

ROUNDS_OF_A_REPEAT: Final = 2
BOTH: Final = 2
"""A meeting is one of both who meet."""


def fewest_repeats(rounds: Sequence[Seating], played: Sequence[Seating] = ()) -> int:
    """No draw of the rounds, after those that are played, has fewer repeat meetings (those already played included).

    Such a draw has in each round the people, and the sizes of tables, that the round has; who sits where, and who sits
    out, may be anybody. Three things are proven, and the greatest of them counts: see the functions below.
    """
    met = [pair for seating in played for pair in meetings(seating)]
    repeats = len(met) - len(set(met))
    everything = (*played, *rounds)
    return max(
        repeats + _for_want_of_partners(rounds, set(met)),
        repeats + _for_want_of_tables(rounds),
        _for_want_of_tables(everything),
    )


def fewest_together(groups: Iterable[int], tables: int, seated: int) -> int:
    """How many pairs out of the same group share a table at least, where so many of all their people are seated.

    A group spread over the tables as evenly as can be, one by one, adds as many pairs with each of them as sit there
    already. Those who add most are the ones who are not seated.
    """
    added = sorted(place // tables for size in groups for place in range(size)) if tables else []
    return sum(added[: max(0, seated)])


def _for_want_of_partners(rounds: Sequence[Seating], met: set[tuple[int, int]]) -> int:
    """Meetings beyond the partners who are ever there together with somebody and have not met him.

    The smallest tables give everybody some partners at least; the others go to those who lack them least.
    """
    due = sum(size * (size - 1) for seating in rounds for size in seating.sizes)
    least, fresh = _least_partners(rounds), _fresh_partners(rounds, met)
    beyond = sum(max(0, count - fresh[one]) for one, count in least.items())
    room = sum(max(count, fresh[one]) for one, count in least.items())
    return -(-(beyond + max(0, due - room)) // BOTH)


def _least_partners(rounds: Iterable[Seating]) -> Counter[int]:
    """For how many partners each entrant sits at the smallest table every time, and out if anybody does."""
    least: Counter[int] = Counter()
    for seating in rounds:
        partners = 0 if seating.byes or not seating.tables else min(seating.sizes) - 1
        least.update(dict.fromkeys(seating.present, partners))
    return least


def _fresh_partners(rounds: Iterable[Seating], met: set[tuple[int, int]]) -> Counter[int]:
    """How many there are for each entrant whom he can meet in these rounds and has not met."""
    together = {seating.present for seating in rounds}
    pairs = {pair for present in together for pair in combinations(sorted(present), 2)} - met
    return Counter(one for pair in pairs for one in pair)


def _for_want_of_tables(rounds: Sequence[Seating]) -> int:
    """Where tables are larger than there are tables, neighbours of one round meet again in another, however they move.

    What any two rounds share at least is added up. A pair of people that meets m times is shared by m (m - 1) / 2 pairs
    of rounds: for each of its m - 1 repeats, by half as many as there are rounds at most.
    """
    shared = sum(max(_shared(one, other), _shared(other, one)) for one, other in combinations(rounds, 2))
    return -(-ROUNDS_OF_A_REPEAT * shared // len(rounds)) if rounds else 0


def _shared(one: Seating, other: Seating) -> int:
    """How many pairs of one round share a table in the other at least."""
    common = len(one.present & other.present) - len(one.byes) - len(other.byes)
    return fewest_together(one.sizes, len(other.tables), common)
