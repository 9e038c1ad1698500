"""What is counted of one record."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from replay.counting import Counts, Row
from replay.tallies.pairs import Meeting

VERSION: Final = 1
"""Grows with every change of what is counted or how: summaries of another version have to be counted anew."""

TABLE: Final = 0
"""Stands for a player where the deals themselves are counted."""


@dataclass(frozen=True, slots=True)
class Tallies:
    """The counters of one record, as the rows by which they grew; they are added up where somebody asks for names.

    `noted` are those of each player, by his number and by how many were seated in those deals; under `TABLE` is what
    the deals have for themselves. `met` are the deals that the same players sat in, from the smallest number up.
    """

    noted: Mapping[tuple[int, int], Sequence[Row]] = field(default_factory=dict)
    met: Mapping[tuple[int, ...], Sequence[Meeting]] = field(default_factory=dict)

    @property
    def seats(self) -> dict[tuple[int, int], Counts]:
        """The counters of each player, by his number and by how many were seated."""
        return {key: _summed(rows) for key, rows in self.noted.items() if key[0] != TABLE}

    @property
    def tables(self) -> dict[int, Counts]:
        """The counters of the deals themselves, by how many were seated."""
        return {seated: self._table(seated) for player, seated in self.noted if player == TABLE}

    @property
    def pairs(self) -> dict[tuple[int, int], Counts]:
        """The counters of each two players, the smaller number first and from that player's view."""
        rows: defaultdict[tuple[int, int], list[Row]] = defaultdict(list)
        for players, meetings in self.met.items():
            for meeting in meetings:
                for pair, row in zip(combinations(players, 2), meeting.rows, strict=True):
                    rows[pair].append(row)
        return {pair: _summed(grown) for pair, grown in rows.items()}

    def _table(self, seated: int) -> Counts:
        own = [(row.own, 1) for row in self.noted[TABLE, seated]]
        shared = [(row.shared, 1) for (_, among), rows in self.noted.items() if among == seated for row in rows]
        return _added(own + shared)


def _summed(rows: Sequence[Row]) -> Counts:
    """What rows come to together."""
    return _added((counts, times) for row, times in Counter(rows).items() for counts in (row.own, row.shared))


def _added(grown: Iterable[tuple[Counts, int]]) -> Counts:
    """What counts come to that were taken so many times, without what is 0."""
    total: Counts = {}
    for counts, times in grown:
        for name, number in counts.items():
            total[name] = total.get(name, 0) + times * number
    return {name: number for name, number in total.items() if number}
