"""Rounds of requests, uploads and plain replay, in turns against one service."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.builds import Build
from bench.rounds import rotate
from bench.service.clients import Clients, Laps, Task, combine_turns
from bench.service.connection import get, post
from bench.service.games import PLAYERS, single_games, write_single_games
from bench.service.process import Service, run_service
from bench.service.uploads import judge_upload, upload

WORKERS = 2
CLIENTS = 4
POSTS = 1_000
"""Games that are sent in a round one by one."""
TURNS = 4
"""How often the same requests are sent where that is quick. A round alternates between its tasks this many times,
because the speed of the machine varies."""
GAMES = 5_000
"""Games of an upload in bulk."""

POST, NO_POST, REPORT, NO_GET = "post", "no-op post", "report", "no-op get"


class Round(NamedTuple):
    """One round: the laps of the clients by what they did, and the seconds of an upload of ``GAMES`` games.

    ``judging`` is what it takes to judge the same games alone, from bytes to report bytes.
    """

    laps: dict[str, Laps]
    bulk: float
    judging: float


def run_rounds(folder: Path, rng: Random, rounds: int, build: Build) -> list[Round]:
    """Run the service in ``folder``: one round to warm up, and then ``rounds`` that count."""
    with run_service(folder, WORKERS, build) as stack, Clients(stack.address, CLIENTS) as clients:
        trial = Trial(stack, clients, folder / "games.ndjson", single_games(PLAYERS, rng))
        return [trial.round(turn) for turn in range(rounds + 1)][1:]


class Trial:
    """Everybody who takes part in rounds: a service, its clients, and the games that they send."""

    def __init__(self, stack: Service, clients: Clients, path: Path, games: Iterator[bytes]) -> None:
        self._stack = stack
        self._clients = clients
        self._path = path
        self._games = games

    def round(self, turn: int) -> Round:
        """Do everything once; each time the clients begin with something else."""
        write_single_games(self._path, GAMES, self._games)
        judging = judge_upload(self._stack, self._path)
        answer = upload(self._stack, self._path)
        stored = [json.loads(line)["id"] for line in answer.lines[:-1]]
        tasks = rotate(list(self._tasks(stored).items()), turn)
        laps = self._clients.work([_turn_of(task, turn) for turn in range(TURNS) for _, task in tasks])
        done = {name: combine_turns(laps[place :: len(tasks)]) for place, (name, _) in enumerate(tasks)}
        return Round(done, answer.seconds, judging)

    def _tasks(self, stored: list[int]) -> dict[str, Task]:
        token = self._stack.token
        games = list(islice(self._games, POSTS))
        reports = [get(f"/v1/records/{record}/report") for record in stored[: POSTS * TURNS]]
        return {
            NO_POST: Task(204, [post("/v1/yardsticks/nothing", token, game) for game in games] * TURNS),
            POST: Task(201, [post("/v1/records", token, game) for game in games]),
            NO_GET: Task(204, [get("/v1/yardsticks/nothing")] * len(reports)),
            REPORT: Task(200, reports),
        }


def _turn_of(task: Task, turn: int) -> Task:
    """What is done of a task in one of the ``TURNS`` turns."""
    return task._replace(requests=task.requests[turn::TURNS])
