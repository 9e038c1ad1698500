"""Scorekeepers who keep one tournament of a running service at once, and remember what they were told."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx

from tests.support.calling import BULK, RECORDS, Json, ndjson

TOURNAMENTS = "/v1/tournaments"


class Accepted(NamedTuple):
    """Changes that were made: the last entry of the log then, how many they were, and the reason that was given."""

    version: int
    made: int
    reason: str


class Conflict(NamedTuple):
    """A change that was not made: the status, the version that was known, the one that stands, and why."""

    status: int
    given: int
    current: int
    code: str | None


class Rival:
    """Has a connection of his own; what he does bears his name as its reason, and a number."""

    def __init__(self, client: httpx.Client, address: str, name: str) -> None:
        self.client = client
        self.address = address
        self.name = name
        self.accepted: list[Accepted] = []
        self.conflicts: list[Conflict] = []
        self.landings: list[Json] = []

    def version(self) -> int:
        """The version that there is now."""
        return int(self.client.get(self.address).raise_for_status().json()["version"])

    def tries(self, *changes: Json, version: int, to: str = "changes") -> Accepted | Conflict:
        """Make changes on a version, and remember what became of them."""
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

    def makes(self, *changes: Json) -> Accepted | Conflict:
        """Make changes as somebody does who looks again, and tries again, as long as others were quicker."""
        version = self.version()
        while isinstance(found := self.tries(*changes, version=version), Conflict) and found.status == 412:
            assert found.current > found.given
            version = found.current
        return found

    def sends(self, *records: Json) -> None:
        """Send records, which say nothing of versions; several together in bulk."""
        if len(records) == 1:
            told = [self.client.post(RECORDS, json=records[0]).raise_for_status().json()]
        else:
            answer = self.client.post(BULK, content=ndjson(records)).raise_for_status()
            *told, last = map(json.loads, answer.text.splitlines())
            assert last["done"]
        self.landings += [landing for one in told for landing in one["landings"]]

    def lands(self, record: int) -> None:
        """Let a record land, whatever stands there."""
        answer = self.client.put(f"{self.address}/landing/{record}", params={"reason": f"{self.name} lands {record}"})
        assert answer.status_code == 200, answer.text


def entries(client: httpx.Client, address: str) -> Iterator[Json]:
    """The whole log, page by page."""
    following: Any = f"{address}/log"
    while following:
        answer = client.get(following, params={"limit": 500} if following.endswith("/log") else None)
        yield from answer.raise_for_status().json()["entries"]
        following = answer.links.get("next", {}).get("url")
