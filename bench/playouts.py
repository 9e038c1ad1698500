"""How many playouts a second each game has, and how long the estimates of a whole game take."""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

from bench.builds import Build
from bench.goals import Figure

WHOLE_GAME: Final = "estimates of a game of UECda"


def measure_playouts(builds: Sequence[Build]) -> list[Figure]:
    """Measure the playouts with each build."""
    reached = []
    for build in builds:
        command = [sys.executable, "-P", "-m", "bench.playouts_process"]
        run = subprocess.run(command, env=build.environment(), stdout=subprocess.PIPE, check=True)
        for name, value in json.loads(run.stdout).items():
            shown = f"{value:.2f} s" if name == WHOLE_GAME else f"{value:,.0f} playouts/s"
            reached.append(Figure(build.label(name), shown, value))
    return reached
