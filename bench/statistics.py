"""Reads of statistics in large stores, and the cost of keeping statistics."""

import shutil
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch
from urllib.parse import quote

from bench.contenders import rotate
from bench.goals import Figure, Goal, at_least
from bench.large_stores import STORE_NAME, fill_stores
from bench.service.clients import Clients, Connection, Laps, Task, get, post
from bench.service.serve import Service, run_service
from bench.service.uploads import PLAYERS, PROFILE, single_games
from daifu.data.ingest import Ingest
from daifu.data.judging import relaxed_gc
from daifu.data.store.open import open_store
from daifu.data.store.sql.statistics import deltas
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.store import Store
from daifu.data.store.values import Author, UploadOutcome, UploadStatus
from daifu.replay.match import Record, Report, replay
from daifu.replay.statistics.record import RecordCounters
from daifu.schemas import judgement
from daifu.schemas.sources.items import DAIFU, Item

WORKERS = 2
CLIENTS = 4
REQUESTS = 1_000
"""Of each kind, in a round."""
FIGURES = ("first", "points.mean", "place.mean", "passes.able")
"""The figures of the leaderboards that are requested in turn."""
OFFSETS = (0, 50, 100, 150)
"""The offsets of the parts of lists that are requested in turn."""

ROW, PLAYER, LEADERBOARD, RATINGS = "row by key", "player's statistics", "leaderboard", "ratings"
KINDS = (ROW, PLAYER, LEADERBOARD, RATINGS)
UPLOADS = 100
"""How often each kind is requested right after an upload, when no cached answer is valid."""


class StatisticsService(NamedTuple):
    """The service on one store, its clients, and the requests of each kind."""

    stack: Service
    clients: Clients
    requests: dict[str, list[bytes]]

    def first_answers(self) -> dict[str, float]:
        """The seconds of the first answer of each kind."""
        with closing(Connection(self.stack.address)) as connection:
            return {kind: _seconds(connection, self.requests[kind][0], 200) for kind in KINDS}

    def after_uploads(self, games: Iterator[bytes]) -> dict[str, Laps]:
        """The laps of each kind of request, each after an upload of one of ``games``."""
        with closing(Connection(self.stack.address)) as connection:
            return {kind: self._after_uploads(connection, games, self.requests[kind]) for kind in KINDS}

    def _after_uploads(self, connection: Connection, games: Iterator[bytes], requests: list[bytes]) -> Laps:
        seconds = []
        for game, request in zip(islice(games, UPLOADS), cycle(requests), strict=False):
            _seconds(connection, post("/v1/records", self.stack.token, game), 201)
            seconds.append(_seconds(connection, request, 200))
        return Laps(sum(seconds), seconds)

    def round(self, turn: int) -> dict[str, Laps]:
        """The laps of a round of all kinds of requests; each turn begins with another kind."""
        kinds = rotate(KINDS, turn)
        laps = self.clients.work([Task(200, _repeat(self.requests[kind])) for kind in kinds])
        return dict(zip(kinds, laps, strict=True))


@contextmanager
def run_statistics_service(folder: Path, records: int, db: str | None = None) -> Iterator[StatisticsService]:
    """Run the service on the store ``db``, by default that in ``folder``, which has this number of records."""
    with run_service(folder, WORKERS, db=db) as stack, Clients(stack.address, CLIENTS) as clients:
        yield StatisticsService(stack, clients, _requests(records))


def _seconds(connection: Connection, request: bytes, status: int) -> float:
    """The seconds until the answer. Raise ``ValueError`` if it has another status."""
    begin = time.perf_counter()
    answer = connection.ask(request)
    seconds = time.perf_counter() - begin
    if answer.status != status:
        raise ValueError(f"expected {status}, found {answer.status}: {answer.body.decode()}")
    return seconds


def _requests(records: int) -> dict[str, list[bytes]]:
    stats = (f"/v1/players/{quote(player)}/stats?rules={PROFILE}" for player in PLAYERS)
    boards = (f"/v1/leaderboards/{figure}?rules={PROFILE}&cursor={part:x}" for figure in FIGURES for part in OFFSETS)
    ratings = (f"/v1/ratings?rules={PROFILE}&cursor={part:x}" for part in OFFSETS)
    rows = (f"/v1/yardsticks/row/{1 + number * (records - 1) // len(PLAYERS)}" for number in range(len(PLAYERS)))
    return {
        ROW: list(map(get, rows)),
        PLAYER: list(map(get, stats)),
        LEADERBOARD: list(map(get, boards)),
        RATINGS: list(map(get, ratings)),
    }


