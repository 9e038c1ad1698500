"""Makes large stores, filled as bulk uploads fill them, but without judging each record."""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from random import Random

from bench.service.games import PROFILE
from bench.statistics.sittings import endless_sittings
from daifu.data.judging.batches import MAX_BATCH_RECORDS
from daifu.data.store.open import open_store
from daifu.data.store.values import Author, Location
from daifu.schemas.judged_record import JudgedRecord

STORE_NAME = "daifu.db"
"""What the service calls its store."""

Copy = Callable[[Location, Location], object]
"""Copies a store that is closed to a place where none is."""


def fill_stores(small: Location, large: Location, copy: Copy, deals: int, part: int, rng: Random) -> int:
    """Make a store of ``deals`` deals in ``large``, and one of the first ``part`` of them in ``small``.

    ``copy`` makes the small one of the large one. Give the number of records of the small one.
    """
    games = endless_sittings(rng)
    records = _add_games(large, games, part)
    copy(large, small)
    _add_games(large, games, deals - part)
    return records


def _add_games(place: Location, games: Iterator[JudgedRecord], deals: int) -> int:
    """Store games until they have ``deals`` deals, and bring ratings up to date. Give the number of records then.

    The store is closed, so that a file is all of it, and a database can be copied.
    """
    left = deals
    with closing(open_store(place)) as store:
        while left > 0:
            batch = list(islice(games, MAX_BATCH_RECORDS))
            store.add(batch, Author())
            left -= sum(one.facts.deals for one in batch)
        store.ratings.catch_up(PROFILE)
        return store.counts().records
