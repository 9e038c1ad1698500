"""The table that leads from a player to their records.

Each player has a page of their own in it, and to write five pages for a game costs more than the game itself. So
records are entered `BATCH_SIZE` at a time; a query for a player also looks through the newest records one by one.
"""

from typing import Final

from data.store.sqlite.transactions import Transaction

BATCH_SIZE: Final = 256

_LAST_ENTERED: Final = "(SELECT coalesce(max(id), 0) / {0} * {0} FROM records)"
LAST_ENTERED: Final = _LAST_ENTERED.format(BATCH_SIZE)
"""The last record that the table of players leads to: ids are counted without a gap, for no record is ever deleted."""
_ENTER: Final = """
INSERT INTO seated (player, record)
SELECT value, records.id FROM records JOIN json_each(players) WHERE records.id BETWEEN ? AND ? ORDER BY 1, 2
"""
_REMOVE: Final = """
DELETE FROM seated
WHERE record = ?1 AND player IN (SELECT value FROM json_each((SELECT players FROM records WHERE id = ?1)))
"""
_IS_ENTERED: Final = f"SELECT 1 WHERE ? <= {LAST_ENTERED}"


def enter_new_record(writing: Transaction, record: int) -> None:
    """A new record is there: with it the newest records may be as many as are entered together."""
    if record % BATCH_SIZE == 0:
        writing.connection.execute(_ENTER, (record - BATCH_SIZE + 1, record))


def remove_players(writing: Transaction, record: int) -> None:
    """The players of a record are about to be others."""
    writing.connection.execute(_REMOVE, (record,))


def enter_again(writing: Transaction, record: int) -> None:
    """The players of a record are others now."""
    if writing.connection.execute(_IS_ENTERED, (record,)).fetchone():
        writing.connection.execute(_ENTER, (record, record))
