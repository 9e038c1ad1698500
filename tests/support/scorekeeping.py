"""A scorekeeper who keeps a tournament by HTTP alone."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.uploads import matching

Json = dict[str, Any]
Headers = dict[str, str]

TOURNAMENTS = "/v1/tournaments"


class Scorekeeper:
    """Has a client and a token, and knows the version of the tournament that he keeps."""

    def __init__(self, client: FlaskClient, headers: Headers, *, name: str = "Winter cup", **fields: Any) -> None:  # noqa: ANN401 - any JSON
        self.client = client
        self.headers = headers
        body = {"name": name, "rules": "dalmuti", **fields}
        answer = client.post(TOURNAMENTS, json=body, headers=headers)
        assert answer.status_code == 201, answer.get_json()
        self.address = answer.headers["Location"]
        self.version = 1

    def tries(self, *changes: Json, version: int | None = None, to: str = "changes", **query: str) -> TestResponse:
        """The answer to changes, made on what he knows or on another version."""
        headers = matching(self.headers, self.version if version is None else version)
        body = list(changes) if len(changes) != 1 else changes[0]
        return self.client.post(f"{self.address}/{to}", json=body, headers=headers, query_string=query)

    def makes(self, *changes: Json, to: str = "changes", reason: str = "as it was") -> Json:
        """What is told of changes that must be possible."""
        answer = self.tries(*changes, to=to, reason=reason)
        assert answer.status_code == 200, answer.get_json()
        told: Json = answer.get_json()
        self.version = told["version"]
        return told

    def enters(self, *names: str, **fields: str) -> None:
        """People take part."""
        self.makes(*({"change": "entered", "name": name, **fields} for name in names))

    def opens(self, **fields: Any) -> None:  # noqa: ANN401 - any JSON
        """A stage for everybody."""
        self.makes({"change": "stage_opened", "name": "Preliminaries", **fields})

    def seats(self, *tables: list[int]) -> None:
        """The next round of the first stage, as it is fixed by hand."""
        self.makes({"method": "by hand", "stage": 1, "tables": list(tables)}, to="draw")

    def reads(self, what: str = "", **query: str | int) -> Json:
        """Something of the tournament, as it is now."""
        answer = self.client.get(f"{self.address}{what}", query_string=query)
        assert answer.status_code == 200, answer.get_json()
        told: Json = answer.get_json()
        return told

    def catches_up(self) -> None:
        """Looks which version there is now: others changed it, or a record landed."""
        self.version = self.reads()["version"]


def played(client: FlaskClient, headers: Headers, **fields: Any) -> Scorekeeper:  # noqa: ANN401 - any JSON
    """A tournament of four whose only round has been played: Haru before Natsu, Aki and Fuyu."""
    keeper = Scorekeeper(client, headers, **fields)
    keeper.enters("Haru", "Natsu", "Aki", "Fuyu")
    keeper.opens()
    keeper.seats([1, 2, 3, 4])
    keeper.makes(sheet(1, 1, places=[1, 2, 3, 4]))
    return keeper


def sheet(round_number: int, table: int, **fields: Any) -> Json:  # noqa: ANN401 - any JSON
    """A result sheet of a deal."""
    return {"change": "result", "stage": 1, "round": round_number, "table": table, "deal": 1, **fields}


def of_round(change: str, round_number: int, **fields: Any) -> Json:  # noqa: ANN401 - any JSON
    """A change in a round of the first stage."""
    return {"change": change, "stage": 1, "round": round_number, **fields}


def penalty(number: int, entrant: int, round_number: int, points: int = -2) -> Json:
    """Points that the referee takes away."""
    return of_round("awarded", round_number, id=number, entrant=entrant, points=points, reason="late at the table")
