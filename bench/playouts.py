"""How many playouts a second each game has, and how long the estimates of a whole game take."""

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import count
from typing import Final

import daifu
from bench.engine import PROJECT, Build
from bench.goals import Figure
from bench.samples import PROFILES
from daifu.replay.analysis.deals import estimate_deal
from daifu.replay.analysis.estimates import Sampler
from daifu.replay.analysis.playout import NoPlayoutsError
from daifu.replay.analysis.worlds import COMPLETE
from daifu.replay.match import Record
from daifu.replay.position import position_after, walk_deals

WHOLE_GAME: Final = "estimates of a game of UECda"


def measure_playouts(builds: Sequence[Build]) -> list[Figure]:
    """Measure the playouts with each build."""
    reached = []
    for build in builds:
        command = [sys.executable, "-P", "-m", "bench.playouts"]
        run = subprocess.run(command, env=build.environment(), stdout=subprocess.PIPE, check=True)
        for name, value in json.loads(run.stdout).items():
            shown = f"{value:.2f} s" if name == WHOLE_GAME else f"{value:,.0f} playouts/s"
            reached.append(Figure(build.label(name), shown, value))
    return reached


SAMPLES: Final = PROJECT / "data" / "samples"
LOG: Final = SAMPLES / "uecda-server.log.gz"
SECONDS: Final = 0.5
BATCH: Final = 100
WARM_UP: Final = 20


def main() -> None:
    """Print the figures."""
    found = {name: playouts_per_second(name) for name in PROFILES}
    print(json.dumps({**found, WHOLE_GAME: seconds_of_game()}))


def playouts_per_second(name: str) -> float:
    """Count the playouts of the first deal of a sample that can be played out, for half a second."""
    sampler = first_sampler(next(daifu.read(SAMPLES / f"{name}.ndjson")).loaded)
    sampler.run(WARM_UP)
    start = time.process_time()
    for batches in count(1):
        sampler.run(BATCH)
        taken = time.process_time() - start
        if taken > SECONDS:
            return batches * BATCH / taken
    raise AssertionError


def first_sampler(record: Record) -> Sampler:
    """Give the playouts of the first deal that has any, from its start."""
    for number in range(len(record.deals)):
        try:
            return Sampler(position_after(record, number, 0).table, COMPLETE, 1)
        except NoPlayoutsError:
            continue
    raise LookupError


def seconds_of_game() -> float:
    """Estimate all positions and choices of the first game of a log."""
    steps = next(walk_deals(next(daifu.read(LOG)).loaded))
    start = time.process_time()
    estimate_deal(steps)
    return time.process_time() - start


if __name__ == "__main__":
    main()
