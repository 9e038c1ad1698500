"""The log of deltas that are not yet in the summaries, and folding it.

Every writer appends a delta, which is one row. A writer who finds enough of them, or a reader, folds them all into the
summaries.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.statistics.count_version import check_counted
from daifu.data.store.sql.statistics.counter_rows import RowNumbers
from daifu.data.store.sql.statistics.counts import with_checksum, without_checksum
from daifu.data.store.sql.statistics.deltas import Delta, DeltaKey, DeltaSums, merge_deltas
from daifu.data.store.sql.statistics.summaries import add_to_summaries
from daifu.data.store.sql.transactions import Transaction

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
