"""Measures ingest into a large store with statistics and without."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from bench.service.games import PLAYERS, PROFILE, single_games
from daifu.data.ingest import Ingest
from daifu.data.judging.process import relaxed_gc
from daifu.data.store.open import open_store
from daifu.data.store.sql.statistics import deltas
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.store import Store
from daifu.data.store.values import Author, UploadOutcome, UploadStatus
from daifu.replay.match import Record, Report, replay
from daifu.replay.statistics.record import RecordCounters
from daifu.schemas import judgement
from daifu.schemas.sources.items import DAIFU, Item

WARM_UP_GAMES = 1_000
"""Games that come first, to warm up: rows of counters get their numbers."""
GAMES = 5_000
"""Games of an upload in bulk. The read at the end folds all of them, which a long import does every 14,000 games."""
SINGLE_GAMES = 300
"""Games that come one by one."""


class IngestRates(NamedTuple):
    """Games a second: in bulk, until all of them are in the summaries, and one by one."""

    bulk: float
    one_by_one: float


def ingest_rates_with_and_without(store: Path, rng: Random, turn: int) -> tuple[IngestRates, IngestRates]:
    """Measure ingest with statistics and without. Every other turn it begins without."""
    games = single_games(PLAYERS, rng)
    if turn % 2:
        without = _ingest_rates_without(store, games)
        return _ingest_rates(store, games), without
    return _ingest_rates(store, games), _ingest_rates_without(store, games)


def _ingest_rates_without(path: Path, games: Iterator[bytes]) -> IngestRates:
    with statistics_off():
        return _ingest_rates(path, games)


@contextmanager
def statistics_off() -> Iterator[None]:
    """Inside the block records are only replayed, and their counts are not stored."""
    with (
        patch.object(judgement, "count_record", _replay_only),
        patch.object(deltas, "append_deltas", _discard_counts),
    ):
        yield


def _replay_only(record: Record, _most_faults: int | None = None) -> tuple[Report, RecordCounters]:
    return replay(record), RecordCounters()


def _discard_counts(writing: Transaction) -> None:
    writing.deltas.clear()


def _ingest_rates(path: Path, games: Iterator[bytes]) -> IngestRates:
    """Measure ingest of the next games, with a read at the end that folds the rest.

    Raise ``ValueError`` if a game is not new.
    """
    with closing(open_store(path)) as store, relaxed_gc():
        ingest = Ingest(store, Author())
        _bulk_rate(store, ingest, islice(games, WARM_UP_GAMES))
        bulk = _bulk_rate(store, ingest, islice(games, GAMES))
        items = _items(islice(games, SINGLE_GAMES))
        begin = time.perf_counter()
        outcomes = [ingest.one(item)[1] for item in items]
        singly = SINGLE_GAMES / (time.perf_counter() - begin)
    _assert_new(outcomes)
    return IngestRates(bulk, singly)


def _bulk_rate(store: Store, ingest: Ingest, games: Iterator[bytes]) -> float:
    items = _items(games)
    begin = time.perf_counter()
    outcomes = [result.outcome for result in ingest.take(items)]
    store.statistics.profile(PROFILE)
    rate = len(items) / (time.perf_counter() - begin)
    _assert_new(outcomes)
    return rate


def _items(games: Iterator[bytes]) -> list[Item]:
    return [Item("games", number, DAIFU, game) for number, game in enumerate(games, 1)]


def _assert_new(outcomes: Sequence[UploadOutcome | None]) -> None:
    if any(outcome is None or outcome.status is not UploadStatus.CREATED for outcome in outcomes):
        raise ValueError("not every game is new")
