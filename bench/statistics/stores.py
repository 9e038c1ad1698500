"""Makes large stores, filled as bulk uploads fill them, but without judging each record."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

from bench.service.games import PROFILE
from bench.statistics.sittings import endless_sittings
from data.judging.batches import MAX_BATCH_RECORDS
from data.store.open import open_store
from data.store.values import Author
from schemas.judged_record import JudgedRecord

STORE_NAME = "daifu.db"
"""What the service calls its store."""


def fill_stores(small: Path, large: Path, deals: int, part: int, rng: Random) -> int:
    """Make a store of ``deals`` deals in the folder ``large``, and one of the first ``part`` of them in ``small``.

    Give the number of records of the small one.
    """
    games = endless_sittings(rng)
    for folder in (small, large):
        folder.mkdir()
    records = _add_games(large / STORE_NAME, games, part)
    shutil.copy(large / STORE_NAME, small / STORE_NAME)
    _add_games(large / STORE_NAME, games, deals - part)
    return records


def _add_games(path: Path, games: Iterator[JudgedRecord], deals: int) -> int:
    """Store games until they have ``deals`` deals, and bring ratings up to date. Give the number of records then.

    The store is closed, so that it is one file.
    """
    left = deals
    with closing(open_store(path)) as store:
        while left > 0:
            batch = list(islice(games, MAX_BATCH_RECORDS))
            store.add(batch, Author())
            left -= sum(one.facts.deals for one in batch)
        store.ratings.catch_up(PROFILE)
        return store.counts().records
