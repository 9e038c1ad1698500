"""The log of deltas that are not yet in the summaries: to append one is a row, to fold them many.

Every writer appends a delta. A writer who finds enough of them, or a reader, folds them all.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from data.store.errors import StoreDamaged
from data.store.sqlite.connections import Session
from data.store.sqlite.statistics import pairs
from data.store.sqlite.statistics.count_version import check_counted, require_counted
from data.store.sqlite.statistics.deltas import Delta, DeltaKey, DeltaSums, merge_deltas
from data.store.sqlite.statistics.row_cache import SummaryCache, summary_cache
from data.store.sqlite.transactions import Transaction

MAX_PENDING_BYTES: Final = 1 << 20
"""So many bytes are added at once: few enough that whoever reads hardly waits for it, and enough that hardly one in a
thousand of those who write waits until another has done it. A game takes some 200."""

_SIZE: Final = "SELECT coalesce(max(id), 0) FROM waiting"
_STATE: Final = "SELECT version, record, times, (SELECT coalesce(max(id), 0) FROM waiting) FROM counted"
_APPEND: Final = """
INSERT INTO waiting (id, sign, rules, day, tournament, shares, sheaf) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_PENDING: Final = "SELECT sign, rules, day, tournament, sheaf FROM waiting"
_CLEAR: Final = "DELETE FROM waiting"

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Delta).decode


def append_deltas(writing: Transaction) -> None:
    """See that the shares of what was written wait, or are in the summaries; done before it is committed.

    Raises `StoreDamaged` where another version of this program counts in the store by now, and `StoreBusy` while
    everything is counted anew.
    """
    if writing.shares:
        *counted, waits = writing.connection.execute(_STATE).fetchone()
        _append(writing, check_counted(*counted), waits)


def append_recounted(writing: Transaction) -> None:
    """The same for whoever counts everything anew, and may do so before that is done."""
    _, _, times, waits = writing.connection.execute(_STATE).fetchone()
    _append(writing, times, waits)


def fold_pending(writing: Transaction) -> None:
    """Add all that waits into the summaries. Raises what `append_deltas` does."""
    writing.cache(summary_cache).renew(require_counted(writing.connection))
    _fold(writing)


def _append(writing: Transaction, times: int, waits: int) -> None:
    cache = writing.cache(summary_cache)
    cache.renew(times)
    for occasion, sheaf in merge_deltas(writing.shares, cache.written):
        packed = _encode(sheaf)
        waits += len(packed)
        writing.connection.execute(_APPEND, (waits, *occasion, sheaf.shares, packed))
    writing.shares.clear()
    if waits >= MAX_PENDING_BYTES:
        _fold(writing)


def _fold(writing: Transaction) -> None:
    fold_deltas(writing.connection, read_pending(writing.session), writing.cache(summary_cache))
    writing.connection.execute(_CLEAR)


def pending_size(session: Session) -> int:
    """How many bytes wait; all of them go at once, so that the last sheaf's number is that of all."""
    found: int = session.connection.execute(_SIZE).fetchone()[0]
    return found


def read_pending(session: Session) -> Iterator[tuple[DeltaKey, Delta]]:
    """The sheaves that wait. Raises `StoreDamaged` where one cannot be read."""
    for *occasion, sheaf in session.connection.execute(_PENDING):
        try:
            yield DeltaKey._make(occasion), _decode(sheaf)
        except msgspec.MsgspecError as error:
            raise StoreDamaged from error


_ADD_CHANGES: Final = """
INSERT INTO {schema}.changes (rules, count) VALUES (?, ?)
ON CONFLICT DO UPDATE SET count = count + excluded.count
"""


def fold_deltas(
    connection: sqlite3.Connection, sheaves: Iterable[tuple[DeltaKey, Delta]], kept: SummaryCache, schema: str = "main"
) -> None:
    """Add sheaves into the summaries of a schema, of which something may be known."""
    found = DeltaSums(sheaves, kept.contents)
    kept.add(dict(sorted(found.buckets.items())), found.by_player())
    pairs.add_pairs(connection, schema, found.pairs)
    connection.executemany(_ADD_CHANGES.format(schema=schema), found.changes.items())
