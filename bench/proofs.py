"""How long proofs take in games of UECda."""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

from bench.builds import Build
from bench.goals import Figure

LATE: Final = 0.95

TWO_PLAYERS, ONE_HAND = "two players with 11 cards each", "one hand known"


def measure_proofs(builds: Sequence[Build], seed: int) -> list[Figure]:
    """Measure the proofs with each build."""
    reached = []
    for build in builds:
        command = [sys.executable, "-P", "-m", "bench.proofs_process", str(seed)]
        run = subprocess.run(command, env=build.environment(), stdout=subprocess.PIPE, check=True)
        for name, seconds in json.loads(run.stdout).items():
            reached += figures_of(build.label(name), seconds)
    return reached


def figures_of(name: str, seconds: Sequence[float]) -> list[Figure]:
    """Give the median and the 95 % quantile of the proofs of a kind."""
    ordered = sorted(seconds)
    found = {"median": ordered[len(ordered) // 2], "95 %": ordered[int(LATE * len(ordered))]}
    return [Figure(f"{name}, {part}", f"{value * 1000:.3g} ms", value) for part, value in found.items()]
