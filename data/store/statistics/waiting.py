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
from data.store.statistics.written import encode
from data.store.transactions import Transaction
from replay.tallies import VERSION
from replay.text import Text

MOST_WAITING: Final = 1 << 20
"""So many bytes are added at once: few enough that whoever reads hardly waits for it, and enough that hardly one in a
thousand of those who write waits until another has done it. A game takes some 200."""

_OTHER_VERSION: Final = Text(
    "another version of daifu has opened the store; start this one anew",
    "別の版のdaifuが保存先を開きました。起動し直してください",
)
_SIZE: Final = "SELECT coalesce(max(id), 0) FROM waiting"
_STATE: Final = "SELECT version, (SELECT coalesce(max(id), 0) FROM waiting) FROM counted"
_WAIT: Final = """
INSERT INTO waiting (id, sign, rules, day, tournament, shares, sheaf) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_WAITING: Final = "SELECT sign, rules, day, tournament, sheaf FROM waiting"
_CLEAR: Final = "DELETE FROM waiting"

_decode: Final = msgspec.msgpack.Decoder(Sheaf).decode


def keep(writing: Transaction) -> None:
    """See that the shares of what was written wait, or are in the summaries; done before it is committed.

    Raises `StoreDamaged` where another version of this program counts in the store by now.
    """
    if not writing.shares:
        return
    version, waits = writing.connection.execute(_STATE).fetchone()
    if version != VERSION:
        raise StoreDamaged(_OTHER_VERSION)
    for occasion, sheaf in gathered(writing.shares, writing.kept.written):
        packed = encode(sheaf)
        waits += len(packed)
        writing.connection.execute(_WAIT, (waits, *occasion, sheaf.shares, packed))
    writing.shares.clear()
    if waits >= MOST_WAITING:
        fold_all(writing)


def fold_all(writing: Transaction) -> None:
    """Add all that waits into the summaries."""
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
