"""Rounds of requests, uploads and replay alone, by turns against one service."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.rounds import rotated
from bench.service.clients import Clients, Laps, Task
from bench.service.connection import get, post
from bench.service.games import PLAYERS, single_games, write_single_games
from bench.service.stack import Stack, running
from bench.service.uploads import replayed, upload

WORKERS = 2
CLIENTS = 4
POSTS = 250
"""Games that each client sends in a round, one by one."""
MANY = 1_000
"""Requests of each client where they are quick."""
GAMES = 5_000
"""Games of an upload in bulk."""

POST, NO_POST, REPORT, NO_GET = "post", "no-op post", "report", "no-op get"


class Round(NamedTuple):
    """One round: the laps of the clients by what they did, and the seconds of judging ``GAMES`` games.

    ``bulk`` is the whole upload of them; ``parts`` are those of ``bench.service.parts``, for the same games.
    """

    laps: dict[str, Laps]
    bulk: float
    parts: dict[str, float]


def measured(folder: Path, rounds: int, rng: Random) -> list[Round]:
    """Run the service in ``folder`` and measure it: one round to warm up, and so many that count."""
    with running(folder, WORKERS) as stack, Clients(stack.address, CLIENTS) as clients:
        trial = _Trial(stack, clients, folder / "games.ndjson", single_games(PLAYERS, rng))
        return [trial.round(turn) for turn in range(rounds + 1)][1:]


class _Trial:
    """Everybody who takes part: the service, its clients, and the games that they send."""

    def __init__(self, stack: Stack, clients: Clients, path: Path, games: Iterator[bytes]) -> None:
        self._stack = stack
        self._clients = clients
        self._path = path
        self._games = games

    def round(self, turn: int) -> Round:
        """Do everything once; each time the clients begin with something else."""
        write_single_games(self._path, GAMES, self._games)
        parts = replayed(self._stack, self._path)
        told = upload(self._stack, self._path)
        stored = [json.loads(line)["id"] for line in told.lines[:-1]]
        tasks = rotated(list(self._tasks(stored).items()), turn)
        laps = self._clients.work([task for _, task in tasks])
        return Round({name: one for (name, _), one in zip(tasks, laps, strict=True)}, told.seconds, parts)

    def _tasks(self, stored: list[int]) -> dict[str, Task]:
        token = self._stack.token
        games = [list(islice(self._games, POSTS)) for _ in range(CLIENTS)]
        reports = [get(f"/v1/records/{record}/report") for record in stored]
        return {
            NO_POST: Task(204, [[post("/v1/yardsticks/nothing", token, game) for game in some] * 4 for some in games]),
            POST: Task(201, [[post("/v1/records", token, game) for game in some] for some in games]),
            NO_GET: Task(204, [[get("/v1/yardsticks/nothing")] * MANY] * CLIENTS),
            REPORT: Task(200, [reports[place::CLIENTS][:MANY] for place in range(CLIENTS)]),
        }
