"""What sheaves come to is added into the summaries, whose counts are kept by the numbers of the counters.

That takes a third of the room and half of the time that the names would: nearly all counts are of two digits.
"""

import sqlite3
from collections.abc import Iterable
from typing import Final

from data.store.statistics import pairs
from data.store.statistics.gathering import Occasion, Sheaf
from data.store.statistics.kept import Kept
from data.store.statistics.summing import Sums

_CHANGED: Final = """
INSERT INTO {schema}.changes (rules, count) VALUES (?, ?)
ON CONFLICT DO UPDATE SET count = count + excluded.count
"""


def fold(
    connection: sqlite3.Connection, sheaves: Iterable[tuple[Occasion, Sheaf]], kept: Kept, schema: str = "main"
) -> None:
    """Add sheaves into the summaries of a schema, of which something may be known."""
    found = Sums(sheaves, kept.contents)
    kept.add(dict(sorted(found.buckets.items())), found.by_player())
    pairs.write(connection, schema, found.pairs)
    connection.executemany(_CHANGED.format(schema=schema), found.changes.items())
