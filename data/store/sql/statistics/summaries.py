"""The tables of summaries: adds sums to them, creates rows as needed, and deletes rows of which nothing is left."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from data.store.sql.connection import Connection
from data.store.sql.statistics.counts import CountsByNumber, add_counts, decode_counts, encode, with_checksum
from data.store.sql.statistics.deltas import DeltaSums, SummaryKey
from data.store.sql.statistics.pairs import add_pairs

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
    "WHERE rules = ? AND day = ? AND tournament = ? AND player = ? AND seated = ?",
    "INSERT INTO {schema}.player_counts (rules, day, tournament, player, seated, counts) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (rules, player, day, tournament, seated) DO UPDATE SET counts = excluded.counts",
    "DELETE FROM {schema}.player_counts WHERE rules = ? AND day = ? AND tournament = ? AND player = ? AND seated = ?",
)
_PLAYER_TOTALS: Final = _Statements(
    "SELECT counts FROM {schema}.player_totals WHERE rules = ? AND player = ?",
    "INSERT INTO {schema}.player_totals (rules, player, counts) VALUES (?, ?, ?) "
    "ON CONFLICT (rules, player) DO UPDATE SET counts = excluded.counts",
    "DELETE FROM {schema}.player_totals WHERE rules = ? AND player = ?",
)


def add_to_summaries(connection: Connection, sums: DeltaSums, schema: str = "main") -> None:
    """Add sums of deltas to the summaries of a schema."""
    _add_counts(connection, schema, _PLAYER_COUNTS, sums.player_counts)
    _add_counts(connection, schema, _PLAYER_TOTALS, sums.player_totals())
    for rules, pairs in sorted(sums.pairs.items()):
        add_pairs(connection, schema, rules, pairs)
    connection.executemany(_ADD_CHANGES.format(schema=schema), sums.changes.items())


def _add_counts(
    connection: Connection, schema: str, statements: _Statements, sums: Mapping[SummaryKey, CountsByNumber]
) -> None:
    """Add counts to the rows of a table, in the order of their keys, which touches each page once."""
    find, write, delete = (statement.format(schema=schema) for statement in statements)
    written: list[tuple[int | bytes, ...]] = []
    emptied: list[SummaryKey] = []
    for key in sorted(sums):
        found: tuple[bytes] | None = connection.execute(find, key).fetchone()
        total = decode_counts(found[0]) if found else {}
        add_counts(total, sums[key])
        if total:
            written.append((*key, with_checksum(encode(total))))
        else:
            emptied.append(key)
    connection.executemany(write, written)
    connection.executemany(delete, emptied)
