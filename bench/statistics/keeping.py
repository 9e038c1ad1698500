"""What it costs to keep statistics: games taken in by a store of very many, as it does, and as if it kept none."""

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
from data.judging.garbage import looked_for_seldom
from data.store import Store, commits
from data.store.asked import Author, Outcome, Status
from data.store.transactions import Transaction
from replay.match import replay
from replay.record import Record
from replay.report import Report
from replay.tallies import Tallies
from schemas import pipeline
from schemas.intake.item import DAIFU, Item

FIRST = 1_000
"""Games that come before: whoever has written for a while knows what recurs."""
GAMES = 10_000
"""Games of an upload in bulk: so many that those who wait are added up more than once."""
SINGLES = 300
"""Games that come one by one."""


class Kept(NamedTuple):
    """Games a second, taken in in bulk, until all of them are in the summaries, and one by one."""

    bulk: float
    singly: float


def both(store: Path, rng: Random, turn: int) -> tuple[Kept, Kept]:
    """Take games in with statistics and without them, which is first every other time."""
    games = single_games(PLAYERS, rng)
    if turn % 2:
        without = _without(store, games)
        return _kept(store, games), without
    return _kept(store, games), _without(store, games)


def _without(path: Path, games: Iterator[bytes]) -> Kept:
    with nothing_counted():
        return _kept(path, games)


@contextmanager
def nothing_counted() -> Iterator[None]:
    """While the block lasts records are only replayed, and stores put no share of theirs into summaries."""
    with patch.object(pipeline, "tallied", _uncounted), patch.object(commits, "keep", _let_go):
        yield


def _uncounted(record: Record) -> tuple[Report, Tallies]:
    return replay(record), Tallies()


def _let_go(writing: Transaction) -> None:
    writing.shares.clear()


def _kept(path: Path, games: Iterator[bytes]) -> Kept:
    """Take the next games in; who reads sees to it that all is added up. Raise ``ValueError`` if one is no new one."""
    with closing(Store.open(path)) as store, looked_for_seldom():
        ingest = Ingest(store, Author())
        _bulk(store, ingest, islice(games, FIRST))
        bulk = _bulk(store, ingest, islice(games, GAMES))
        items = _items(islice(games, SINGLES))
        begin = time.perf_counter()
        outcomes = [ingest.one(item)[1] for item in items]
        singly = SINGLES / (time.perf_counter() - begin)
    _assert_new(outcomes)
    return Kept(bulk, singly)


def _bulk(store: Store, ingest: Ingest, games: Iterator[bytes]) -> float:
    items = _items(games)
    begin = time.perf_counter()
    outcomes = [result.outcome for result in ingest.take(items)]
    store.statistics.profile(PROFILE)
    rate = len(items) / (time.perf_counter() - begin)
    _assert_new(outcomes)
    return rate


def _items(games: Iterator[bytes]) -> list[Item]:
    return [Item("games", number, DAIFU, game) for number, game in enumerate(games, 1)]


def _assert_new(outcomes: Sequence[Outcome | None]) -> None:
    if any(outcome is None or outcome.status is not Status.CREATED for outcome in outcomes):
        raise ValueError("not every game is new")
