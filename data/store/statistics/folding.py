"""What was gathered is added into the summaries, whose counts are kept by the numbers of the counters.

That takes a third of the room and half of the time that the names would: nearly all counts are of two digits.
"""

import sqlite3
from typing import Final

from data.store.statistics import pairs
from data.store.statistics.gathering import SEATS, TABLES, Gathered
from data.store.statistics.kept import Kept, Key, Numbered, add

_CHANGED: Final = """
INSERT INTO {schema}.changes (rules, count) VALUES (?, ?)
ON CONFLICT DO UPDATE SET count = count + excluded.count
"""


def fold(connection: sqlite3.Connection, gathered: Gathered, kept: Kept, schema: str = "main") -> None:
    """Add what was gathered into the summaries of a schema, of which something may be known."""
    buckets: dict[Key, Numbered] = {}
    sums: dict[Key, Numbered] = {}
    for occasion, counted in sorted(gathered.buckets.items()):
        for (player, seated), counts in sorted(counted.items()):
            numbered = buckets[*occasion, player, seated] = kept.numbers.of(counts)
            if player != TABLES:
                _put(buckets, (*occasion, SEATS, seated), numbered)
    for (rules, _, _, player, _), numbered in buckets.items():
        _put(sums, (rules, player), numbered)
    kept.buckets.add(buckets)
    kept.sums.add(sums)
    for rules, met in gathered.pairs.items():
        pairs.write(connection, schema, rules, met)
    connection.executemany(_CHANGED.format(schema=schema), gathered.changes.items())


def _put(totals: dict[Key, Numbered], key: Key, counts: Numbered) -> None:
    """Add counts to those that are there under this key."""
    if key in totals:
        add(totals[key], counts)
    else:
        totals[key] = counts.copy()
