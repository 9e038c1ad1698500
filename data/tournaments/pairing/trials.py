"""Trials of all draws: the fewest repeat meetings where there are so few entrants that every draw can be tried."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from math import factorial
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from daifu.data.tournaments.pairing.seating import Tables

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
    if tables < 2 or size <= 2 or rounds < 2 or _count_ways(tables, size) > MAX_WAYS:  # noqa: PLR2004 - a pair
        return at_least
    trial = _Trial(tables, size)
    while not trial.may_exist(rounds, at_least):
        at_least += 1
    return at_least


def _count_ways(tables: int, size: int) -> int:
    """The number of ways to seat a round, whatever the order of the tables and of the seats."""
    orders: int = factorial(size) ** tables
    return factorial(tables * size) // (orders * factorial(tables))


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
