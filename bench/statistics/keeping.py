"""What it costs to keep statistics: the same games taken in by a store that keeps them, and by one that does not."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from bench.service.games import PLAYERS, PROFILE, single_games
from data.ingest import Ingest
from data.store import Store, commits
from data.store.asked import Author, Status
from data.store.transactions import Transaction
from replay.match import replay
from replay.record import Record
from replay.report import Report
from replay.tallies import Tallies
from schemas import pipeline
from schemas.intake.item import DAIFU, Item

GAMES = 3_000
"""Games of an upload in bulk."""
SINGLES = 300
"""Games that come one by one."""


class Kept(NamedTuple):
    """Games a second, taken in in bulk, until all of them are in the summaries, and one by one."""

    bulk: float
    singly: float


def both(folder: Path, rng: Random, turn: int) -> tuple[Kept, Kept]:
    """Take the same games in with statistics and without them, which is first every other time."""
    games = list(islice(single_games(PLAYERS, rng), GAMES + SINGLES))
    if turn % 2:
        without = _without(folder, games, turn)
        return _kept(folder / f"with-{turn}.db", games), without
    return _kept(folder / f"with-{turn}.db", games), _without(folder, games, turn)


def _without(folder: Path, games: Sequence[bytes], turn: int) -> Kept:
    with nothing_counted():
        return _kept(folder / f"without-{turn}.db", games)


@contextmanager
def nothing_counted() -> Iterator[None]:
    """While the block lasts records are only replayed, and stores put no share of theirs into summaries."""
    with patch.object(pipeline, "tallied", _uncounted), patch.object(commits, "keep", _let_go):
        yield


def _uncounted(record: Record) -> tuple[Report, Tallies]:
    return replay(record), Tallies()


def _let_go(writing: Transaction) -> None:
    writing.shares.clear()


def _kept(path: Path, games: Sequence[bytes]) -> Kept:
    """Fill a new store; who reads sees to it that all is added up. Raise ``ValueError`` if a game is no new one."""
    items = [Item(path.name, number, DAIFU, game) for number, game in enumerate(games, 1)]
    with closing(Store.open(path)) as store:
        ingest = Ingest(store, Author())
        begin = time.perf_counter()
        outcomes = [result.outcome for result in ingest.take(items[SINGLES:])]
        store.statistics.profile(PROFILE)
        middle = time.perf_counter()
        outcomes += [ingest.one(item)[1] for item in items[:SINGLES]]
        end = time.perf_counter()
    if any(outcome is None or outcome.status is not Status.CREATED for outcome in outcomes):
        raise ValueError("not every game is new")
    return Kept((len(items) - SINGLES) / (middle - begin), SINGLES / (end - middle))
