"""A log of a UECda server, as long as a measurement needs."""

import gzip
import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import cycle, islice
from pathlib import Path

Game = list[tuple[bytes, bytes]]
"""The lines of a game in their order: what each is called, and what stands on it."""

_LINE = re.compile(rb"%[0-9]{5}%(\w+)% ?(.*)\n")


def sample_log() -> bytes:
    """Give the sample log, a header and some games."""
    return gzip.decompress((Path(str(files("daifu.data"))) / "samples" / "uecda-server.log.gz").read_bytes())


def log_lines(games: int) -> Iterator[bytes]:
    """Give a log of this number of games, line by line: the sample games in turn, with numbers and points going on."""
    log = sample_log()
    yield from log[: log.index(b"%00000%")].splitlines(keepends=True)
    totals = [0] * 5
    for number, game in enumerate(islice(cycle(_games_of(log)), games)):
        for key, value in game:
            if key == b"result":
                totals = _new_totals(totals, value.decode())
            stands = " ".join(map(str, totals)).encode() if key == b"points" else value
            yield b"%%%05d%%%s%% %s\n" % (number, key, stands)


def write_log(path: Path, games: int) -> int:
    """Fill ``path`` with such a log; give how many games it holds."""
    with path.open("wb") as file:
        file.writelines(log_lines(games))
    return games


def _games_of(log: bytes) -> list[Game]:
    games: list[Game] = []
    for key, value in _LINE.findall(log):
        if key == b"mibun":
            games.append([])
        games[-1].append((key, value))
    return games


def _new_totals(totals: list[int], result: str) -> list[int]:
    """The points after a game: five for the first of its result, one for the last."""
    return [total + 5 - result.index(str(player)) for player, total in enumerate(totals)]
