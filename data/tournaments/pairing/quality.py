"""The quality of a draw, counted from its seatings alone, and lower bounds that no draw can go below."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, permutations
from math import factorial
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from daifu.data.tournaments.pairing.seating import (
    NO_TEAMS,
    Seating,
    Tables,
    Teams,
    count_byes,
    count_team_meetings,
    fewest_shared_pairs,
    fewest_team_meetings,
    meeting_pairs,
)

MAX_WAYS: Final = 16_000
"""The most ways to seat a round that are tried: twelve entrants at tables of three have 15,400."""
MAX_TRIED: Final = 1_000_000
"""The most rounds that are tried for one bound: about a second."""
WORD: Final = 64

_Pairs: TypeAlias = npt.NDArray[np.uint64]
"""The pairs that meet, as bits; one or more words for each round."""


@cache
def fewest_repeats_of_all(tables: int, size: int, rounds: int, at_least: int) -> int:
    """The fewest repeats of any rounds of equal tables, or a lower bound where too many draws would have to be tried.

    `at_least` is a lower bound that is known already. At tables of two it is always reached.
    """
    if tables < 2 or size <= 2 or rounds < 2:  # noqa: PLR2004 - a pair
        return at_least
    # The ways to seat a round, whatever the order of the tables and of the seats.
    if factorial(tables * size) // (factorial(size) ** tables * factorial(tables)) > MAX_WAYS:
        return at_least
    trial = _Trial(tables, size)
    while not trial.may_exist(rounds, at_least):
        at_least += 1
    return at_least


def _all_rounds(entrants: Sequence[int], size: int) -> Iterator[Tables]:
    """All ways to seat a round."""
    if not entrants:
        yield ()
        return
    first, *others = entrants
    for neighbours in combinations(others, size - 1):
        rest = [one for one in others if one not in neighbours]
        for tables in _all_rounds(rest, size):
            yield ((first, *neighbours), *tables)


class _Trial:
    """A trial of all rounds with these tables, after the first one, in which the entrants sit in their order.

    Rounds have no order, so the first two can be those of a draw that have most pairs in common. The second round is
    one of each kind: what counts is how many of each table in the first round sit together in the second.
    """

    def __init__(self, tables: int, size: int) -> None:
        rounds = list(_all_rounds(range(tables * size), size))
        self.pairs = _pairs_of_rounds(rounds, tables * size)
        kinds: dict[Tables, int] = {}
        for index, found in enumerate(rounds):
            kinds.setdefault(_kind_of_second(rounds[0], found), index)
        self.second_rounds = sorted(kinds.values())
        self.left = MAX_TRIED

    def may_exist(self, rounds: int, repeats: int) -> bool:
        """Whether there is a draw with so few repeats, or trying all of them would take too long."""
        first = self.pairs[0]
        goal = rounds * int(_count(first)) - repeats
        for second in self.pairs[self.second_rounds]:
            common = int(_count(first & second))
            near = np.maximum(_count(self.pairs & first), _count(self.pairs & second)) <= common
            if self._may_reach(goal, first | second, self.pairs[near], rounds - 2, common):
                return True
        return False

    def _may_reach(self, goal: int, met: _Pairs, candidates: _Pairs, rounds: int, common: int) -> bool:
        """Whether `goal` pairs may meet if further rounds are added, no two of which have more pairs in common."""
        reached = int(_count(met))
        if not rounds or not len(candidates):
            return not rounds and reached >= goal
        self.left -= len(candidates)
        gains = _count(candidates & ~met)
        most = int(gains.max())
        if self.left < 0 or rounds == 1:
            return self.left < 0 or reached + most >= goal
        candidates = candidates[reached + gains + (rounds - 1) * most >= goal]
        for index, chosen in enumerate(candidates):
            following = candidates[index:]
            following = following[_count(following & chosen) <= common]
            if self._may_reach(goal, met | chosen, following, rounds - 1, common):
                return True
        return False


def _count(pairs: _Pairs) -> npt.NDArray[np.int64]:
    """The number of pairs, of each round if there are several."""
    counts: npt.NDArray[np.int64] = np.bitwise_count(pairs).sum(axis=-1, dtype=np.int64)
    return counts


def _pairs_of_rounds(rounds: Sequence[Tables], entrants: int) -> _Pairs:
    """The pairs that meet in each of the rounds."""
    numbers = {pair: number for number, pair in enumerate(combinations(range(entrants), 2))}
    pairs = np.zeros((len(rounds), len(numbers) // WORD + 1), np.uint64)
    for index, tables in enumerate(rounds):
        met = sum(1 << numbers[pair] for table in tables for pair in combinations(table, 2))
        pairs[index] = [met >> WORD * word & (1 << WORD) - 1 for word in range(pairs.shape[1])]
    return pairs


def _kind_of_second(first: Tables, second: Tables) -> Tables:
    """The numbers of entrants that two tables have in common; the same for rounds that differ only in their order."""
    common = tuple(sorted(tuple(len({*table}.intersection(other)) for other in second) for table in first))
    return _smallest_order(common)


@cache
def _smallest_order(common: Tables) -> Tables:
    columns = range(len(common))
    return min(tuple(sorted(tuple(row[place] for place in order) for row in common)) for order in permutations(columns))


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


class Quality(NamedTuple):
    """The figures of a draw together with the rounds that were played before."""

    repeats: int
    """Meetings beyond the first, over all pairs."""
    repeats_at_least: int
    """A proven lower bound of `repeats`, see `fewest_repeats`."""
    most_meetings: int
    """The most meetings of any two entrants."""
    imbalance: int
    """The greatest `seat_imbalance` of any entrant."""
    byes_apart: int
    """The most byes minus the fewest, among the entrants of the last round."""
    team_meetings: int
    """Meetings of two members of a team, each time counted."""
    team_meetings_at_least: int
    """A proven lower bound of `team_meetings`."""


def measure_quality(rounds: Sequence[Seating], played: Sequence[Seating] = (), teams: Teams = NO_TEAMS) -> Quality:
    """The quality of rounds drawn after those `played`."""
    all_rounds = (*played, *rounds)
    met = Counter(pair for seating in all_rounds for pair in meeting_pairs(seating))
    byes = count_byes(all_rounds)
    rested = [byes[entrant] for entrant in all_rounds[-1].present] if all_rounds else []
    return Quality(
        repeats=met.total() - len(met),
        repeats_at_least=fewest_repeats(rounds, played),
        most_meetings=max(met.values(), default=0),
        imbalance=max(seat_imbalances(all_rounds).values(), default=0),
        byes_apart=max(rested, default=0) - min(rested, default=0),
        team_meetings=count_team_meetings(all_rounds, teams),
        team_meetings_at_least=count_team_meetings(played, teams) + fewest_team_meetings(rounds, teams),
    )


def seat_imbalances(rounds: Iterable[Seating]) -> dict[int, int]:
    """The seat imbalance of every entrant who had a seat."""
    seats: dict[int, Counter[int]] = defaultdict(Counter)
    sizes: dict[int, Counter[int]] = defaultdict(Counter)
    for table in chain.from_iterable(seating.tables for seating in rounds):
        for seat, entrant in enumerate(table):
            seats[entrant][seat] += 1
            sizes[entrant][len(table)] += 1
    return {entrant: seat_imbalance(sat, sizes[entrant]) for entrant, sat in seats.items()}


def seat_imbalance(sat: Mapping[int, int], sizes: Mapping[int, int]) -> int:
    """The most times in any seat minus the fewest times in any.

    `sat` is how often an entrant had each seat, from 0; `sizes` how often they were at a table of each size. A seat
    that a table does not have counts in the minimum as if the entrant had had it there: at a table of 4 nobody can have
    the fifth seat, so an entrant with 3 tables of 4 and never in a fifth seat counts as 3 times in it.
    """
    missing = (sum(times for size, times in sizes.items() if size <= seat) for seat in range(max(sizes)))
    return max(sat.values()) - min(sat.get(seat, 0) + times for seat, times in enumerate(missing))
