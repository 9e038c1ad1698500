"""Shares wait for others before they are added into the summaries: to lay them aside is a row, to fold them many.

Whoever writes leaves a sheaf behind; who comes when enough wait, or who reads, folds them all.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from data.store.refusals import StoreDamaged
from data.store.sessions import Session
from data.store.statistics.folding import fold
from data.store.statistics.gathering import Occasion, Sheaf, gathered
from data.store.statistics.marking import see_whole, whole
from data.store.transactions import Transaction

MOST_WAITING: Final = 1 << 20
"""So many bytes are added at once: few enough that whoever reads hardly waits for it, and enough that hardly one in a
thousand of those who write waits until another has done it. A game takes some 200."""

_SIZE: Final = "SELECT coalesce(max(id), 0) FROM waiting"
_STATE: Final = "SELECT version, record, times, (SELECT coalesce(max(id), 0) FROM waiting) FROM counted"
_WAIT: Final = """
INSERT INTO waiting (id, sign, rules, day, tournament, shares, sheaf) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_WAITING: Final = "SELECT sign, rules, day, tournament, sheaf FROM waiting"
_CLEAR: Final = "DELETE FROM waiting"

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Sheaf).decode


def keep(writing: Transaction) -> None:
    """See that the shares of what was written wait, or are in the summaries; done before it is committed.

    Raises `StoreDamaged` where another version of this program counts in the store by now, and `StoreBusy` while
    everything is counted anew.
    """
    if writing.shares:
        *counted, waits = writing.connection.execute(_STATE).fetchone()
        _lay_aside(writing, whole(*counted), waits)


def lay_aside(writing: Transaction) -> None:
    """The same for whoever counts everything anew, and may do so before that is done."""
    _, _, times, waits = writing.connection.execute(_STATE).fetchone()
    _lay_aside(writing, times, waits)


def fold_all(writing: Transaction) -> None:
    """Add all that waits into the summaries. Raises what `keep` does."""
    writing.kept.renew(see_whole(writing.connection))
    _fold_all(writing)


def _lay_aside(writing: Transaction, times: int, waits: int) -> None:
    writing.kept.renew(times)
    for occasion, sheaf in gathered(writing.shares, writing.kept.written):
        packed = _encode(sheaf)
        waits += len(packed)
        writing.connection.execute(_WAIT, (waits, *occasion, sheaf.shares, packed))
    writing.shares.clear()
    if waits >= MOST_WAITING:
        _fold_all(writing)


def _fold_all(writing: Transaction) -> None:
    fold(writing.connection, waiting(writing.session), writing.kept)
    writing.connection.execute(_CLEAR)


def size(session: Session) -> int:
    """How many bytes wait; all of them go at once, so that the last sheaf's number is that of all."""
    found: int = session.connection.execute(_SIZE).fetchone()[0]
    return found


def waiting(session: Session) -> Iterator[tuple[Occasion, Sheaf]]:
    """The sheaves that wait. Raises `StoreDamaged` where one cannot be read."""
    for *occasion, sheaf in session.connection.execute(_WAITING):
        try:
            yield Occasion._make(occasion), _decode(sheaf)
        except msgspec.MsgspecError as error:
            raise StoreDamaged from error
