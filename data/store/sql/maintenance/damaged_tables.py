"""Which tables of a store are damaged, and making anew what does not need the texts of records one by one."""

from contextlib import suppress
from typing import Final

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.ratings.checkpoints import drop_everything, forget_ratings
from daifu.data.store.sql.sessions import SessionPool
from daifu.data.store.sql.statistics.count_version import request_recount
from daifu.data.store.sql.statistics.delta_log import read_pending
from daifu.data.store.sql.statistics.recount import recount
from daifu.data.store.sql.write_queue import WriteQueue

TOLD: Final = frozenset(
    {"records", "revisions", "entries", "house_rules", "dictionaries", "analyses", "_sqlite_migrations"}
)
"""Tables of which whoever reads something damaged is told so: their rows have checksums, or are only read here."""
WAYS: Final = frozenset({"record_players", "record_faults"})
STATISTICS: Final = frozenset(
    {"counters", "counter_rows", "player_counts", "player_totals", "pairs", "statistics_changes", "pending_deltas"}
)
RATINGS: Final = frozenset({"rating_persons", "rating_timeline", "rating_checkpoints", "ratings", "rating_changes"})


def find_damage(sessions: SessionPool) -> frozenset[str]:
    """The tables in which the database finds damage, or whose rows cannot be read."""
    with sessions.separate() as session:
        damaged = session.damaged_tables()
    try:
        with sessions.separate() as session:
            for _ in read_pending(session):
                pass
    except StoreDamaged:
        return damaged | {"pending_deltas"}
    return damaged


def make_indexes(queue: WriteQueue, damaged: frozenset[str]) -> None:
    """Make the indexes of damaged tables anew, as far as it can be done, whose rows tell by themselves what is damaged.

    The names of counters do not: where one is damaged, the counter is written anew when all is counted.
    """
    for table in sorted(damaged & (TOLD | {"counters"})):
        with suppress(StoreDamaged), queue.transaction() as writing:
            writing.session.make_indexes(table)


def make_results(sessions: SessionPool, queue: WriteQueue, damaged: frozenset[str]) -> None:
    """Let the statistics and the ratings be computed anew where one of their tables is damaged.

    Damaged tables are emptied first, without looking at their rows; those that running services know by numbers stay.
    """
    statistics, ratings = damaged & STATISTICS, damaged & RATINGS
    if statistics or ratings:
        with queue.transaction() as writing:
            if statistics:
                request_recount(writing.connection)
            if ratings:
                forget_ratings(writing.connection)
    if emptied := (statistics | ratings | damaged & WAYS) - {"counters", "statistics_changes", "rating_changes"}:
        with sessions.turn(), sessions.separate() as session:
            session.empty_tables(sorted(emptied))
    if ratings:
        with queue.transaction() as writing:
            drop_everything(writing.connection)
    if statistics:
        recount(queue)
