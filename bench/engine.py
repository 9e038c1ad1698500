"""The builds of daifu's engine as contenders, from the bytes of a sample to the bytes of its reports."""

import gc
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.contenders import Absent, Contender
from bench.samples import HOUSES, games_in, house_records, missing_sample, moves_in, records_of, reworded, sample_bytes

PROJECT = Path(__file__).parents[1]
COMPILED_ENGINE = PROJECT / "build" / "compiled"
"""Where `make compile` puts the compiled engine."""


class Build(NamedTuple):
    """A build by its name, and the folders in which Python looks for its modules."""

    name: str
    path: tuple[Path, ...]

    def label(self, name: str) -> str:
        """Name something that is measured with this build."""
        return f"{name}, {self.name}"

    def environment(self) -> dict[str, str]:
        """Give the environment of a process that runs this build."""
        return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, self.path))}


PLAIN = Build("plain", (PROJECT,))
COMPILED = Build("compiled", (COMPILED_ENGINE, PROJECT))


def present_builds() -> list[Build]:
    """List the plain build, and the compiled one if there is one."""
    return [PLAIN, COMPILED] if COMPILED_ENGINE.is_dir() else [PLAIN]


@contextmanager
def engine_contenders(
    builds: Sequence[Build], profiles: Sequence[str], rounds: int, seed: int
) -> Iterator[list[Contender | Absent]]:
    """Give each profile with each build as a contender, as long as the block lasts."""
    samples = {profile: missing_sample(profile) for profile in profiles}
    ready = [profile for profile, absent in samples.items() if absent is None]
    with ExitStack() as stack:
        engines = [stack.enter_context(_run_engine(build, ready, rounds, seed)) for build in builds if ready]
        yield [absent or contenders[profile] for profile, absent in samples.items() for contenders in engines or [{}]]


@contextmanager
def _run_engine(build: Build, profiles: Sequence[str], rounds: int, seed: int) -> Iterator[dict[str, Contender]]:
    command = [sys.executable, "-P", "-m", "bench.engine", str(rounds), str(seed)]
    with subprocess.Popen(
        command, env=build.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield {profile: _contender(build, profile, process) for profile in profiles}
        process.communicate()


def _contender(build: Build, profile: str, process: "subprocess.Popen[str]") -> Contender:
    games, moves = _ask(process, profile)
    return Contender(
        build.label(profile), "JSON bytes to report bytes", int(games), int(moves), lambda: _ask(process, profile)[0]
    )


def _ask(process: "subprocess.Popen[str]", line: str) -> list[float]:
    """Send a line, and give the figures of the answer. Raise ``RuntimeError`` if the process has ended."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the engine has no pipes")
    print(line, file=process.stdin, flush=True)
    answer = process.stdout.readline()
    if not answer:
        raise RuntimeError(f"the engine ended while it replayed {line}")
    figures: list[float] = json.loads(answer)
    return figures


LEAST_MOVES = 50_000


def report_from_bytes(data: bytes) -> bytes:
    """Decode, replay and judge one record and give its report, encoded: all of our way, and the only call into it."""
    from daifu.schemas.judgement import check_json  # noqa: PLC0415 - the rivals can be measured without us

    return check_json(data)


def daifu_contender(profile: str, rounds: int, rng: Random) -> Contender:
    """Prepare a profile or a house: its games in fresh words for a trial, a warm-up and each of ``rounds`` rounds.

    A small sample is repeated until a round is long enough to be timed. Raise ``ValueError`` if a report does not
    answer for every deal of its record.
    """
    sample = house_records(profile, rng) if profile in HOUSES else records_of(sample_bytes(profile))
    records = sample * math.ceil(LEAST_MOVES / sum(map(moves_in, sample)))
    tellings = cycle([b"\n".join(reworded(record, rng) for record in records) for _ in range(rounds + 2)])

    def run() -> None:
        for line in next(tellings).splitlines():
            report_from_bytes(line)

    _check_every_deal_answered(next(tellings))
    return Contender(
        profile, "JSON bytes to report bytes", sum(map(games_in, records)), sum(map(moves_in, records)), run
    )


def _check_every_deal_answered(data: bytes) -> None:
    for line in data.splitlines():
        asked = games_in(json.loads(line))
        answered = len(json.loads(report_from_bytes(line))["deals"])
        if asked != answered:
            raise ValueError(f"a record of {asked} deals was answered by a report of {answered}")


def main() -> None:
    """Answer every line until there are no more."""
    rounds, seed = map(int, sys.argv[1:])
    prepared: dict[str, Contender] = {}
    for line in sys.stdin:
        profile = line.strip()
        if profile in prepared:
            print(json.dumps([_seconds(prepared[profile])]), flush=True)
        else:
            prepared[profile] = contender = daifu_contender(profile, rounds, Random(seed))
            gc.freeze()  # the samples of one profile must not cost time in the rounds of another
            print(json.dumps([contender.games, contender.moves]), flush=True)


def _seconds(contender: Contender) -> float:
    gc.collect()
    start = time.process_time()
    contender.run()
    return time.process_time() - start


if __name__ == "__main__":
    main()
