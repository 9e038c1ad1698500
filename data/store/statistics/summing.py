"""What sheaves come to: counts of players and tables by the numbers of the counters, and of pairs by their columns."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final

from data.store.refusals import StoreDamaged
from data.store.statistics.contents import Contents, Views
from data.store.statistics.gathering import Met, Occasion, Sheaf, Whose
from data.store.statistics.pairs import Values, apart
from data.store.statistics.written import Numbered, Written
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

    `buckets` are by rules, day, tournament, player and number of players; `changes` are how many shares there were, by
    rules.
    """

    def __init__(self, sheaves: Iterable[tuple[Occasion, Sheaf]], contents: Contents) -> None:
        """Raises `StoreDamaged` where nobody can tell what a sheaf brings."""
        self.changes: dict[int, int] = {}
        self._met: defaultdict[Key, int] = defaultdict(int)
        seats: defaultdict[Occasion, defaultdict[Whose, list[Written]]] = defaultdict(lambda: defaultdict(list))
        for occasion, sheaf in sheaves:
            self.changes[occasion.rules] = self.changes.get(occasion.rules, 0) + sheaf.shares
            together = seats[occasion]
            for whose, rows in sheaf.seats.items():
                together[whose] += rows
            for players, meetings in sheaf.meetings.items():
                for meeting in meetings:
                    self._meet(occasion, players, contents.meetings[meeting])
        self.buckets = _buckets(seats, contents)

    @property
    def pairs(self) -> dict[Key, Values]:
        """What happened between two, by rules and both players, the smaller number first, as he sees it."""
        return {pair: apart(number) for pair, number in self._met.items()}

    def by_player(self) -> dict[Key, Numbered]:
        """What the buckets come to by rules and player."""
        sums: defaultdict[Key, Numbered] = defaultdict(dict)
        for (rules, _, _, player, _), counts in self.buckets.items():
            add(sums[rules, player], counts)
        return sums

    def _meet(self, occasion: Occasion, players: Met, views: Views) -> None:
        met, sign, rules = self._met, occasion.sign, occasion.rules
        if len(views) != len(players) * (len(players) - 1) // 2:
            raise StoreDamaged
        for (one, other), (first, second) in zip(combinations(players, 2), views, strict=True):
            if one < other:
                met[rules, one, other] += sign * first
            else:
                met[rules, other, one] += sign * second


def _buckets(seats: Mapping[Occasion, Mapping[Whose, list[Written]]], contents: Contents) -> dict[Key, Numbered]:
    """Players have what is theirs and what they share, all players have that of each, and tables what is shared."""
    buckets: defaultdict[Key, Numbered] = defaultdict(dict)
    for (sign, *where), together in seats.items():
        for (player, seated), rows in together.items():
            own, shared = _parts(sign, _grown(Counter(rows), contents.rows))
            whose = {TABLES} if player == TABLES else {player, SEATS}
            for one in whose:
                add(buckets[*where, one, seated], own)
            for one in whose | {TABLES}:
                add(buckets[*where, one, seated], shared)
    return buckets


def _grown(rows: Mapping[Written, int], contents: Mapping[Written, Numbered]) -> Numbered:
    """What rows come to, each taken so many times."""
    total: Numbered = {}
    known = total.get
    for row, times in rows.items():
        for number, count in contents[row].items():
            total[number] = known(number, 0) + times * count
    return total


def _parts(sign: int, grown: Numbered) -> tuple[Numbered, Numbered]:
    """What is a player's own, and what he shares with his table."""
    own = {-number: sign * count for number, count in grown.items() if number < 0}
    return own, {number: sign * count for number, count in grown.items() if number > 0}


def add(total: Numbered, more: Numbered) -> None:
    """Add counts to others, without what comes to nothing."""
    known = total.get
    for number, count in more.items():
        together = known(number, 0) + count
        if together:
            total[number] = together
        else:
            total.pop(number, None)
