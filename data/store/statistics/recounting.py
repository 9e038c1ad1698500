"""Everything is counted anew where a store was counted by another version of the counting, or never yet.

That goes in steps, each of which is on disk before the next begins: who is interrupted goes on where he was, and
several who open a store at once take the steps by turns. Meanwhile the summaries are half of what they will be: nobody
is answered from them, and nobody else writes what they would have to hold.
"""

import logging
from typing import Final

from data.store.commits import Commits
from data.store.sessions import Sessions
from data.store.statistics.marking import begin, mark, reached
from data.store.statistics.shares import behind
from data.store.statistics.waiting import lay_aside
from data.store.transactions import Transaction

LOG: Final = logging.getLogger("daifu.store")

STEP: Final = 256
"""So many records are counted in one transaction."""

_FORGET: Final = (
    """
    INSERT INTO changes (rules, count) SELECT rules, sum(shares) FROM waiting WHERE true GROUP BY rules
    ON CONFLICT DO UPDATE SET count = count + excluded.count
    """,
    "DELETE FROM waiting",
    "DELETE FROM alike",
    "DELETE FROM buckets",
    "DELETE FROM sums",
    "DELETE FROM pairs",
)
"""What waits is forgotten like all else, but stays among the changes, so that their number never falls back."""


def recount(sessions: Sessions, commits: Commits) -> None:
    """Count all records that this version has not counted."""
    with sessions.lent() as session:
        more = reached(session.connection) is not None
    while more:
        with commits.writing() as writing:
            more = _step(writing)


def _step(writing: Transaction) -> bool:
    """Count the next records; whether there may be more."""
    record = reached(writing.connection)
    if record is None:
        return False
    if record == 0:
        LOG.info("all records are counted anew")
        for statement in _FORGET:
            writing.connection.execute(statement)
        begin(writing.connection)
    found = list(behind(writing.session, record, STEP))
    for number, share in found:
        if share:
            writing.shares.append(share)
        else:
            LOG.warning("record %d cannot be read and is not counted", number)
    lay_aside(writing)
    is_last = len(found) < STEP
    mark(writing.connection, None if is_last else found[-1][0])
    if is_last:
        LOG.info("all records have been counted")
    return not is_last
