"""Shares of many records added up in memory, so that each summary is read once and written once."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from data.store.statistics.shares import Share
from replay.tallies import Counts

TABLES: Final = 0
"""Stands for a player where the deals themselves are summed up."""
SEATS: Final = -1
"""Stands for a player where all players are summed up."""


class Occasion(NamedTuple):
    """What the counts of a record are kept apart by: its rules, day and tournament."""

    rules: int
    day: int
    tournament: int


Counted = dict[tuple[int, int], Counts]
"""Counts by player and by how many were seated, or by the two players who met."""

_numbers: Final = msgspec.json.Decoder(list[int]).decode


class Gathered:
    """What shares come to together. Counts may be below nothing, where more is taken away than added.

    `buckets` are by occasion, `pairs` by rules, as the first of the two sees it; `changes` counts the shares by rules.
    """

    def __init__(self, shares: Iterable[Share] = ()) -> None:
        self.buckets: dict[Occasion, Counted] = {}
        self.pairs: dict[int, Counted] = {}
        self.changes: dict[int, int] = {}
        for share in shares:
            self._take(share)

    def _take(self, share: Share) -> None:
        tallies = share.tallies
        players = _numbers(share.players)
        put = _put if share.sign > 0 else _take_away
        self.changes[share.rules] = self.changes.get(share.rules, 0) + 1
        buckets = self.buckets.setdefault(Occasion(share.rules, share.day, share.tournament), {})
        for (player, seated), counts in tallies.seats.items():
            put(buckets, (players[player - 1], seated), counts)
        for seated, counts in tallies.tables.items():
            put(buckets, (TABLES, seated), counts)
        pairs = self.pairs.setdefault(share.rules, {})
        for (one, other), counts in tallies.pairs.items():
            put(pairs, (players[one - 1], players[other - 1]), counts)


def add(total: Counts, counts: Counts) -> None:
    """Add counts to others."""
    known = total.get
    for name, count in counts.items():
        total[name] = known(name, 0) + count


def left(counts: Counts) -> Counts:
    """The counts that came to something."""
    return {name: count for name, count in counts.items() if count}


def _put(counted: Counted, key: tuple[int, int], counts: Counts) -> None:
    """Add counts to those under a key."""
    total = counted.get(key)
    if total is None:
        counted[key] = counts.copy()
    else:
        add(total, counts)


def _take_away(counted: Counted, key: tuple[int, int], counts: Counts) -> None:
    """Take counts away from those under a key."""
    _put(counted, key, {name: -count for name, count in counts.items()})
