"""The figures of the service, each beside its goal."""

import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from bench.builds import Build
from bench.goals import Figure, Goal, at_least
from bench.service.rounds import GAMES, NO_GET, NO_POST, POST, REPORT, Round, run_rounds

Take = Callable[[Round], float]
"""What is taken from a round."""


def measure_service(folder: Path, rng: Random, *, rounds: int, build: Build) -> list[Figure]:
    """Run the service in ``folder`` with this build for this number of rounds and give all figures."""
    return [
        figure._replace(name=build.label(figure.name)) for figure in figures(run_rounds(folder, rng, rounds, build))
    ]


def figures(rounds: Sequence[Round]) -> list[Figure]:
    """Give every figure of some rounds: the middle of what they reached, and of each of its sides.

    Both sides of a round ran on the same connections, of which one process may have got more than the other.
    """

    def ratio(name: str, against: str, sides: tuple[Take, Take], unit: str, goal: Goal | None = None) -> Figure:
        each = [tuple(side(one) for side in sides) for one in rounds]
        ours, theirs = map(statistics.median, zip(*each, strict=True))
        reached = statistics.median(our / their for our, their in each)
        return Figure(name, unit.format(ours), reached, goal, against, unit.format(theirs))

    return [
        ratio("game by POST", "no-op POST", (_rate(POST), _rate(NO_POST)), "{:,.0f}/s", at_least(0.25)),
        ratio("game by POST, p99", "no-op POST, p99", (_p99(POST), _p99(NO_POST)), "{:.1f} ms"),
        ratio("stored report by id", "no-op GET", (_rate(REPORT), _rate(NO_GET)), "{:,.0f}/s", at_least(0.8)),
        ratio("upload in bulk", "bytes to report bytes", (_bulk, _judging), "{:,.0f} games/s", at_least(0.4)),
    ]


def _rate(task: str) -> Take:
    return lambda one: one.laps[task].rate


def _p99(task: str) -> Take:
    return lambda one: one.laps[task].p99 * 1e3


def _bulk(one: Round) -> float:
    return GAMES / one.bulk


def _judging(one: Round) -> float:
    return GAMES / one.judging
