"""Games that are uploaded in bulk by a client that reads the answer meanwhile, and the memory and space they take."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from http.client import HTTPConnection
from itertools import cycle, islice
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, NamedTuple

from bench.command import Growth, Usage
from bench.goals import Figure, at_most
from bench.samples import Record, records_of, reworded, sample_bytes
from bench.service.serve import Service, run_service
from daifu.data.ingest import Ingest
from daifu.data.store.open import open_store
from daifu.data.store.values import Author, UploadStatus
from daifu.schemas.sources.items import DAIFU, Item

PROFILE = "uecda"
SEATS = 5
PLAYERS = tuple(f"program {number:03}" for number in range(1, 201))


def single_games(players: Sequence[str], rng: Random) -> Iterator[bytes]:
    """Give games without an end, no two of them alike: those of the sample by turns, in other words and by others.

    Five of ``players`` sit down to each.
    """
    for game in cycle(list(_games())):
        yield reworded({**game, "players": rng.sample(players, SEATS)}, rng)


def write_single_games(path: Path, count: int, games: Iterator[bytes]) -> None:
    """Fill ``path`` with the next ``count`` of ``games``, a line each."""
    with path.open("wb") as file:
        file.writelines(game + b"\n" for game in islice(games, count))


def _games() -> Iterator[Record]:
    """The deals of the sample, each as a record of its own that tells the places of the deal before."""
    for record in records_of(sample_bytes(PROFILE)):
        head: Record = {name: record[name] for name in ("format", "rules", "options") if name in record}
        places: Record = {}
        for deal in record["deals"]:
            yield {**head, "deals": [places | deal]}
            places = {"places": deal["result"]["order"]}


BULK = "/v1/records/bulk"
JUDGE = "/v1/yardsticks/judge"
PEAK = "/v1/yardsticks/peak"


class UploadResult(NamedTuple):
    """How long an upload took from its first byte to the last one of the answer, and the lines of that."""

    seconds: float
    lines: list[bytes]


def upload(stack: Service, path: Path) -> UploadResult:
    """Send the records in ``path``, one a line. Raise ``ValueError`` unless each becomes a new record."""
    answer = _send(stack, BULK, path)
    sums = json.loads(answer.lines[-1])
    if not sums["done"] or sums["created"] != sums["records"] or sums["records"] != len(answer.lines) - 1:
        raise ValueError(f"not every record is new: {sums}")
    return answer


def judge_upload(stack: Service, path: Path) -> float:
    """Let a process of the service judge the records in ``path`` and store none; the seconds that this took."""
    seconds: float = json.loads(_send(stack, JUDGE, path).lines[0])["seconds"]
    return seconds


def peak_memory(stack: Service) -> int:
    """The most memory that a process of the service has had, in bytes."""
    connection = HTTPConnection(*stack.address)
    connection.request("GET", PEAK)
    answer: int = json.load(connection.getresponse())["peak"]
    connection.close()
    return answer


def _send(stack: Service, address: str, path: Path) -> UploadResult:
    connection = HTTPConnection(*stack.address)
    with path.open("rb") as file:
        begin = time.monotonic()
        connection.putrequest("POST", address)
        for name, value in _headers(stack, path).items():
            connection.putheader(name, value)
        connection.endheaders()
        sending = Thread(target=connection.sock.sendfile, args=(file,))
        sending.start()
        answer = connection.getresponse()
        lines = answer.read().splitlines()
        seconds = time.monotonic() - begin
        sending.join()
    connection.close()
    if answer.status != 200:
        raise ValueError(f"expected 200, found {answer.status}: {lines}")
    return UploadResult(seconds, lines)


def _headers(stack: Service, path: Path) -> dict[str, Any]:
    return {
        "Authorization": f"Bearer {stack.token}",
        "Content-Type": "application/x-ndjson",
        "Content-Length": path.stat().st_size,
    }


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


WEIGHED_GAMES = 20_000
MOST = at_most(800)


def stored_game_sizes(folder: Path, rng: Random) -> list[Figure]:
    """Fill a store with games among many players, and one with games of ever the same, and weigh them."""
    many, few = (_bytes_per_game(folder / f"{len(some)}.db", some, rng) for some in (PLAYERS, PLAYERS[:SEATS]))
    return [
        Figure(f"stored game, {SEATS} of {len(PLAYERS)} players", f"{many:.0f} bytes", many, MOST),
        Figure(f"stored game, ever the same {SEATS} players", f"{few:.0f} bytes", few, MOST),
    ]


def _bytes_per_game(path: Path, players: Sequence[str], rng: Random) -> float:
    """What the file comes to for each game in it; once the store is closed there is nothing beside it.

    Raise ``ValueError`` if a game is not taken as a new one.
    """
    games = islice(single_games(players, rng), WEIGHED_GAMES)
    with closing(open_store(path)) as store:
        entries = (Item(path.name, number, DAIFU, game) for number, game in enumerate(games, 1))
        for result in Ingest(store, Author()).take(entries):
            if result.outcome is None or result.outcome.status is not UploadStatus.CREATED:
                raise ValueError(f"game {result.line} is not new")
    return path.stat().st_size / WEIGHED_GAMES
