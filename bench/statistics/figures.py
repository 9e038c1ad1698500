"""The figures of statistics, each beside its goal."""

import shutil
import statistics
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.goals import Figure, Goal, at_least
from bench.service.clients import Laps
from bench.service.games import PLAYERS, single_games
from bench.statistics.ingest import IngestRates, ingest_rates_with_and_without
from bench.statistics.queries import KINDS, ROW, StatisticsService, run_statistics_service
from bench.statistics.stores import STORE_NAME, fill_stores

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
