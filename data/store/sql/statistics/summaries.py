"""The tables of summaries: adds sums to them, creates rows as needed, and deletes rows of which nothing is left.

A row of a player, or of the deals themselves, has what was counted on a part of a day. Where it changes, so do its
products (`daifu.replay.statistics.products`), which are in the totals, and in the rows of all players together.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.statistics.counts import (
    CountsByNumber,
    DayProducts,
    add_counts,
    decode_counts,
    encode,
    with_checksum,
)
from daifu.data.store.sql.statistics.deltas import (
    ALL_PLAYERS,
    ALL_TABLES,
    PLAYER_COLUMN,
    SEATED_COLUMN,
    DeltaSums,
    SummaryKey,
)
from daifu.data.store.sql.statistics.pairs import add_pairs

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
