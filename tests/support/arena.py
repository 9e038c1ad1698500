"""A tournament of a running service that is drawn, for several to keep it at once."""

import json
from contextlib import ExitStack
from random import Random

from tests.support.calling import Json, caller
from tests.support.playout import sitting
from tests.support.rival_process import started, told
from tests.support.rivals import TOURNAMENTS, Accepted, Rival
from tests.support.served import Served

PLAYERS = 16
ROUNDS = 3


class Arena:
    """A running service with a tournament that is drawn, and those who keep it."""

    def __init__(self, service: Served, stack: ExitStack, name: str) -> None:
        self.service = service
        self.name = name
        self._stack = stack
        self.client = stack.enter_context(caller(service))
        answer = self.client.post(TOURNAMENTS, json={"name": name, "rules": "dalmuti"}).raise_for_status()
        self.address = answer.headers["Location"]
        self.begin = self.rival("begin")
        self.begin.makes(*({"change": "entered", "name": f"Player {number}"} for number in range(1, PLAYERS + 1)))
        self.begin.makes({"change": "stage_opened", "name": "Preliminaries"})
        drawn = [{"change": "drawn", **self._seating(number)} for number in range(1, ROUNDS + 1)]
        self.begin.makes(*drawn)

    def rival(self, name: str) -> Rival:
        """Somebody more who keeps it."""
        return Rival(self._stack.enter_context(caller(self.service)), self.address, name)

    @staticmethod
    def seats(table: int) -> list[int]:
        """Who sits at a table, in all rounds."""
        return list(range(4 * table - 3, 4 * table + 1))

    def record(self, number: int, table: int, seed: int) -> Json:
        """A record of a table."""
        players = [f"Player {entrant}" for entrant in self.seats(table)]
        event = {"name": self.name, "round": number, "table": table}
        record: Json = json.loads(json.dumps(sitting("dalmuti", 4, 1, Random(seed))))
        return {**record, "players": players, "event": event}

    def _seating(self, number: int) -> Json:
        tables = [self.seats(table) for table in range(1, PLAYERS // 4 + 1)]
        return {"stage": 1, "round": number, "tables": tables, "method": "by hand"}

    def beside(self, name: str, count: int) -> list[Accepted]:
        """What a process got into the log that writes to the store itself."""
        tournament = int(self.address.rpartition("/")[2])
        return told(started(self.service.log.with_name("daifu.db"), tournament, name, count))
