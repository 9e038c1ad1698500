"""What happened between each two players of a sitting."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from replay.tallies.sheets import without_zeros
from replay.tallies.tallies import Counts

HIGHER, LOWER, EQUAL, SCORED, POINTS = range(5)
NAMES: Final = ("higher", "lower", "equal", "scored", "points")
MET: Final = (HIGHER, LOWER, EQUAL)


class Pairs:
    """Counters by the numbers of two players, the smaller one first, from his view."""

    __slots__ = ("_common", "_met")

    def __init__(self) -> None:
        """Nobody has met yet."""
        self._met: dict[tuple[int, int], list[int]] = {}
        self._common: defaultdict[tuple[int, int], Counts] = defaultdict(dict)

    def meet(self, players: Sequence[int], standing: Sequence[int], points: Sequence[int | None]) -> None:
        """Count a decided deal of these players; the lists are by player, and who did better has less standing."""
        met = self._met
        for pair in combinations(players, 2):
            player, other = pair
            row = met.get(pair)
            if row is None:
                row = met[pair] = [0] * len(NAMES)
            own, theirs = standing[player], standing[other]
            row[HIGHER if own < theirs else LOWER if own > theirs else EQUAL] += 1
            scored, gained = points[player], points[other]
            if scored is not None and gained is not None:
                row[SCORED] += 1
                row[POINTS] += scored - gained

    def add(self, player: int, other: int, name: str) -> None:
        """Let a counter grow that is the same from both views."""
        common = self._common[min(player, other), max(player, other)]
        common[name] = common.get(name, 0) + 1

    def counts(self) -> dict[tuple[int, int], Counts]:
        """All counters, without those that are 0."""
        return {
            pair: without_zeros({"deals": sum(row[met] for met in MET), **dict(zip(NAMES, row, strict=True))})
            | self._common.get(pair, {})
            for pair, row in self._met.items()
        }
