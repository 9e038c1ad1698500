"""What was gathered is added into the summaries, whose counts are kept by the numbers of the counters.

That takes a third of the room and half of the time that the names would: nearly all counts are of two digits.
"""

import sqlite3
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from data.store.statistics import pairs
from data.store.statistics.gathering import SEATS, TABLES, Gathered
from replay.tallies import Counts

Numbered = dict[int, int]
"""Counts by the numbers of their names."""

Key = tuple[int, ...]
"""The columns by which a row of summaries is found."""

encode: Final = msgspec.msgpack.Encoder().encode
decode: Final[Callable[[bytes], Numbered]] = msgspec.msgpack.Decoder(dict).decode

_COUNTERS: Final = "SELECT name, number FROM {schema}.counters"
_NEW: Final = "INSERT INTO {schema}.counters (name) VALUES (?) RETURNING number"
_CHANGED: Final = """
INSERT INTO {schema}.changes (rules, count) VALUES (?, ?)
ON CONFLICT DO UPDATE SET count = count + excluded.count
"""


class _Statements(NamedTuple):
    """How a row of summaries is found by its key, and written anew, over itself, or deleted."""

    find: str
    insert: str
    update: str
    delete: str

    def of(self, schema: str) -> "_Statements":
        """The statements for the tables of a schema."""
        return _Statements(*(statement.format(schema=schema) for statement in self))


_BUCKETS: Final = _Statements(
    "SELECT id, counts FROM {schema}.buckets "
    "WHERE rules = ? AND day = ? AND tournament = ? AND player = ? AND seated = ?",
    "INSERT INTO {schema}.buckets (counts, rules, day, tournament, player, seated) VALUES (?, ?, ?, ?, ?, ?)",
    "UPDATE {schema}.buckets SET counts = ? WHERE id = ?",
    "DELETE FROM {schema}.buckets WHERE id = ?",
)
_SUMS: Final = _Statements(
    "SELECT id, counts FROM {schema}.sums WHERE rules = ? AND player = ?",
    "INSERT INTO {schema}.sums (counts, rules, player) VALUES (?, ?, ?)",
    "UPDATE {schema}.sums SET counts = ? WHERE id = ?",
    "DELETE FROM {schema}.sums WHERE id = ?",
)


class _Numbers(dict[str, int]):
    """The numbers of counters by their names; what was never counted before gets the next one."""

    def __init__(self, connection: sqlite3.Connection, schema: str) -> None:
        super().__init__(connection.execute(_COUNTERS.format(schema=schema)))
        self._connection = connection
        self._new = _NEW.format(schema=schema)

    def __missing__(self, name: str) -> int:
        number: int = self._connection.execute(self._new, (name,)).fetchone()[0]
        self[name] = number
        return number

    def of(self, counts: Counts) -> Numbered:
        """The counts by the numbers of their names."""
        return {self[name]: count for name, count in counts.items() if count}


def fold(connection: sqlite3.Connection, gathered: Gathered, schema: str = "main") -> None:
    """Add what was gathered into the summaries."""
    numbers = _Numbers(connection, schema)
    buckets: dict[Key, Numbered] = {}
    sums: dict[Key, Numbered] = {}
    for occasion, counted in sorted(gathered.buckets.items()):
        for (player, seated), counts in sorted(counted.items()):
            numbered = buckets[*occasion, player, seated] = numbers.of(counts)
            if player != TABLES:
                _add(buckets, (*occasion, SEATS, seated), numbered)
    for (rules, _, _, player, _), numbered in buckets.items():
        _add(sums, (rules, player), numbered)
    _write(connection, _BUCKETS.of(schema), buckets)
    _write(connection, _SUMS.of(schema), sums)
    for rules, met in gathered.pairs.items():
        pairs.write(connection, schema, rules, met)
    connection.executemany(_CHANGED.format(schema=schema), gathered.changes.items())


def _add(totals: dict[Key, Numbered], key: Key, counts: Numbered) -> None:
    """Add counts to those that are there under this key."""
    totals[key] = _total(totals[key], counts) if key in totals else counts.copy()


def _write(connection: sqlite3.Connection, statements: _Statements, rows: dict[Key, Numbered]) -> None:
    """Add each to its row; a row of which nothing is left is deleted."""
    execute = connection.execute
    for key, counts in rows.items():
        found = execute(statements.find, key).fetchone()
        total = counts if found is None else _total(decode(found[1]), counts)
        if found is None and total:
            execute(statements.insert, (encode(total), *key))
        elif found is not None and total:
            execute(statements.update, (encode(total), found[0]))
        elif found is not None:
            execute(statements.delete, (found[0],))


def _total(known: Numbered, more: Numbered) -> Numbered:
    """Both together, in the first of them, without what comes to nothing."""
    for number, count in more.items():
        total = known.get(number, 0) + count
        if total:
            known[number] = total
        else:
            del known[number]
    return known
