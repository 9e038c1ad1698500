"""Shares wait for others before they are added into the summaries: to add one is a row, to fold one many.

A single upload leaves its share behind; a large batch, or whoever comes when enough of them wait, folds them all.
"""

from collections.abc import Iterator
from typing import Final

from data.store.packing import MANY
from data.store.refusals import StoreDamaged
from data.store.sessions import Session
from data.store.statistics.folding import fold
from data.store.statistics.gathering import Gathered
from data.store.statistics.marking import is_ours
from data.store.statistics.shares import Share
from data.store.transactions import Transaction
from replay.text import Text

MOST_WAITING: Final = 512
"""So many shares are added at once, few enough that whoever reads hardly waits for it, and enough that hardly one in a
hundred of those who write waits until another has done it."""

_OTHER_VERSION: Final = Text(
    "another version of daifu has opened the store; start this one anew",
    "別の版のdaifuが保存先を開きました。起動し直してください",
)
_COUNT: Final = "SELECT coalesce(max(id), 0) FROM waiting"
_WAIT: Final = "INSERT INTO waiting (sign, rules, players, day, tournament, tallies) VALUES (?, ?, ?, ?, ?, ?)"
_WAITING: Final = "SELECT sign, rules, players, day, tournament, tallies FROM waiting"
_CLEAR: Final = "DELETE FROM waiting"


def keep(writing: Transaction) -> None:
    """See that the shares of what was written are in the summaries, or wait for it; done before it is committed.

    Raises `StoreDamaged` where another version of this program counts in the store by now.
    """
    if not writing.shares:
        return
    if not is_ours(writing.connection):
        raise StoreDamaged(_OTHER_VERSION)
    if len(writing.shares) >= MANY or len(writing.shares) + count(writing.session) >= MOST_WAITING:
        fold_all(writing)
    else:
        writing.connection.executemany(_WAIT, [_row(writing.session, share) for share in writing.shares])


def fold_all(writing: Transaction) -> None:
    """Add all that waits into the summaries, and what this transaction brought."""
    gathered = Gathered([*waiting(writing.session), *writing.shares])
    writing.connection.execute(_CLEAR)
    fold(writing.connection, gathered, writing.kept)
    writing.shares.clear()


def count(session: Session) -> int:
    """How many shares wait; all of them go at once, so that the last one's number is that of all."""
    found: int = session.connection.execute(_COUNT).fetchone()[0]
    return found


def waiting(session: Session) -> Iterator[Share]:
    """The shares that wait."""
    for *columns, packed in session.connection.execute(_WAITING):
        yield Share._make((*columns, session.packing.unpack_tallies(packed), packed))


def _row(session: Session, share: Share) -> tuple[int, int, str, int, int, bytes]:
    packed = share.packed or session.packing.pack_tallies(share.tallies)
    return share.sign, share.rules, share.players, share.day, share.tournament, packed
