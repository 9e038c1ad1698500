"""Counts all records again where a store was counted by another version of the counting, or never.

It goes in steps, each of which is on disk before the next begins: an interrupted recount goes on where it was, and
several processes that open a store at once take turns. Meanwhile the summaries are incomplete: they cannot be read, and
no other process writes records.
"""

import logging
from typing import Final

from daifu.data.store.sql.statistics.count_version import counted_up_to, set_counted
from daifu.data.store.sql.statistics.delta_log import append_counted
from daifu.data.store.sql.statistics.record_deltas import deltas_after
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sql.write_queue import WriteQueue

LOG: Final = logging.getLogger("daifu.store")

STEP_RECORDS: Final = 256
"""The records that are counted in one transaction."""

_FORGET: Final = (
    """
    INSERT INTO statistics_changes (rules, count)
    SELECT rules, CAST(sum(records) AS BIGINT) FROM pending_deltas WHERE true GROUP BY rules
    ON CONFLICT (rules) DO UPDATE SET count = statistics_changes.count + excluded.count
    """,
    "DELETE FROM pending_deltas",
    "DELETE FROM player_counts",
    "DELETE FROM player_totals",
    "DELETE FROM pairs",
)
"""The changes of pending deltas are kept, so that their number never falls."""


def recount(commits: WriteQueue) -> None:
    """Count all records that this version has not counted yet."""
    more = True
    while more:
        with commits.transaction() as writing:
            more = _count_step(writing)


def _count_step(writing: Transaction) -> bool:
    """Count the next records. Returns whether there may be more."""
    record = counted_up_to(writing.connection)
    if record is None:
        return False
    if record == 0:
        LOG.info("all records are counted anew")
        for statement in _FORGET:
            writing.connection.execute(statement)
    found = list(deltas_after(writing.session, record, STEP_RECORDS))
    for number, delta in found:
        if delta:
            writing.deltas.append(delta)
        else:
            LOG.warning("record %d cannot be read and is not counted", number)
    append_counted(writing)
    is_last = len(found) < STEP_RECORDS
    set_counted(writing.connection, None if is_last else found[-1][0])
    if is_last:
        LOG.info("all records have been counted")
    return not is_last
