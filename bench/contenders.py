"""The engines that are compared, and their rounds in turns, so that a slow minute of the machine affects all alike."""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class Contender:
    """An engine that replays recorded games, with its whole sample in memory.

    ``run`` does one round: it replays every game of the sample, and raises if one of them is not accepted, so that
    no engine is fast by giving up. If another process does the work, it gives the CPU seconds that this process took.
    ``moves`` are the actions of players, passes among them; a deal is no move.
    """

    name: str
    work: str
    games: int
    moves: int
    run: Callable[[], float | None]


@dataclass(frozen=True, slots=True)
class Absent:
    """Something that cannot be measured here, and why; it keeps its place in the tables."""

    name: str
    reason: str


T = TypeVar("T")
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Timing:
    """What one contender needed: CPU seconds, one figure a round, for ``games`` games of ``moves`` moves together."""

    games: int
    moves: int
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """Seconds of the middle round: one disturbed round does not move it."""
        return statistics.median(self.seconds)

    @property
    def spread(self) -> float:
        """How far the slowest round lies from the fastest, as a part of the median."""
        return (max(self.seconds) - min(self.seconds)) / self.median

    @property
    def games_per_second(self) -> float:
        """Games replayed in a second of CPU time."""
        return self.games / self.median

    @property
    def moves_per_second(self) -> float:
        """Moves replayed in a second of CPU time."""
        return self.moves / self.median

    @property
    def microseconds_per_move(self) -> float:
        """What one move costs, its share of reading and reporting included."""
        return self.median / self.moves * 1e6


def rotate(items: Sequence[T], start: int) -> list[T]:
    """Give ``items`` in their order from place ``start`` on and round the end; ``start`` may lie beyond it."""
    if not items:
        return []
    place = start % len(items)
    return [*items[place:], *items[:place]]


def interleave(contenders: Sequence[Contender], rounds: int, clock: Clock = time.process_time) -> dict[str, Timing]:
    """Run every contender once untimed and then ``rounds`` times, by turns; give the timings by name.

    Each round begins with another contender, so that none always runs in the wake of the same neighbour.
    """
    for contender in contenders:
        contender.run()
    gc.collect()
    gc.freeze()  # all samples are in one heap: a contender's collections must not walk through those of others
    seconds: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for turn in range(rounds):
        for contender in rotate(contenders, turn):
            seconds[contender.name].append(_timed(contender.run, clock))
    gc.unfreeze()
    return {c.name: Timing(c.games, c.moves, tuple(seconds[c.name])) for c in contenders}


def _timed(run: Callable[[], float | None], clock: Clock) -> float:
    gc.collect()  # a contender pays for its own garbage, not for that of the one before
    start = clock()
    elsewhere = run()
    return clock() - start if elsewhere is None else elsewhere
