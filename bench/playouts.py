"""How many playouts a second each game has, and how long the estimates of a whole game take, beside their goals."""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

from bench.builds import Build
from bench.goals import AtLeast, AtMost, Figure, Goal

WHOLE_GAME: Final = "estimates of a game of UECda"
LEAST_OF_UECDA: Final = 80_000
LEAST_OF_OTHERS: Final = 20_000
LONGEST: Final = 3.0
"""The seconds that a game of UECda may take at a standard error of two points."""


def measure_playouts(builds: Sequence[Build]) -> list[Figure]:
    """Measure the playouts with each build; the goals are those of the last one."""
    reached = []
    for build in builds:
        command = [sys.executable, "-P", "-m", "bench.playouts_process"]
        run = subprocess.run(command, env=build.environment(), stdout=subprocess.PIPE, check=True)
        found = json.loads(run.stdout)
        for name, value in found.items():
            goal = goal_of(name) if build is builds[-1] else None
            shown = f"{value:.2f} s" if name == WHOLE_GAME else f"{value:,.0f} playouts/s"
            reached.append(Figure(build.label(name), shown, value, goal))
    return reached


def goal_of(name: str) -> Goal:
    """Give the goal of a game's playouts, or of the estimates of a whole game."""
    if name == WHOLE_GAME:
        return AtMost(LONGEST)
    return AtLeast(LEAST_OF_UECDA if name == "uecda" else LEAST_OF_OTHERS)
