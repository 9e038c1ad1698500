"""Shares of many records added up in memory, so that each summary is read once and written once."""

import json
from collections.abc import Iterable
from typing import Final, NamedTuple

from data.store.statistics.pairs import Pairs, meet
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


Buckets = dict[tuple[int, int], Counts]
"""Counts by player and by how many were seated."""


class Gathered:
    """What shares come to together. Counts may be below nothing, where more is taken away than added.

    `buckets` are by occasion, `pairs` by rules; `changes` counts the shares by rules.
    """

    def __init__(self, shares: Iterable[Share] = ()) -> None:
        self.buckets: dict[Occasion, Buckets] = {}
        self.pairs: dict[int, Pairs] = {}
        self.changes: dict[int, int] = {}
        for share in shares:
            self._take(share)

    def _take(self, share: Share) -> None:
        sign, tallies = share.sign, share.tallies
        players: list[int] = json.loads(share.players)
        self.changes[share.rules] = self.changes.get(share.rules, 0) + 1
        buckets = self.buckets.setdefault(Occasion(share.rules, share.day, share.tournament), {})
        for (player, seated), counts in tallies.seats.items():
            _put(buckets, (players[player - 1], seated), counts, sign)
        for seated, counts in tallies.tables.items():
            _put(buckets, (TABLES, seated), counts, sign)
        pairs = self.pairs.setdefault(share.rules, {})
        for (one, other), counts in tallies.pairs.items():
            meet(pairs, players[one - 1], players[other - 1], counts, sign)


def add(total: Counts, counts: Counts) -> None:
    """Add counts to others."""
    known = total.get
    for name, count in counts.items():
        total[name] = known(name, 0) + count


def left(counts: Counts) -> Counts:
    """The counts that came to something."""
    return {name: count for name, count in counts.items() if count}


def _put(buckets: Buckets, key: tuple[int, int], counts: Counts, sign: int) -> None:
    """Add counts to those of a bucket, or take them away."""
    total = buckets.get(key)
    if total is None:
        total = buckets[key] = {}
    add(total, counts if sign > 0 else {name: -count for name, count in counts.items()})
