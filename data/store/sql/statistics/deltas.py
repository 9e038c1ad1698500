"""Deltas: what records add to the statistics, merged by game, day and tournament, and their way into the summaries.

A delta only lists the rows of counters of each player. Every writer appends one to the log, which is one row. A writer
who finds enough of them there, or a reader, adds them all up and folds them into the summaries.

A row of summaries of a player, or of the deals themselves, has what was counted on a part of a day. Where it changes,
so do its products (`daifu.replay.statistics.products`), which are in the totals, and in the rows of all players
together.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

import msgspec

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.columns import RecordRow
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.progress import check_counted
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.statistics.counts import (
    CountsByNumber,
    DayProducts,
    PairViews,
    RowContents,
    RowItems,
    RowNumbers,
    RowRef,
    add_counts,
    decode_counts,
    encode,
    with_checksum,
    without_checksum,
)
from daifu.data.store.sql.statistics.pairs import PackedPair, Pair, add_pairs
from daifu.data.store.sql.transactions import Transaction
from daifu.replay.statistics.products import part_of
from daifu.replay.statistics.record import RecordCounters
from daifu.replay.statistics.rows import TABLE_PLAYER

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
    number = numbers.__getitem__
    for key, together in by_key.items():
        seats: defaultdict[SeatKey, list[RowRef]] = defaultdict(list)
        groups: defaultdict[PlayerGroup, list[RowRef]] = defaultdict(list)
        for record in together:
            players = [TABLE_PLAYER, *_decode_players(record.players)]
            for (player, seated, block), rows in record.tallies.rows.items():
                seats[players[player], seated, part_of(record.content, block)] += map(number, rows)
            for group, deals in record.tallies.pair_rows.items():
                groups[tuple(map(players.__getitem__, group))] += map(number, deals)
        yield key, Delta(len(together), seats, groups)


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
            # Most rows come again and again: each is added once, times how often it comes.
            total: CountsByNumber = {}
            known = total.get
            for row, times in Counter(rows).items():
                for number, count in contents[row]:
                    total[number] = known(number, 0) + times * count
            # What is the player's own has negative numbers, see `RowContents`.
            own = {-number: sign * count for number, count in total.items() if number < 0}
            shared = {number: sign * count for number, count in total.items() if number > 0}
            add_counts(sums[*where, player, *deals], own)
            for one in {player, ALL_TABLES}:
                add_counts(sums[*where, one, *deals], shared)
    return sums


_NUMBERS: Final = "SELECT name, number FROM {schema}.counters"
_ADD_CHANGES: Final = """
INSERT INTO {schema}.statistics_changes (rules, count) VALUES (?, ?)
ON CONFLICT (rules) DO UPDATE SET count = statistics_changes.count + excluded.count
"""


class _Statements(NamedTuple):
    """How a row of a table is found by its key, written, and deleted."""

    find: str
    write: str
    delete: str


_PLAYER_COUNTS: Final = _Statements(
    "SELECT counts FROM {schema}.player_counts "
    "WHERE rules = ? AND day = ? AND tournament = ? AND player = ? AND seated = ? AND part = ?",
    "INSERT INTO {schema}.player_counts (rules, day, tournament, player, seated, part, counts) "
    "VALUES (?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (rules, player, day, tournament, seated, part) DO UPDATE SET counts = excluded.counts",
    "DELETE FROM {schema}.player_counts "
    "WHERE rules = ? AND day = ? AND tournament = ? AND player = ? AND seated = ? AND part = ?",
)
_PLAYER_TOTALS: Final = _Statements(
    "SELECT counts FROM {schema}.player_totals WHERE rules = ? AND player = ?",
    "INSERT INTO {schema}.player_totals (rules, player, counts) VALUES (?, ?, ?) "
    "ON CONFLICT (rules, player) DO UPDATE SET counts = excluded.counts",
    "DELETE FROM {schema}.player_totals WHERE rules = ? AND player = ?",
)


class ChangedRow(NamedTuple):
    """A row of a player, or of the deals themselves: its `counts` from now on, and their `change` with its products."""

    key: SummaryKey
    counts: CountsByNumber
    change: CountsByNumber

    @property
    def of_all_players(self) -> SummaryKey:
        """The key of the row to which the change is added, too. It has only one part."""
        return (*self.key[:PLAYER_COLUMN], ALL_PLAYERS, self.key[SEATED_COLUMN], 0)


def changed_rows(connection: Connection, sums: DeltaSums, schema: str = "main") -> Iterator[ChangedRow]:
    """The rows that sums of deltas change, in the order of their keys, which touches each page once."""
    products = DayProducts(dict(connection.execute(_NUMBERS.format(schema=schema))))
    find = _PLAYER_COUNTS.find.format(schema=schema)
    for key in sorted(sums.player_counts):
        found: tuple[bytes] | None = connection.execute(find, key).fetchone()
        old = decode_counts(found[0]) if found else {}
        counts, change = dict(old), dict(sums.player_counts[key])
        add_counts(counts, change)
        player = key[PLAYER_COLUMN]
        change |= products.of(player, counts)
        add_counts(change, {number: -product for number, product in products.of(player, old).items()})
        yield ChangedRow(key, counts, change)


def add_to_summaries(connection: Connection, sums: DeltaSums, schema: str = "main") -> None:
    """Add sums of deltas to the summaries of a schema."""
    rows: list[tuple[SummaryKey, CountsByNumber]] = []
    together: defaultdict[SummaryKey, CountsByNumber] = defaultdict(dict)
    totals: defaultdict[SummaryKey, CountsByNumber] = defaultdict(dict)
    for row in changed_rows(connection, sums, schema):
        rules, player = row.key[0], row.key[PLAYER_COLUMN]
        rows.append((row.key, row.counts))
        add_counts(totals[rules, player], row.change)
        if player != ALL_TABLES:
            add_counts(together[row.of_all_players], row.change)
    for key, change in together.items():
        add_counts(totals[key[0], ALL_PLAYERS], change)
    _write(connection, schema, _PLAYER_COUNTS, rows)
    _write(connection, schema, _PLAYER_COUNTS, _added(connection, schema, _PLAYER_COUNTS, together))
    _write(connection, schema, _PLAYER_TOTALS, _added(connection, schema, _PLAYER_TOTALS, totals))
    for rules, pairs in sorted(sums.pairs.items()):
        add_pairs(connection, schema, rules, pairs)
    connection.executemany(_ADD_CHANGES.format(schema=schema), sums.changes.items())


def _added(
    connection: Connection, schema: str, statements: _Statements, changes: Mapping[SummaryKey, CountsByNumber]
) -> Iterator[tuple[SummaryKey, CountsByNumber]]:
    """The rows of a table with these changes added to them."""
    find = statements.find.format(schema=schema)
    for key in sorted(changes):
        found: tuple[bytes] | None = connection.execute(find, key).fetchone()
        total = decode_counts(found[0]) if found else {}
        add_counts(total, changes[key])
        yield key, total


def _write(
    connection: Connection, schema: str, statements: _Statements, rows: Iterable[tuple[SummaryKey, CountsByNumber]]
) -> None:
    written: list[tuple[int | bytes, ...]] = []
    emptied: list[SummaryKey] = []
    for key, counts in rows:
        if counts:
            written.append((*key, with_checksum(encode(counts))))
        else:
            emptied.append(key)
    connection.executemany(statements.write.format(schema=schema), written)
    connection.executemany(statements.delete.format(schema=schema), emptied)


MAX_PENDING_BYTES: Final = 1 << 17
"""The size of the log at which a writer folds it: small enough that others hardly wait for it, and large enough that
hardly one writer in a hundred has to. The sittings of 140 days, each of six deals, are folded in 0.1 to 0.2 s."""

_SIZE: Final = "SELECT coalesce(max(id), 0) FROM pending_deltas"
_APPEND: Final = """
INSERT INTO pending_deltas (id, sign, rules, day, tournament, records, delta) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_PENDING: Final = "SELECT sign, rules, day, tournament, delta FROM pending_deltas"
_CLEAR: Final = "DELETE FROM pending_deltas"

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Delta).decode


