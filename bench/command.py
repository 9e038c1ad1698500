"""``daifu check`` as a command: how its memory grows with the file, and how much a second process gains."""

import json
import statistics
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from bench.contender import Absent
from bench.rounds import rotate
from bench.samples import PROFILES, missing_sample, write_games
from bench.server_log import write_log

SMALL, LARGE = 1_000, 30_000
SHARED = 20_000
"""Games that one process checks, and then two."""
PAIRS = 2


@dataclass(frozen=True, slots=True)
class Usage:
    """What one run of the command took: seconds by the clock on the wall, and bytes at the peak."""

    wall: float
    peak: int


@dataclass(frozen=True, slots=True)
class Growth:
    """What is in a small and in a large file, how many games, and the usage of checking each."""

    holds: str
    games: tuple[int, int]
    usages: tuple[Usage, Usage]

    @property
    def ratio(self) -> float:
        """How many times the memory of the small file the large one needs."""
        return self.usages[1].peak / self.usages[0].peak


@dataclass(frozen=True, slots=True)
class Speedup:
    """Seconds of one process and of two over the same ``games``."""

    games: int
    one: float
    two: float

    @property
    def ratio(self) -> float:
        """How many times faster two processes are."""
        return self.one / self.two


def missing_command(name: str) -> Absent | None:
    """Say why ``name`` cannot be measured here, or nothing."""
    if not _daifu().is_file():
        return Absent(name, "the command daifu is not installed beside this Python")
    if all(missing_sample(profile) for profile in PROFILES):
        return Absent(name, "no profile has a sample")
    return None


def streaming_memory(folder: Path, rng: Random) -> tuple[Growth, ...]:
    """Check a small and a large file of each kind, written into ``folder``, and compare the memory of the two."""
    return (
        _growth("records", folder / "games.ndjson", partial(write_games, rng=rng)),
        _growth("one server log", folder / "games.log", write_log),
    )


def _growth(holds: str, path: Path, write: Callable[[Path, int], int]) -> Growth:
    games, usages = zip(*((write(path, count), _check(path)) for count in (SMALL, LARGE)), strict=True)
    return Growth(holds, games, usages)


def second_process(folder: Path, rng: Random) -> Speedup:
    """Check one large file in ``folder`` with one process and with two by turns, and compare the middle times."""
    path = folder / "jobs.ndjson"
    games = write_games(path, SHARED, rng)
    walls: dict[str, list[float]] = {"1": [], "2": []}
    for pair in range(PAIRS):
        for jobs in rotate(list(walls), pair):
            walls[jobs].append(_check(path, "--jobs", jobs).wall)
    return Speedup(games, statistics.median(walls["1"]), statistics.median(walls["2"]))


def _check(path: Path, *options: str) -> Usage:
    """Run ``daifu check`` over ``path``; raise ``CalledProcessError`` unless it ends with status 0."""
    command = [sys.executable, "-m", "bench.child", str(_daifu()), "check", *options, str(path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return Usage(**json.loads(done.stdout))


def _daifu() -> Path:
    return Path(sysconfig.get_path("scripts")) / "daifu"
