"""By which players a record is found.

Each player has a page of his own in the table that leads from players to records, and to write five pages for a game
costs more than the game itself. So records are entered there together, when `TOGETHER` of them are there; whoever looks
for a player goes through the newest records one by one.
"""

from typing import Final

from data.store.transactions import Transaction

TOGETHER: Final = 256

_ENTERED: Final = "(SELECT coalesce(max(id), 0) / {0} * {0} FROM records)"
ENTERED: Final = _ENTERED.format(TOGETHER)
"""The last record that the table of players leads to: ids are counted without a gap, for no record is ever deleted."""
_ENTER: Final = """
INSERT INTO seated (player, record)
SELECT value, records.id FROM records JOIN json_each(players) WHERE records.id BETWEEN ? AND ? ORDER BY 1, 2
"""
_REMOVE: Final = """
DELETE FROM seated
WHERE record = ?1 AND player IN (SELECT value FROM json_each((SELECT players FROM records WHERE id = ?1)))
"""
_IS_ENTERED: Final = f"SELECT 1 WHERE ? <= {ENTERED}"


def has_come(writing: Transaction, record: int) -> None:
    """A new record is there: with it the newest records may be as many as are entered together."""
    if record % TOGETHER == 0:
        writing.connection.execute(_ENTER, (record - TOGETHER + 1, record))


def leaves(writing: Transaction, record: int) -> None:
    """The players of a record are about to be others."""
    writing.connection.execute(_REMOVE, (record,))


def comes_back(writing: Transaction, record: int) -> None:
    """The players of a record are others now."""
    if writing.connection.execute(_IS_ENTERED, (record,)).fetchone():
        writing.connection.execute(_ENTER, (record, record))
