"""Rows of counters that grow together, worked out once and shared by all that is counted alike."""

from collections import Counter
from collections.abc import Sequence

from replay.tallies.tallies import Counts


class Row:
    """Counters that grow at once; rows are told apart by identity."""

    __slots__ = ("counts",)

    def __init__(self, counts: Counts) -> None:
        self.counts = without_zeros(counts)


def summed(rows: Sequence[Row]) -> Counts:
    """What rows come to together, without what is 0."""
    if len(rows) == 1:
        return rows[0].counts.copy()
    total: Counts = {}
    for row, times in Counter(rows).items():
        add(total, row.counts, times)
    return without_zeros(total)


def add(total: Counts, counts: Counts, times: int = 1) -> None:
    """Let counters grow by others, so many times."""
    known = total.get
    for name, number in counts.items():
        total[name] = known(name, 0) + times * number


def without_zeros(counts: Counts) -> Counts:
    """The counters that are not 0: the same ones if none is."""
    return counts if all(counts.values()) else {name: number for name, number in counts.items() if number}
