"""What the statistics come to: each figure beside what it is held against."""

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.goals import AtLeast, Figure, Goal
from bench.service.clients import Laps
from bench.service.games import PLAYERS, single_games
from bench.statistics.asking import KINDS, ROW, asked
from bench.statistics.filling import NAME, fill
from bench.statistics.keeping import Kept, both

AS_FAST = AtLeast(0.8)
NO_SLOWER = AtLeast(0.9)
"""As fast, but for the noise of a machine."""
CHEAP = AtLeast(0.6)
TENTH = 10
"""The small store has a tenth of the deals of the large one."""


class Reading(NamedTuple):
    """What was asked of a small and of a large store by turns: the laps of each round, by what was asked for.

    ``fresh`` are those right after uploads, ``first`` the seconds of the first answers of the large one.
    """

    small: list[dict[str, Laps]]
    large: list[dict[str, Laps]]
    fresh: tuple[Mapping[str, Laps], Mapping[str, Laps]]
    first: Mapping[str, float]


def measured(folder: Path, rng: Random, *, rounds: int, deals: int) -> list[Figure]:
    """Read statistics from a store of so many deals and from one of a tenth; take games in with and without them."""
    small, large = folder / "small", folder / "large"
    records = fill(small, large, deals, deals // TENTH, rng)
    read = _read(small, large, records, rounds, rng)
    kept = [both(large / NAME, rng, turn) for turn in range(rounds + 1)][1:]
    return [*reading(read, deals), *keeping(kept)]


def _read(few: Path, many: Path, records: int, rounds: int, rng: Random) -> Reading:
    """The first round warms up."""
    with asked(few, records) as small, asked(many, records) as large:
        first = large.first_answers()
        small.first_answers()
        laps = [(small.round(turn), large.round(turn)) for turn in range(rounds + 1)][1:]
        games = single_games(PLAYERS, rng)
        fresh = small.after_uploads(games), large.after_uploads(games)
    return Reading([one for one, _ in laps], [one for _, one in laps], fresh, first)


def reading(reading: Reading, deals: int) -> list[Figure]:
    """How fast statistics are read, beside a row and beside the same statistics of the small store."""
    rates = {kind: (_rate(reading.small, kind), _rate(reading.large, kind)) for kind in KINDS}
    told = [kind for kind in KINDS if kind != ROW]
    fewer = f"of {deals // TENTH:,} deals"
    return [
        *(_ratio(kind, rates[kind][1], ROW, rates[ROW][1], AS_FAST) for kind in told),
        *(_ratio(kind, rates[kind][1], fewer, rates[kind][0], NO_SLOWER) for kind in told),
        *(_fresh(kind, reading.fresh, fewer) for kind in told),
        *(Figure(f"{kind}, first answer", f"{1e3 * reading.first[kind]:.0f} ms", reading.first[kind]) for kind in told),
    ]


def _fresh(kind: str, fresh: tuple[Mapping[str, Laps], Mapping[str, Laps]], fewer: str) -> Figure:
    small, large = (1 / statistics.median(laps[kind].requests) for laps in fresh)
    return _ratio(f"{kind}, after an upload", large, fewer, small, NO_SLOWER)


def keeping(kept: Sequence[tuple[Kept, Kept]]) -> list[Figure]:
    """How fast games are taken in, beside a store that keeps no statistics."""
    bulk, singly = (_middles(kept, take) for take in range(len(Kept._fields)))
    return [
        _ratio("ingest in bulk", bulk[0], "without statistics", bulk[1], CHEAP),
        _ratio("ingest one by one", singly[0], "without statistics", singly[1], CHEAP),
    ]


def _middles(kept: Sequence[tuple[Kept, Kept]], take: int) -> tuple[float, float]:
    return statistics.median(one[0][take] for one in kept), statistics.median(one[1][take] for one in kept)


def _rate(rounds: Sequence[dict[str, Laps]], kind: str) -> float:
    return statistics.median(laps[kind].rate for laps in rounds)


def _ratio(name: str, ours: float, against: str, theirs: float, goal: Goal) -> Figure:
    return Figure(name, f"{ours:,.0f}/s", ours / theirs, goal, against, f"{theirs:,.0f}/s")
