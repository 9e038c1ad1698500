"""How the memory of the service grows with an upload."""

from pathlib import Path
from random import Random

from bench.command import Growth, Usage
from bench.service.games import PLAYERS, single_games, write_single_games
from bench.service.process import run_service
from bench.service.uploads import peak_memory, upload

SMALL, LARGE = 2_000, 50_000


def upload_memory(folder: Path, rng: Random) -> Growth:
    """Send a small and then a large upload to a service of one process, and compare what it has needed at most."""
    path, games = folder / "games.ndjson", single_games(PLAYERS, rng)
    usages = []
    with run_service(folder, workers=1) as stack:
        for count in (SMALL, LARGE):
            write_single_games(path, count, games)
            usages.append(Usage(upload(stack, path).seconds, peak_memory(stack)))
    return Growth("upload in bulk", (SMALL, LARGE), (usages[0], usages[1]))
