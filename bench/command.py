"""`daifu check` and `daifu archive` as commands: memory and a second process, and workers beside plain processes."""

import json
import statistics
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any

from bench.contenders import Absent, rotate
from bench.samples import (
    PROFILES,
    Record,
    games_in,
    missing_sample,
    records_of,
    reworded,
    sample_bytes,
    write_games,
    write_log,
)

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


ARCHIVE_DEALS = 20_000
ARCHIVE_PAIRS = 2
PLAYERS = 200
ARCHIVE_FIRST_DAY = date(2026, 1, 1)
DAYS = 90
"""As few months as fill parts with games; an archive of many has parts of full size in each month."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Seconds of the command and of the two processes, over the same games."""

    games: int
    archive: float
    halves: float

    @property
    def ratio(self) -> float:
        """The speed of the command over that of the two processes."""
        return self.halves / self.archive


def write_sittings(path: Path, games: int, rng: Random) -> int:
    """Fill a file with samples of all games, among many players on many days; give how many games it holds."""
    records = [record for profile in PROFILES for record in records_of(sample_bytes(profile))]
    written = 0
    with path.open("wb") as file:
        while written < games:
            record = rng.choice(records)
            file.write(reworded(_among_others(record, rng), rng) + b"\n")
            written += games_in(record)
    return written


def _among_others(record: Record, rng: Random) -> Record:
    """The record with other players, on another day."""
    players = [f"P{number:04}" for number in rng.sample(range(PLAYERS), len(record["players"]))]
    day = ARCHIVE_FIRST_DAY + timedelta(rng.randrange(DAYS))
    return {**record, "players": players, "event": {**record.get("event", {}), "date": day.isoformat()}}


def compare_with_halves(folder: Path, rng: Random) -> Comparison:
    """Archive one file with two workers, and its halves with two processes, by turns; compare the middle times."""
    whole, halves = folder / "games.ndjson", [folder / "first.ndjson", folder / "second.ndjson"]
    games = write_sittings(whole, ARCHIVE_DEALS, rng)
    lines = whole.read_bytes().splitlines(keepends=True)
    for number, half in enumerate(halves):
        half.write_bytes(b"".join(lines[number::2]))
    daifu = str(Path(sysconfig.get_path("scripts")) / "daifu")
    walls: dict[str, list[float]] = {"archive": [], "halves": []}
    for pair in range(ARCHIVE_PAIRS):
        out = folder / str(pair)
        commands = {
            "archive": [[daifu, "archive", str(whole), "--out", str(out / "archive"), "--workers", "2"]],
            "halves": [[sys.executable, "-m", "bench.command", str(half), str(out / half.stem)] for half in halves],
        }
        for name in rotate(list(walls), pair):
            walls[name].append(_wall(commands[name]))
    return Comparison(games, median(walls["archive"]), median(walls["halves"]))


def _wall(commands: list[list[str]]) -> float:
    """The seconds that commands take together; raise ``CalledProcessError`` unless all end with status 0."""
    begin = monotonic()
    running = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]
    for process, command in zip(running, commands, strict=True):
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, command)
    return monotonic() - begin


class _ThisProcess:
    """Runs the tasks of an archive one after the other, in the place of a cluster."""

    def run(self, work: Callable[..., Any], tasks: Mapping[str, tuple[Any, ...]], finish: Callable[..., None]) -> None:
        """Run ``work`` with the arguments of each task."""
        for key, arguments in tasks.items():
            finish(key, work(*arguments))


@contextmanager
def _no_watch(_stage: object, _total: int) -> Iterator[Callable[[int], None]]:
    yield lambda _count: None


def archive_half(path: Path, folder: Path) -> None:
    """Make the archive of a file in this process."""
    from daifu.data.archive.archive import ArchiveRequest, make_archive  # noqa: PLC0415 - the rivals can be measured without us
    from daifu.data.judging import relaxed_gc  # noqa: PLC0415
    from daifu.schemas.parquet.records import EXPORTED_TABLES  # noqa: PLC0415
    from daifu.schemas.sources.items import AUTO  # noqa: PLC0415

    with relaxed_gc():
        make_archive(ArchiveRequest([str(path)], folder, AUTO, list(EXPORTED_TABLES)), _ThisProcess(), _no_watch)


if __name__ == "__main__":
    archive_half(Path(sys.argv[1]), Path(sys.argv[2]))
