"""Deltas: what records add to the statistics, merged by game, day and tournament, and the sums of deltas.

A delta only lists the rows of counters of each player. Nothing is added up until it is folded into the summaries.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.columns import RecordRow
from daifu.data.store.sql.statistics.counter_rows import PairViews, RowContents, RowItems, RowNumbers, RowRef
from daifu.data.store.sql.statistics.counts import CountsByNumber, add_counts
from daifu.replay.statistics.products import part_of
from daifu.replay.statistics.record import RecordCounters
from daifu.replay.statistics.rows import TABLE_PLAYER

if TYPE_CHECKING:
    from daifu.data.store.sql.statistics.pairs import PackedPair, Pair

ALL_TABLES: Final = TABLE_PLAYER
"""Stands for a player where the deals themselves are summed up."""
ALL_PLAYERS: Final = -1
"""Stands for a player where all players are summed up."""
NOT_SET: Final = 0
"""The day of a record without one, and the number of the tournament of a record that belongs to none."""


class RecordDelta(NamedTuple):
    """What is added to the summaries (`sign` 1) or taken away from them (-1) when a record changes.

    `rules`, `players` (a JSON list, in the record's order) and `tournament` are the numbers of texts, `day` is that of
    the calendar. `content` is the hash of the record where it has no day. `house` is the number of the name under which
    results of the house are counted, too, if there is one.
    """

    sign: int
    rules: int
    players: str
    day: int
    tournament: int
    content: bytes
    tallies: RecordCounters
    house: int | None = None


def delta_of(row: RecordRow, content: bytes, tallies: RecordCounters) -> RecordDelta:
    """What a record with these facts adds."""
    if row.rules is None:
        raise ValueError(row)
    return new_delta(row.rules, row.players, row.date, row.tournament, content, tallies, row.house)


def new_delta(
    rules: int,
    players: str,
    day: int | None,
    tournament: int | None,
    content: bytes,
    tallies: RecordCounters,
    house: int | None,
) -> RecordDelta:
    """What a record with these columns adds."""
    where = (day or NOT_SET, tournament or NOT_SET)
    return RecordDelta(1, rules, players, *where, b"" if day else content, tallies, house)


class DeltaKey(NamedTuple):
    """What deltas are kept apart by: whether they are added (`sign` 1) or taken away (-1), and where they belong."""

    sign: int
    rules: int
    day: int
    tournament: int


SeatKey = tuple[int, int, int]
"""A player, how many were seated, and the part of the day."""
PlayerGroup = tuple[int, ...]
"""The players of a deal."""


class Delta(msgspec.Struct, array_like=True, frozen=True):
    """What `records` of one `DeltaKey` add: the rows of each player, and those of each group for its pairs."""

    records: int
    seats: dict[SeatKey, list[RowRef]]
    groups: dict[PlayerGroup, list[RowRef]]


_decode_players: Final = msgspec.json.Decoder(list[int]).decode


def merge_deltas(records: Iterable[RecordDelta], numbers: RowNumbers) -> Iterator[tuple[DeltaKey, Delta]]:
    """The deltas of records, merged by key; a record of a house counts in its game and in the house."""
    by_key: defaultdict[DeltaKey, list[RecordDelta]] = defaultdict(list)
    for record in records:
        for rules in (record.rules,) if record.house is None else (record.rules, record.house):
            by_key[DeltaKey(record.sign, rules, record.day, record.tournament)].append(record)
    for key, together in by_key.items():
        yield key, _merge(together, numbers)


def _merge(records: list[RecordDelta], numbers: RowNumbers) -> Delta:
    seats: defaultdict[SeatKey, list[RowRef]] = defaultdict(list)
    groups: defaultdict[PlayerGroup, list[RowRef]] = defaultdict(list)
    number = numbers.__getitem__
    for record in records:
        players = [TABLE_PLAYER, *_decode_players(record.players)]
        for (player, seated, block), rows in record.tallies.rows.items():
            seats[players[player], seated, part_of(record.content, block)] += map(number, rows)
        for group, deals in record.tallies.pair_rows.items():
            groups[tuple(map(players.__getitem__, group))] += map(number, deals)
    return Delta(len(records), seats, groups)


SummaryKey = tuple[int, ...]
"""The columns by which a row of summaries is found."""
PLAYER_COLUMN: Final = 3
"""The place of the player in the key of `player_counts`, and behind it that of the number of players."""
SEATED_COLUMN: Final = 4


class DeltaSums:
    """The sums of deltas. They may be below 0, where more is taken away than added; counts of 0 are left out.

    `player_counts` are by rules, day, tournament, player, number of players and part of the day, those of players and
    of the deals themselves. `pairs` are by rules and then by pair, as its smaller number sees them and as `pack_pair`
    packs them; `changes` are numbers of records, by rules.
    """

    def __init__(self, deltas: Iterable[tuple[DeltaKey, Delta]], contents: RowContents) -> None:
        """Raises `StoreDamaged` where a row of a delta cannot be found or read."""
        self.changes: dict[int, int] = {}
        self.pairs: defaultdict[int, defaultdict[Pair, PackedPair]] = defaultdict(lambda: defaultdict(int))
        seats: defaultdict[DeltaKey, defaultdict[SeatKey, list[RowRef]]] = defaultdict(lambda: defaultdict(list))
        for key, delta in deltas:
            self.changes[key.rules] = self.changes.get(key.rules, 0) + delta.records
            together = seats[key]
            for seat, rows in delta.seats.items():
                together[seat] += rows
            for players, deals in delta.groups.items():
                for deal in deals:
                    self._add_pairs(key, players, contents.pairs[deal])
        self.player_counts = _player_counts(seats, contents.rows)

    def _add_pairs(self, key: DeltaKey, players: PlayerGroup, views: PairViews) -> None:
        if len(views) != len(players) * (len(players) - 1) // 2:
            raise StoreDamaged
        pairs = self.pairs[key.rules]
        if key.sign < 0:
            views = [(-first, -second) for first, second in views]
        for pair, (first, second) in zip(combinations(players, 2), views, strict=True):
            one, other = pair
            if one < other:
                pairs[pair] += first
            else:
                pairs[other, one] += second


def _player_counts(
    seats: Mapping[DeltaKey, Mapping[SeatKey, list[RowRef]]], contents: Mapping[RowRef, RowItems]
) -> dict[SummaryKey, CountsByNumber]:
    """Players have their own counts and the shared ones, and tables the shared ones."""
    sums: defaultdict[SummaryKey, CountsByNumber] = defaultdict(dict)
    for (sign, *where), by_seat in seats.items():
        for (player, *deals), rows in by_seat.items():
            # The sum of the rows, each of which counts several times.
            total: CountsByNumber = {}
            known = total.get
            for row, times in Counter(rows).items():
                for number, count in contents[row]:
                    total[number] = known(number, 0) + times * count
            own, shared = _split_counts(sign, total)
            add_counts(sums[*where, player, *deals], own)
            for one in {player, ALL_TABLES}:
                add_counts(sums[*where, one, *deals], shared)
    return sums


def _split_counts(sign: int, counts: CountsByNumber) -> tuple[CountsByNumber, CountsByNumber]:
    """The player's own counts, and those that are shared with the table."""
    own = {-number: sign * count for number, count in counts.items() if number < 0}
    return own, {number: sign * count for number, count in counts.items() if number > 0}
