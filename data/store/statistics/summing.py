"""What sheaves come to: counts of players and tables by the numbers of the counters, and of pairs by their columns."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations
from operator import add as plus
from typing import Final

from data.store.statistics.gathering import Occasion, Sheaf
from data.store.statistics.pairs import Values, views
from data.store.statistics.written import Numbered, read
from replay.tallies import TABLE

TABLES: Final = TABLE
"""Stands for a player where the deals themselves are summed up."""
SEATS: Final = -1
"""Stands for a player where all players are summed up."""

Key = tuple[int, ...]
"""The columns by which a row of summaries is found."""
PLAYER: Final = 3
"""The place of the player among those of a bucket."""


class Sums:
    """Counts that may be below nothing, where more is taken away than added; those of 0 are left out.

    `buckets` are by rules, day, tournament, player and number of players, `pairs` by rules and both players, the
    smaller number first, as he sees it; `changes` are how many shares there were, by rules.
    """

    def __init__(self, sheaves: Iterable[tuple[Occasion, Sheaf]]) -> None:
        self.pairs: dict[Key, Values] = {}
        self.changes: dict[int, int] = {}
        seats: defaultdict[Key, list[bytes]] = defaultdict(list)
        for occasion, sheaf in sheaves:
            self.changes[occasion.rules] = self.changes.get(occasion.rules, 0) + sheaf.shares
            for whose, rows in sheaf.seats.each():
                seats[*occasion, *whose] += rows
            for players, meetings in sheaf.meetings.each():
                for meeting in meetings:
                    self._meet(occasion.rules, players, views(meeting, occasion.sign))
        self.buckets = _buckets(seats)

    def by_player(self) -> dict[Key, Numbered]:
        """What the buckets come to by rules and player."""
        sums: defaultdict[Key, Numbered] = defaultdict(dict)
        for (rules, _, _, player, _), counts in self.buckets.items():
            add(sums[rules, player], counts)
        return sums

    def _meet(self, rules: int, players: tuple[int, ...], seen: list[tuple[Values, Values]]) -> None:
        totals = self.pairs
        for (one, other), (first, second) in zip(combinations(players, 2), seen, strict=True):
            pair, values = ((rules, one, other), first) if one < other else ((rules, other, one), second)
            known = totals.get(pair)
            totals[pair] = values if known is None else tuple(map(plus, known, values))


def _buckets(seats: dict[Key, list[bytes]]) -> dict[Key, Numbered]:
    """Players have what is theirs and what they share, all players have that of each, and tables what is shared."""
    buckets: defaultdict[Key, Numbered] = defaultdict(dict)
    for (sign, rules, day, tournament, player, seated), rows in seats.items():
        own, shared = _grown(rows, sign)
        for one in (player,) if player == TABLES else (player, SEATS):
            add(buckets[rules, day, tournament, one, seated], own)
            add(buckets[rules, day, tournament, one, seated], shared)
        add(buckets[rules, day, tournament, TABLES, seated], shared)
    return buckets


def _grown(rows: Iterable[bytes], sign: int) -> tuple[Numbered, Numbered]:
    """By how much counters grow: the player's own and those that he shares."""
    own: defaultdict[int, int] = defaultdict(int)
    shared: defaultdict[int, int] = defaultdict(int)
    for row, times in Counter(rows).items():
        grows = sign * times
        own_counts, shared_counts = read(row)
        for number, count in own_counts.items():
            own[number] += grows * count
        for number, count in shared_counts.items():
            shared[number] += grows * count
    return own, shared


def add(total: Numbered, more: Numbered) -> None:
    """Add counts to others, without what comes to nothing."""
    known = total.get
    for number, count in more.items():
        together = known(number, 0) + count
        if together:
            total[number] = together
        else:
            total.pop(number, None)