def append_deltas(writing: Transaction) -> None:
    """Append what the records of a transaction change to the log, before it is committed.

    Raises `StoreDamaged` where another version of this program counts in the store by now, and `StoreBusy` during a
    recount.
    """
    if writing.deltas:
        check_counted(writing.beginning.counting_version, writing.beginning.counted)
        append_counted(writing)


def append_counted(writing: Transaction) -> None:
    """The same without the check, for a recount in progress."""
    size = writing.beginning.last_delta
    for key, delta in merge_deltas(writing.deltas, writing.cache(RowNumbers)):
        encoded = with_checksum(_encode(delta))
        size += len(encoded)
        writing.connection.execute(_APPEND, (size, *key, delta.records, encoded))
    writing.deltas.clear()
    if size >= MAX_PENDING_BYTES:
        fold_pending(writing)


def fold_pending(writing: Transaction) -> None:
    """Fold the log into the summaries."""
    sums = DeltaSums(read_pending(writing.session), writing.cache(RowNumbers).contents)
    add_to_summaries(writing.connection, sums)
    writing.connection.execute(_CLEAR)


def pending_size(session: Session) -> int:
    """How many bytes the log has. The id of a delta is the size up to it, and all are deleted at once."""
    found: int = session.connection.execute(_SIZE).fetchone()[0]
    return found


def read_pending(session: Session) -> Iterator[tuple[DeltaKey, Delta]]:
    """The deltas of the log. Raises `StoreDamaged` where one cannot be read."""
    for *key, delta in session.connection.execute(_PENDING):
        try:
            yield DeltaKey._make(key), _decode(without_checksum(delta))
        except msgspec.MsgspecError as error:
            raise StoreDamaged from error
