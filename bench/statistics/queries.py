"""Requests for statistics, and for the row by key that they are compared with."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from bench.rounds import rotate
from bench.service.clients import Clients, Laps, Task
from bench.service.connection import Connection, get, post
from bench.service.games import PLAYERS, PROFILE
from bench.service.process import Service, run_service

WORKERS = 2
CLIENTS = 4
REQUESTS = 1_000
"""Of each kind, in a round."""
FIGURES = ("first", "points.mean", "place.mean", "passes.able")
"""The figures of the leaderboards that are requested in turn."""
OFFSETS = (0, 50, 100, 150)
"""The offsets of the parts of lists that are requested in turn."""

ROW, PLAYER, LEADERBOARD, RATINGS = "row by key", "player's statistics", "leaderboard", "ratings"
KINDS = (ROW, PLAYER, LEADERBOARD, RATINGS)
UPLOADS = 100
"""How often each kind is requested right after an upload, when no cached answer is valid."""


class StatisticsService(NamedTuple):
    """The service on one store, its clients, and the requests of each kind."""

    stack: Service
    clients: Clients
    requests: dict[str, list[bytes]]

    def first_answers(self) -> dict[str, float]:
        """The seconds of the first answer of each kind."""
        with closing(Connection(self.stack.address)) as connection:
            return {kind: _seconds(connection, self.requests[kind][0], 200) for kind in KINDS}

    def after_uploads(self, games: Iterator[bytes]) -> dict[str, Laps]:
        """The laps of each kind of request, each after an upload of one of ``games``."""
        with closing(Connection(self.stack.address)) as connection:
            return {kind: self._after_uploads(connection, games, self.requests[kind]) for kind in KINDS}

    def _after_uploads(self, connection: Connection, games: Iterator[bytes], requests: list[bytes]) -> Laps:
        seconds = []
        for game, request in zip(islice(games, UPLOADS), cycle(requests), strict=False):
            _seconds(connection, post("/v1/records", self.stack.token, game), 201)
            seconds.append(_seconds(connection, request, 200))
        return Laps(sum(seconds), seconds)

    def round(self, turn: int) -> dict[str, Laps]:
        """The laps of a round of all kinds of requests; each turn begins with another kind."""
        kinds = rotate(KINDS, turn)
        laps = self.clients.work([Task(200, _repeat(self.requests[kind])) for kind in kinds])
        return dict(zip(kinds, laps, strict=True))


@contextmanager
def run_statistics_service(folder: Path, records: int, db: str | None = None) -> Iterator[StatisticsService]:
    """Run the service on the store ``db``, by default that in ``folder``, which has this number of records."""
    with run_service(folder, WORKERS, db=db) as stack, Clients(stack.address, CLIENTS) as clients:
        yield StatisticsService(stack, clients, _requests(records))


def _seconds(connection: Connection, request: bytes, status: int) -> float:
    """The seconds until the answer. Raise ``ValueError`` if it has another status."""
    begin = time.perf_counter()
    answer = connection.ask(request)
    seconds = time.perf_counter() - begin
    if answer.status != status:
        raise ValueError(f"expected {status}, found {answer.status}: {answer.body.decode()}")
    return seconds


def _requests(records: int) -> dict[str, list[bytes]]:
    stats = (f"/v1/players/{quote(player)}/stats?rules={PROFILE}" for player in PLAYERS)
    boards = (f"/v1/leaderboards/{figure}?rules={PROFILE}&cursor={part:x}" for figure in FIGURES for part in OFFSETS)
    ratings = (f"/v1/ratings?rules={PROFILE}&cursor={part:x}" for part in OFFSETS)
    rows = (f"/v1/yardsticks/row/{1 + number * (records - 1) // len(PLAYERS)}" for number in range(len(PLAYERS)))
    return {
        ROW: list(map(get, rows)),
        PLAYER: list(map(get, stats)),
        LEADERBOARD: list(map(get, boards)),
        RATINGS: list(map(get, ratings)),
    }


def _repeat(requests: list[bytes]) -> list[bytes]:
    return (requests * (REQUESTS // len(requests) + 1))[:REQUESTS]
