"""What records add to the statistics: deltas, merged by game, day and tournament, and their sums.

Equal rows of counters have the same number. So a delta only says how often each player had which row; nothing is added
up until the delta is folded into the summaries.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

import msgspec

from data.store.errors import StoreDamaged
from data.store.sqlite.columns import RecordRow
from data.store.sqlite.statistics.interned import CountsByNumber, PairViews, RowContents, RowEncoder, RowRef
from data.store.sqlite.statistics.pairs import PairCounts, unpack_counts
from replay.statistics.record import RecordCounters
from replay.statistics.rows import TABLE_PLAYER

_decode_players: Final = msgspec.json.Decoder(list[int]).decode

SeatKey = tuple[int, int]
"""A player, and how many were seated."""
PlayerGroup = tuple[int, ...]
"""Those who sat in the same deals."""


class DeltaKey(NamedTuple):
    """What shares are kept apart by: whether they are added (`sign` 1) or taken away (-1), and where they belong."""

    sign: int
    rules: int
    day: int
    tournament: int


class Delta(msgspec.Struct, array_like=True, frozen=True):
    """What so many shares of one occasion bring: the rows of each player, and what happened among those who met."""

    shares: int
    seats: dict[SeatKey, list[RowRef]]
    meetings: dict[PlayerGroup, list[RowRef]]


class RecordDelta(NamedTuple):
    """What is added to the summaries (`sign` 1) or taken away from them (-1) when a record changes.

    `rules`, `players` (a JSON list, in the record's order) and `tournament` are the numbers of texts, `day` is that of
    the calendar.
    """

    sign: int
    rules: int
    players: str
    day: int
    tournament: int
    tallies: RecordCounters


def merge_deltas(shares: Iterable[RecordDelta], written: RowEncoder) -> Iterator[tuple[DeltaKey, Delta]]:
    """Shares laid together by occasion."""
    apart: defaultdict[DeltaKey, list[RecordDelta]] = defaultdict(list)
    for share in shares:
        apart[DeltaKey(share.sign, share.rules, share.day, share.tournament)].append(share)
    for occasion, together in apart.items():
        yield occasion, _merge(together, written)


def _merge(shares: list[RecordDelta], written: RowEncoder) -> Delta:
    seats: defaultdict[SeatKey, list[RowRef]] = defaultdict(list)
    met: defaultdict[PlayerGroup, list[RowRef]] = defaultdict(list)
    write = written.__getitem__
    for share in shares:
        players = [TABLE_PLAYER, *_decode_players(share.players)]
        for (player, seated), rows in share.tallies.noted.items():
            seats[players[player], seated] += map(write, rows)
        for who, meetings in share.tallies.met.items():
            met[tuple(map(players.__getitem__, who))] += map(write, meetings)
    return Delta(len(shares), seats, met)


ALL_TABLES: Final = TABLE_PLAYER
"""Stands for a player where the deals themselves are summed up."""
ALL_PLAYERS: Final = -1
"""Stands for a player where all players are summed up."""

SummaryKey = tuple[int, ...]
"""The columns by which a row of summaries is found."""
PLAYER_COLUMN: Final = 3
"""The place of the player among those of a bucket."""


class DeltaSums:
    """Counts that may be below nothing, where more is taken away than added; those of 0 are left out.

    `buckets` are by rules, day, tournament, player and number of players; `changes` are how many shares there were, by
    rules.
    """

    def __init__(self, sheaves: Iterable[tuple[DeltaKey, Delta]], contents: RowContents) -> None:
        """Raises `StoreDamaged` where nobody can tell what a sheaf brings."""
        self.changes: dict[int, int] = {}
        self._met: defaultdict[SummaryKey, int] = defaultdict(int)
        seats: defaultdict[DeltaKey, defaultdict[SeatKey, list[RowRef]]] = defaultdict(lambda: defaultdict(list))
        for occasion, sheaf in sheaves:
            self.changes[occasion.rules] = self.changes.get(occasion.rules, 0) + sheaf.shares
            together = seats[occasion]
            for whose, rows in sheaf.seats.items():
                together[whose] += rows
            for players, meetings in sheaf.meetings.items():
                for meeting in meetings:
                    self._meet(occasion, players, contents.meetings[meeting])
        self.buckets = _bucket_sums(seats, contents)

    @property
    def pairs(self) -> dict[SummaryKey, PairCounts]:
        """What happened between two, by rules and both players, the smaller number first, as he sees it."""
        return {pair: unpack_counts(number) for pair, number in self._met.items()}

    def by_player(self) -> dict[SummaryKey, CountsByNumber]:
        """What the buckets come to by rules and player."""
        sums: defaultdict[SummaryKey, CountsByNumber] = defaultdict(dict)
        for (rules, _, _, player, _), counts in self.buckets.items():
            add_counts(sums[rules, player], counts)
        return sums

    def _meet(self, occasion: DeltaKey, players: PlayerGroup, views: PairViews) -> None:
        met, sign, rules = self._met, occasion.sign, occasion.rules
        if len(views) != len(players) * (len(players) - 1) // 2:
            raise StoreDamaged
        for (one, other), (first, second) in zip(combinations(players, 2), views, strict=True):
            if one < other:
                met[rules, one, other] += sign * first
            else:
                met[rules, other, one] += sign * second


def _bucket_sums(
    seats: Mapping[DeltaKey, Mapping[SeatKey, list[RowRef]]], contents: RowContents
) -> dict[SummaryKey, CountsByNumber]:
    """Players have what is theirs and what they share, all players have that of each, and tables what is shared."""
    buckets: defaultdict[SummaryKey, CountsByNumber] = defaultdict(dict)
    for (sign, *where), together in seats.items():
        for (player, seated), rows in together.items():
            own, shared = _split_counts(sign, _row_sums(Counter(rows), contents.rows))
            whose = {ALL_TABLES} if player == ALL_TABLES else {player, ALL_PLAYERS}
            for one in whose:
                add_counts(buckets[*where, one, seated], own)
            for one in whose | {ALL_TABLES}:
                add_counts(buckets[*where, one, seated], shared)
    return buckets


def _row_sums(rows: Mapping[RowRef, int], contents: Mapping[RowRef, CountsByNumber]) -> CountsByNumber:
    """What rows come to, each taken so many times."""
    total: CountsByNumber = {}
    known = total.get
    for row, times in rows.items():
        for number, count in contents[row].items():
            total[number] = known(number, 0) + times * count
    return total


def _split_counts(sign: int, grown: CountsByNumber) -> tuple[CountsByNumber, CountsByNumber]:
    """What is a player's own, and what he shares with his table."""
    own = {-number: sign * count for number, count in grown.items() if number < 0}
    return own, {number: sign * count for number, count in grown.items() if number > 0}


def add_counts(total: CountsByNumber, more: CountsByNumber) -> None:
    """Add counts to others, without what comes to nothing."""
    known = total.get
    for number, count in more.items():
        together = known(number, 0) + count
        if together:
            total[number] = together
        else:
            total.pop(number, None)


NOT_SET: Final = 0
"""The day of a record without one, and the number of the tournament of one that belongs to none."""


def delta_of(row: RecordRow, tallies: RecordCounters) -> RecordDelta:
    """What a record with these facts adds."""
    if row.rules is None:
        raise ValueError(row)
    return RecordDelta(1, row.rules, row.players, row.date or NOT_SET, row.tournament or NOT_SET, tallies)
