"""Scorekeepers who change one tournament of a running service at once."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any, NamedTuple

import httpx2

from daifu.data.store.errors import VersionConflict
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Author, Location
from daifu.data.tournaments.changes import Entered
from tests.support.http_client import BULK, RECORDS, Json, ndjson
from tests.support.playouts import dalmuti_sitting
from tests.support.running_service import RunningService, http_client
from tests.support.stores import process_environment

TOURNAMENTS = "/v1/tournaments"


class Accepted(NamedTuple):
    """Changes that were made: the last entry of the log, their number, and their reason."""

    version: int
    made: int
    reason: str


class Conflict(NamedTuple):
    """A change that was refused: the status, the version in the request, the present one, and the code."""

    status: int
    given: int
    current: int
    code: str | None


class ConcurrentScorekeeper:
    """A scorekeeper with a connection. The reason of each change is their name and a number."""

    def __init__(self, client: httpx2.Client, address: str, name: str) -> None:
        self.client = client
        self.address = address
        self.name = name
        self.accepted: list[Accepted] = []
        self.conflicts: list[Conflict] = []
        self.landings: list[Json] = []

    def version(self) -> int:
        """The version that there is now."""
        return int(self.client.get(self.address).raise_for_status().json()["version"])

    def attempt(self, *changes: Json, version: int, to: str = "changes") -> Accepted | Conflict:
        """Try changes on a version, and remember the outcome."""
        reason = f"{self.name} {len(self.accepted) + 1}"
        body = changes[0] if len(changes) == 1 else list(changes)
        headers = {"If-Match": f'"{version}"'}
        answer = self.client.post(f"{self.address}/{to}", json=body, headers=headers, params={"reason": reason})
        told = answer.json()
        if answer.status_code == 200:
            made = told["made"] if to == "changes" else len(told["rounds"])
            self.accepted.append(Accepted(told["version"], made, reason))
            return self.accepted[-1]
        conflict = Conflict(answer.status_code, told["given"], told["current"], told.get("code"))
        assert conflict.given == version, told
        self.conflicts.append(conflict)
        return conflict

    def make(self, *changes: Json) -> Accepted | Conflict:
        """Make changes on the present version, and try again as long as others were faster."""
        version = self.version()
        while isinstance(found := self.attempt(*changes, version=version), Conflict) and found.status == 412:
            assert found.current > found.given
            version = found.current
        return found

    def sends(self, *records: Json) -> None:
        """Send records, several together in bulk."""
        if len(records) == 1:
            told = [self.client.post(RECORDS, json=records[0]).raise_for_status().json()]
        else:
            answer = self.client.post(BULK, content=ndjson(records)).raise_for_status()
            *told, last = map(json.loads, answer.text.splitlines())
            assert last["done"]
        self.landings += [landing for one in told for landing in one["landings"]]

    def lands(self, record: int) -> None:
        """Make a record a result, whatever is there."""
        answer = self.client.put(f"{self.address}/landing/{record}", params={"reason": f"{self.name} lands {record}"})
        assert answer.status_code == 200, answer.text


def log_entries(client: httpx2.Client, address: str) -> Iterator[Json]:
    """The whole log, page by page."""
    following: Any = f"{address}/log"
    while following:
        answer = client.get(following, params={"limit": 500} if following.endswith("/log") else None)
        yield from answer.raise_for_status().json()["entries"]
        following = answer.links.get("next", {}).get("url")


def start_process(location: Location, tournament: int, name: str, count: int) -> "subprocess.Popen[str]":
    """Start a process that enters players in a store."""
    call = [
        sys.executable,
        "-m",
        "tests.support.tournaments.scorekeepers",
        str(location),
        str(tournament),
        name,
        str(count),
    ]
    return subprocess.Popen(call, env=process_environment(), stdout=subprocess.PIPE, text=True)


def process_changes(process: "subprocess.Popen[str]") -> list[Accepted]:
    """The changes that the process made, when it has ended."""
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return [Accepted(*json.loads(line)) for line in output.splitlines()]


def _enter(store: Store, tournament: int, name: str, *, looks: bool) -> int:
    """Enter a player, on the version that was read or on any version. Returns the new version."""
    expected = store.tournaments.version(tournament) if looks else None
    while True:
        try:
            change = [Entered(name=name)]
            return store.tournaments.append(tournament, change, Author(name), expected=expected, reason=name)
        except VersionConflict as conflict:
            if expected is None or not conflict.given == expected < conflict.current:
                raise
            expected = conflict.current


def main(path: str, tournament: str, name: str, count: str) -> None:
    """Enter this many players."""
    with closing(open_store(path)) as store:
        for number in range(1, int(count) + 1):
            reason = f"{name} {number}"
            version = _enter(store, int(tournament), reason, looks=bool(number % 2))
            sys.stdout.write(json.dumps([version, 1, reason]) + "\n")


PLAYERS = 16
ROUNDS = 3


class SharedTournament:
    """A drawn tournament of a running service, and its scorekeepers."""

    def __init__(self, service: RunningService, stack: ExitStack, name: str) -> None:
        self.service = service
        self.name = name
        self._stack = stack
        self.client = stack.enter_context(http_client(service))
        answer = self.client.post(TOURNAMENTS, json={"name": name, "rules": "dalmuti"}).raise_for_status()
        self.address = answer.headers["Location"]
        self.begin = self.rival("begin")
        self.begin.make(*({"change": "entered", "name": f"Player {number}"} for number in range(1, PLAYERS + 1)))
        self.begin.make({"change": "stage_opened", "name": "Preliminaries"})
        drawn = [{"change": "drawn", **self._seating(number)} for number in range(1, ROUNDS + 1)]
        self.begin.make(*drawn)

    def rival(self, name: str) -> ConcurrentScorekeeper:
        """Another scorekeeper."""
        return ConcurrentScorekeeper(self._stack.enter_context(http_client(self.service)), self.address, name)

    @staticmethod
    def seats(table: int) -> list[int]:
        """The entrants at a table, in all rounds."""
        return list(range(4 * table - 3, 4 * table + 1))

    def record(self, number: int, table: int, seed: int) -> Json:
        """A record of a table."""
        players = [f"Player {entrant}" for entrant in self.seats(table)]
        event = {"name": self.name, "round": number, "table": table}
        return {**dalmuti_sitting(seed), "players": players, "event": event}

    def _seating(self, number: int) -> Json:
        tables = [self.seats(table) for table in range(1, PLAYERS // 4 + 1)]
        return {"stage": 1, "round": number, "tables": tables, "method": "by hand"}

    def start_store_process(self, name: str, count: int) -> list[Accepted]:
        """The changes of a process that writes to the store itself."""
        tournament = int(self.address.rpartition("/")[2])
        return process_changes(start_process(self.service.log.with_name("daifu.db"), tournament, name, count))


if __name__ == "__main__":
    main(*sys.argv[1:])
