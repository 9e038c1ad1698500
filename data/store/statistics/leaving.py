"""How a record leaves the summaries, when it becomes another or is withdrawn."""

import logging
from typing import Final

from data.store.refusals import StoreDamaged
from data.store.statistics.marking import let_begin_again, see_whole
from data.store.statistics.shares import present
from data.store.transactions import Transaction

LOG: Final = logging.getLogger("daifu.store")


def take_away(writing: Transaction, record: int) -> None:
    """Let what the record has been until now count no more.

    Where that can be read no more nobody knows what it brought: then it stays in the summaries until whoever opens the
    store next counts everything anew. Raises `StoreBusy` or `StoreDamaged` where somebody else is doing so.
    """
    try:
        share = present(writing.session, record)
    except StoreDamaged:
        see_whole(writing.connection)
        LOG.warning("record %d cannot be read: all records will be counted anew when the store is next opened", record)
        let_begin_again(writing.connection)
    else:
        if share is not None:
            writing.shares.append(share._replace(sign=-1))