def _repeat(requests: list[bytes]) -> list[bytes]:
    return (requests * (REQUESTS // len(requests) + 1))[:REQUESTS]


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


CLOSE_TO_ROW = at_least(0.8)
NO_SLOWER = at_least(0.9)
"""As fast, within the noise of a machine."""
CLOSE_TO_PLAIN_INGEST = at_least(0.6)
TENTH = 10
"""The small store has a tenth of the deals of the large one."""


class ReadTimings(NamedTuple):
    """Reads of a small and of a large store in turn: the laps of each round, by kind of request.

    ``fresh`` are reads right after uploads, ``first`` the seconds of the first answers of the large store.
    """

    small: list[dict[str, Laps]]
    large: list[dict[str, Laps]]
    fresh: tuple[Mapping[str, Laps], Mapping[str, Laps]]
    first: Mapping[str, float]


def measure_statistics(folder: Path, rng: Random, *, rounds: int, deals: int) -> list[Figure]:
    """Measure reads from a store of ``deals`` deals and from one of a tenth, and ingest with and without statistics."""
    small, large = new_folder(folder, "small"), new_folder(folder, "large")
    records = fill_stores(small / STORE_NAME, large / STORE_NAME, shutil.copy, deals, deals // TENTH, rng)
    few, many = run_statistics_service(small, records), run_statistics_service(large, records)
    read = measure_reads(few, many, rounds, rng)
    rates = [ingest_rates_with_and_without(large / STORE_NAME, rng, turn) for turn in range(rounds + 1)][1:]
    return [*read_figures(read, deals), *ingest_figures(rates)]


def new_folder(folder: Path, name: str) -> Path:
    """A new folder of this name in ``folder``."""
    made = folder / name
    made.mkdir()
    return made


def measure_reads(
    few: AbstractContextManager[StatisticsService],
    many: AbstractContextManager[StatisticsService],
    rounds: int,
    rng: Random,
) -> ReadTimings:
    """The reads of services on a small and on a large store, in turns. The first round warms up."""
    with few as small, many as large:
        first = large.first_answers()
        small.first_answers()
        laps = [(small.round(turn), large.round(turn)) for turn in range(rounds + 1)][1:]
        games = single_games(PLAYERS, rng)
        fresh = small.after_uploads(games), large.after_uploads(games)
    return ReadTimings([one for one, _ in laps], [one for _, one in laps], fresh, first)


def read_figures(reading: ReadTimings, deals: int) -> list[Figure]:
    """The rates of reads, compared with a row by key and with the small store."""
    rates = {kind: (_rate(reading.small, kind), _rate(reading.large, kind)) for kind in KINDS}
    kinds = [kind for kind in KINDS if kind != ROW]
    fewer = f"of {deals // TENTH:,} deals"
    return [
        *(_ratio(kind, rates[kind][1], ROW, rates[ROW][1], CLOSE_TO_ROW) for kind in kinds),
        *(_ratio(kind, rates[kind][1], fewer, rates[kind][0], NO_SLOWER) for kind in kinds),
        *(_after_upload(kind, reading.fresh, fewer) for kind in kinds),
        *(
            Figure(f"{kind}, first answer", f"{1e3 * reading.first[kind]:.0f} ms", reading.first[kind])
            for kind in kinds
        ),
    ]


def _after_upload(kind: str, fresh: tuple[Mapping[str, Laps], Mapping[str, Laps]], fewer: str) -> Figure:
    small, large = (1 / statistics.median(laps[kind].requests) for laps in fresh)
    return _ratio(f"{kind}, after an upload", large, fewer, small, NO_SLOWER)


def ingest_figures(kept: Sequence[tuple[IngestRates, IngestRates]]) -> list[Figure]:
    """The rates of ingest, compared with ingest without statistics."""
    bulk, singly = (_medians(kept, take) for take in range(len(IngestRates._fields)))
    return [
        _ratio("ingest in bulk", bulk[0], "without statistics", bulk[1], CLOSE_TO_PLAIN_INGEST),
        _ratio("ingest one by one", singly[0], "without statistics", singly[1], CLOSE_TO_PLAIN_INGEST),
    ]


def _medians(kept: Sequence[tuple[IngestRates, IngestRates]], take: int) -> tuple[float, float]:
    return statistics.median(one[0][take] for one in kept), statistics.median(one[1][take] for one in kept)


def _rate(rounds: Sequence[dict[str, Laps]], kind: str) -> float:
    return statistics.median(laps[kind].rate for laps in rounds)


def _ratio(name: str, ours: float, against: str, theirs: float, goal: Goal) -> Figure:
    return Figure(name, f"{ours:,.0f}/s", ours / theirs, goal, against, f"{theirs:,.0f}/s")
