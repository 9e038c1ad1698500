"""How long proofs take in games of UECda, beside their goals."""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

from bench.builds import Build
from bench.goals import AtMost, Figure, Goal

LATE: Final = 0.95

TWO_PLAYERS, ONE_HAND = "two players with 11 cards each", "one hand known"
GOALS: Final[dict[str, tuple[Goal, Goal]]] = {
    TWO_PLAYERS: (AtMost(0.030), AtMost(0.400)),
    ONE_HAND: (AtMost(0.000_020), AtMost(0.001)),
}
"""The seconds that half of all proofs may take, and those that 95 % may."""


def measure_proofs(builds: Sequence[Build], seed: int) -> list[Figure]:
    """Measure the proofs with each build; the goals are those of the last one."""
    reached = []
    for build in builds:
        command = [sys.executable, "-P", "-m", "bench.proofs_process", str(seed)]
        run = subprocess.run(command, env=build.environment(), stdout=subprocess.PIPE, check=True)
        for name, seconds in json.loads(run.stdout).items():
            goals = GOALS[name] if build is builds[-1] else (None, None)
            reached += figures_of(build.label(name), seconds, goals)
    return reached


def figures_of(name: str, seconds: Sequence[float], goals: tuple[Goal | None, Goal | None]) -> list[Figure]:
    """Give the median and the 95 % quantile of the proofs of a kind."""
    ordered = sorted(seconds)
    found = {"median": ordered[len(ordered) // 2], "95 %": ordered[int(LATE * len(ordered))]}
    return [
        Figure(f"{name}, {part}", f"{value * 1000:.3g} ms", value, goal)
        for (part, value), goal in zip(found.items(), goals, strict=True)
    ]
