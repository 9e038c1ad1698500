"""The builds of daifu's engine, each of which replays in a process of its own: two do not fit into one."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.contender import Absent, Contender
from bench.samples import missing_sample

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
    command = [sys.executable, "-P", "-m", "bench.engine_process", str(rounds), str(seed)]
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
