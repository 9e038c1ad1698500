"""What happened between each two players of a sitting."""

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import combinations
from typing import Final

from replay.tallies.rows import Row, add, without_zeros
from replay.tallies.tallies import Counts

KEPT: Final = 1024

Meeting = tuple[tuple[tuple[int, int], Row], ...]
"""What one deal was for each two of its players, the smaller number first."""


class Pairs:
    """Counters by the numbers of two players, the smaller one first, from his view."""

    __slots__ = ("_common", "_meetings")

    def __init__(self) -> None:
        """Nobody has met yet."""
        self._meetings: list[Meeting] = []
        self._common: defaultdict[tuple[int, int], Counts] = defaultdict(dict)

    def meet(self, players: tuple[int, ...], standing: tuple[int, ...], points: tuple[int | None, ...]) -> None:
        """Count a decided deal of these players, with their standing and points; who did better has less standing."""
        self._meetings.append(_meeting(players, standing, points))

    def add(self, player: int, other: int, name: str) -> None:
        """Let a counter grow that is the same from both views."""
        add(self._common[min(player, other), max(player, other)], {name: 1})

    def counts(self) -> dict[tuple[int, int], Counts]:
        """All counters, without those that are 0."""
        if len(self._meetings) == 1 and not self._common:
            return {pair: row.counts.copy() for pair, row in self._meetings[0]}
        met: defaultdict[tuple[int, int], Counts] = defaultdict(dict)
        for meeting, times in Counter(self._meetings).items():
            for pair, row in meeting:
                add(met[pair], row.counts, times)
        for pair, common in self._common.items():
            add(met[pair], common)
        return {pair: without_zeros(counts) for pair, counts in met.items()}


@lru_cache(KEPT)
def _meeting(players: tuple[int, ...], standing: tuple[int, ...], points: tuple[int | None, ...]) -> Meeting:
    in_order = sorted(zip(players, standing, points, strict=True))
    return tuple(
        ((player, other), _row((own > theirs) - (own < theirs), _difference(scored, gained)))
        for (player, own, scored), (other, theirs, gained) in combinations(in_order, 2)
    )


def _difference(scored: int | None, gained: int | None) -> int | None:
    return None if scored is None or gained is None else scored - gained


@lru_cache(KEPT)
def _row(behind: int, difference: int | None) -> Row:
    """A deal in which the player was behind the other (1), before him (-1), or neither had a place."""
    counts = {"deals": 1, ("equal", "lower", "higher")[behind]: 1}
    if difference is not None:
        counts |= {"scored": 1, "points": difference}
    return Row(counts)
