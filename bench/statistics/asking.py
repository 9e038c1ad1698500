"""What is asked of the service about a store: statistics, and the row that they are held against."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from bench.rounds import rotated
from bench.service.clients import Clients, Laps, Task
from bench.service.connection import Connection, get
from bench.service.games import PLAYERS, PROFILE
from bench.service.stack import Stack, running

WORKERS = 2
CLIENTS = 4
REQUESTS = 2_000
"""Of each kind, in a round."""
FIGURES = ("first", "points.mean", "place.mean", "passes.able")
"""The figures of the leaderboards that are asked for by turns."""
PARTS = (0, 50, 100, 150)
"""Behind how many players the parts of lists begin that are asked for by turns."""

ROW, PLAYER, LEADERBOARD, RATINGS = "row by key", "player's statistics", "leaderboard", "ratings"
KINDS = (ROW, PLAYER, LEADERBOARD, RATINGS)


class Asked(NamedTuple):
    """The service on one store, its clients, and the requests of each kind."""

    stack: Stack
    clients: Clients
    requests: dict[str, list[bytes]]

    def first_answers(self) -> dict[str, float]:
        """Seconds until each kind of question is answered for the first time."""
        connection = Connection(self.stack.address)
        seconds = {}
        for kind in KINDS:
            begin = time.perf_counter()
            answer = connection.ask(self.requests[kind][0])
            seconds[kind] = time.perf_counter() - begin
            if answer.status != 200:
                raise ValueError(f"{kind}: expected 200, found {answer.status}: {answer.body.decode()}")
        connection.close()
        return seconds

    def round(self, turn: int) -> dict[str, Laps]:
        """Ask every kind of question many times; each turn begins with another one."""
        kinds = rotated(KINDS, turn)
        laps = self.clients.work([Task(200, _repeated(self.requests[kind])) for kind in kinds])
        return dict(zip(kinds, laps, strict=True))


@contextmanager
def asked(folder: Path, records: int) -> Iterator[Asked]:
    """The service on the store in ``folder``, which has so many records."""
    with running(folder, WORKERS) as stack, Clients(stack.address, CLIENTS) as clients:
        yield Asked(stack, clients, _requests(records))


def _requests(records: int) -> dict[str, list[bytes]]:
    stats = (f"/v1/players/{quote(player)}/stats?rules={PROFILE}" for player in PLAYERS)
    boards = (f"/v1/leaderboards/{figure}?rules={PROFILE}&cursor={part:x}" for figure in FIGURES for part in PARTS)
    ratings = (f"/v1/ratings?rules={PROFILE}&cursor={part:x}" for part in PARTS)
    rows = (f"/v1/yardsticks/row/{1 + number * (records - 1) // len(PLAYERS)}" for number in range(len(PLAYERS)))
    return {
        ROW: list(map(get, rows)),
        PLAYER: list(map(get, stats)),
        LEADERBOARD: list(map(get, boards)),
        RATINGS: list(map(get, ratings)),
    }


def _repeated(requests: list[bytes]) -> list[bytes]:
    return (requests * (REQUESTS // len(requests) + 1))[:REQUESTS]
