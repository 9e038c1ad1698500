"""Gives the records of an earlier version the checksums of what lists show of them."""

from typing import Final

from data.store.sql.columns import RecordRow, facts_checksum
from data.store.sql.connection import Connection

_FACTS: Final = """
SELECT id, opening, rules, players, names, tournament, round, date, deals, actions, legal, faults, time FROM records
"""
_SET: Final = "UPDATE records SET checksum = ? WHERE id = ?"


def fill_checksums(connection: Connection) -> None:
    """Write the checksums of all records, of the facts as they are."""
    rows = connection.execute(_FACTS)
    checksums = [(facts_checksum(record, opening, RecordRow(*row)), record) for record, opening, *row in rows]
    connection.executemany(_SET, checksums)
