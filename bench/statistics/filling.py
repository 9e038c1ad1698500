"""Stores of very many deals, which are made as bulk uploads make them, but for the judging."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

from bench.service.games import PROFILE
from bench.statistics.sittings import sittings
from data.judging.batches import MOST_RECORDS
from data.store import Store
from data.store.asked import Author
from schemas.judged import Judged

NAME = "daifu.db"
"""What the service calls its store."""


def fill(small: Path, large: Path, deals: int, part: int, rng: Random) -> int:
    """Make a store of so many deals in the folder ``large``, and one in ``small`` of the ``part`` that comes first.

    Give how many records the small one has.
    """
    games = sittings(rng)
    for folder in (small, large):
        folder.mkdir()
    records = _add(large / NAME, games, part)
    shutil.copy(large / NAME, small / NAME)
    _add(large / NAME, games, deals - part)
    return records


def _add(path: Path, games: Iterator[Judged], deals: int) -> int:
    """Store games until they have so many deals, and bring careers up to date; how many records there are then.

    A store that was closed is one file.
    """
    left = deals
    with closing(Store.open(path)) as store:
        while left > 0:
            batch = list(islice(games, MOST_RECORDS))
            store.add(batch, Author())
            left -= sum(one.facts.deals for one in batch)
        store.careers.catch_up(PROFILE)
        return store.counts().records
