"""Calls of the service in the process of a test: records, results and tournaments."""

import json
from collections.abc import Iterable
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.small_records import document

Headers = dict[str, str]
Json = dict[str, Any]


def post_record(client: FlaskClient, headers: Headers, record: object, **query: str) -> TestResponse:
    """The answer to a record that is sent."""
    return client.post("/v1/records", json=record, headers=headers, query_string=query)


def store_record(client: FlaskClient, headers: Headers, **fields: Any) -> str:  # noqa: ANN401 - any JSON
    """The address of a record of theater that is stored now, with some fields as given."""
    answer = post_record(client, headers, document(**fields))
    assert answer.status_code == 201, answer.get_json()
    return answer.headers["Location"]


def version_of(answer: TestResponse) -> int:
    """The number with which the tag of an answer begins."""
    return int(answer.headers["ETag"].strip('"').partition(".")[0])


def if_match(headers: Headers, revision: int | str) -> Headers:
    """The headers of a change to this revision."""
    return {**headers, "If-Match": f'"{revision}"'}


def put_correction(
    client: FlaskClient, headers: Headers, address: str, record: object, *, revision: int, **query: str
) -> TestResponse:
    """The answer to a correction of that revision, for the reason that the query has."""
    return client.put(
        address, json=record, headers=if_match(headers, revision), query_string={"reason": "a slip", **query}
    )


def delete_record(client: FlaskClient, headers: Headers, address: str, *, revision: int) -> TestResponse:
    """The answer to the withdrawal of that revision."""
    return client.delete(address, headers=if_match(headers, revision), query_string={"reason": "sent by mistake"})


def problem_name(answer: TestResponse) -> str:
    """The name of the problem that an answer tells."""
    assert answer.mimetype == "application/problem+json"
    told = answer.get_json()
    assert told["status"] == answer.status_code
    name: str = told["type"].removeprefix("urn:daifu:problem:")
    return name


COURT_PLAYERS = ("Haru", "Natsu", "Aki", "Fuyu")


def court_evening(*orders: str, players: tuple[object, ...] = COURT_PLAYERS, **fields: Any) -> Json:  # noqa: ANN401 - any JSON
    """An evening of The Great Dalmuti whose deals ended in these orders, such as "1324"."""
    deals = [{"result": {"order": list(map(int, order))}} for order in orders]
    return {"format": "daifu/1", "rules": "dalmuti", "players": list(players), "deals": deals, **fields}


def store_evening(client: FlaskClient, headers: Headers, *orders: str, **fields: Any) -> str:  # noqa: ANN401
    """The address of such an evening, which is stored now."""
    answer = post_record(client, headers, court_evening(*orders, **fields))
    assert answer.status_code == 201, answer.get_json()
    return answer.headers["Location"]


def friday_event(day: int) -> Json:
    """The event of a Friday court in July 2026."""
    return {"name": "Friday court", "date": f"2026-07-{day:02}"}


TOURNAMENTS = "/v1/tournaments"


class HttpScorekeeper:
    """A scorekeeper with a client and a token, who knows the version of their tournament."""

    def __init__(self, client: FlaskClient, headers: Headers, *, name: str = "Winter cup", **fields: Any) -> None:  # noqa: ANN401 - any JSON
        self.client = client
        self.headers = headers
        body = {"name": name, "rules": "dalmuti", **fields}
        answer = client.post(TOURNAMENTS, json=body, headers=headers)
        assert answer.status_code == 201, answer.get_json()
        self.address = answer.headers["Location"]
        self.version = 1

    def attempt(self, *changes: Json, version: int | None = None, to: str = "changes", **query: str) -> TestResponse:
        """The answer to changes on the known version, or on another one."""
        headers = if_match(self.headers, self.version if version is None else version)
        body = list(changes) if len(changes) != 1 else changes[0]
        return self.client.post(f"{self.address}/{to}", json=body, headers=headers, query_string=query)

    def make(self, *changes: Json, to: str = "changes", reason: str = "as it was") -> Json:
        """What is told of changes that must be possible."""
        answer = self.attempt(*changes, to=to, reason=reason)
        assert answer.status_code == 200, answer.get_json()
        told: Json = answer.get_json()
        self.version = told["version"]
        return told

    def enter(self, *names: str, **fields: str) -> None:
        """People take part."""
        self.make(*({"change": "entered", "name": name, **fields} for name in names))

    def open_stage(self, **fields: Any) -> None:  # noqa: ANN401 - any JSON
        """A stage for everybody."""
        self.make({"change": "stage_opened", "name": "Preliminaries", **fields})

    def seats(self, *tables: list[int]) -> None:
        """The next round of the first stage, as it is fixed by hand."""
        self.make({"method": "by hand", "stage": 1, "tables": list(tables)}, to="draw")

    def reads(self, what: str = "", **query: str | int) -> Json:
        """Something of the tournament, as it is now."""
        answer = self.client.get(f"{self.address}{what}", query_string=query)
        assert answer.status_code == 200, answer.get_json()
        told: Json = answer.get_json()
        return told

    def refresh_version(self) -> None:
        """Read the present version, after others changed it or a record became a result."""
        self.version = self.reads()["version"]


def play_one_round(client: FlaskClient, headers: Headers, **fields: Any) -> HttpScorekeeper:  # noqa: ANN401 - any JSON
    """A tournament of four whose only round has been played: Haru before Natsu, Aki and Fuyu."""
    keeper = HttpScorekeeper(client, headers, **fields)
    keeper.enter("Haru", "Natsu", "Aki", "Fuyu")
    keeper.open_stage()
    keeper.seats([1, 2, 3, 4])
    keeper.make(sheet(1, 1, places=[1, 2, 3, 4]))
    return keeper


def sheet(round_number: int, table: int, **fields: Any) -> Json:  # noqa: ANN401 - any JSON
    """A result sheet of a deal."""
    return {"change": "result", "stage": 1, "round": round_number, "table": table, "deal": 1, **fields}


def round_change(change: str, round_number: int, **fields: Any) -> Json:  # noqa: ANN401 - any JSON
    """A change in a round of the first stage."""
    return {"change": change, "stage": 1, "round": round_number, **fields}


def penalty(number: int, entrant: int, round_number: int, points: int = -2) -> Json:
    """Points that the referee takes away."""
    return round_change("awarded", round_number, id=number, entrant=entrant, points=points, reason="late at the table")


RECORDS = "/v1/records"
FIRST_RECORD = f"{RECORDS}/1"
BULK = "/v1/records/bulk"
EXPORT = "/v1/records/export"
GZIP = {"Content-Encoding": "gzip"}


def ndjson(records: Iterable[object]) -> bytes:
    """Records, one a line."""
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)
