"""Lower bounds of the repeat meetings of a draw: no draw with the same entrants and tables has fewer."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from daifu.data.tournaments.pairing.seating import Seating, meeting_pairs
from daifu.data.tournaments.pairing.teams import fewest_shared_pairs
from daifu.data.tournaments.pairing.trials import fewest_repeats_of_all

ROUNDS_OF_A_REPEAT: Final = 2
PEOPLE_IN_A_MEETING: Final = 2
"""Each meeting is counted for both entrants."""


def fewest_repeats(rounds: Sequence[Seating], played: Sequence[Seating] = ()) -> int:
    """The fewest repeat meetings, played ones included, of any draw of these rounds after those `played`.

    Such a draw has in each round the same entrants present and the same table sizes; who sits where, and who sits out,
    is free. The result is the greatest of several lower bounds: see the functions below.
    """
    met = [pair for seating in played for pair in meeting_pairs(seating)]
    repeats = len(met) - len(set(met))
    all_rounds = (*played, *rounds)
    bound = max(
        repeats + _repeats_by_partners(rounds, set(met)),
        repeats + _repeats_by_tables(rounds),
        _repeats_by_tables(all_rounds),
    )
    return _repeats_by_trial(all_rounds, bound)


def _repeats_by_partners(rounds: Sequence[Seating], met: set[tuple[int, int]]) -> int:
    """A bound by the partners whom each entrant has not met yet: meetings beyond their number are repeats.

    Every entrant has at least the partners of the smallest tables; the other partners go first to those who have most
    left to meet.
    """
    due = sum(size * (size - 1) for seating in rounds for size in seating.sizes)
    least, fresh = _least_partners(rounds), _fresh_partners(rounds, met)
    beyond = sum(max(0, count - fresh[one]) for one, count in least.items())
    room = sum(max(count, fresh[one]) for one, count in least.items())
    return -(-(beyond + max(0, due - room)) // PEOPLE_IN_A_MEETING)


def _least_partners(rounds: Iterable[Seating]) -> Counter[int]:
    """The fewest partners of each entrant: a bye in every round that has one, else the smallest table."""
    least: Counter[int] = Counter()
    for seating in rounds:
        partners = 0 if seating.byes or not seating.tables else min(seating.sizes) - 1
        least.update(dict.fromkeys(seating.present, partners))
    return least


def _fresh_partners(rounds: Iterable[Seating], met: set[tuple[int, int]]) -> Counter[int]:
    """The number of entrants whom each one can meet in these rounds and has not met."""
    together = list({seating.present for seating in rounds})
    fresh: Counter[int] = Counter()
    others: dict[frozenset[int], int] = {}
    for one in frozenset().union(*together):
        rounds_of_one = frozenset(index for index, present in enumerate(together) if one in present)
        if rounds_of_one not in others:
            others[rounds_of_one] = len(frozenset().union(*(together[index] for index in rounds_of_one))) - 1
        fresh[one] = others[rounds_of_one]
    for pair in met:
        if any(present.issuperset(pair) for present in together):
            fresh.subtract(pair)
    return fresh


def _repeats_by_tables(rounds: Sequence[Seating]) -> int:
    """A bound by the pairs that any two rounds must share.

    Two entrants who meet m times are shared by m (m - 1) / 2 pairs of rounds, which is at most half the number of
    rounds for each of their m - 1 repeats.
    """
    return -(-ROUNDS_OF_A_REPEAT * fewest_pairs_shared_by_rounds(rounds) // len(rounds)) if rounds else 0


def _repeats_by_trial(rounds: Sequence[Seating], at_least: int) -> int:
    """A bound by trying all draws, for few entrants, all of whom sit at equal tables in every round."""
    layouts = {(seating.present, seating.sizes) for seating in rounds}
    sizes = {size for seating in rounds for size in seating.sizes}
    if len(layouts) != 1 or len(sizes) != 1 or rounds[0].byes:
        return at_least
    return fewest_repeats_of_all(len(rounds[0].tables), rounds[0].sizes[0], len(rounds), at_least)


def fewest_pairs_shared_by_rounds(rounds: Sequence[Seating]) -> int:
    """The fewest pairs of entrants that two rounds share, added up for all pairs of rounds.

    There are some where tables have more seats than there are tables.
    """
    return sum(
        max(_fewest_common_pairs(one, other), _fewest_common_pairs(other, one))
        for one, other in combinations(rounds, 2)
    )


def _fewest_common_pairs(one: Seating, other: Seating) -> int:
    """The fewest pairs of one round that share a table in the other."""
    common = len(one.present & other.present) - len(one.byes) - len(other.byes)
    return fewest_shared_pairs(one.sizes, len(other.tables), common)
