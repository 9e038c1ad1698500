"""The engines that are compared, and those that cannot be measured here."""

from collections.abc import Callable
from dataclasses import dataclass


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
