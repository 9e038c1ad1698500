"""`/v1/imports`: a sheet is looked at, and stored as it was seen."""

import base64
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter

SHEET = "日付,さくら,健一,美咲\n2025-04-04,1,2,3\n,2,1,3\n".encode("cp932")
MAP = {"format": "daifu-columns/1", "rules": "akagiri", "layout": "P"}


class Sender:
    """A scorekeeper with a sheet."""

    def __init__(self, client: FlaskClient, headers: dict[str, str]) -> None:
        self.client = client
        self.headers = headers

    def send(self, digest: str, data: bytes = SHEET, **also: Any) -> TestResponse:  # noqa: ANN401
        body = {"content": base64.b64encode(data).decode(), "columns": MAP, "digest": digest, **also}
        return self.client.post("/v1/imports", json=body, headers=self.headers)


@pytest.fixture
def sender(client: FlaskClient, scorekeeper: dict[str, str]) -> Sender:
    return Sender(client, scorekeeper)


def look(client: FlaskClient, data: bytes = SHEET, status: int = 200, **query: str) -> Any:  # noqa: ANN401
    answer = client.post("/v1/imports/preview", data=data, query_string=query, content_type="text/csv")
    assert answer.status_code == status
    return answer.json


def stored(store: Store) -> int:
    return len(store.page(RecordFilter()).records)


def test_a_preview_tells_what_would_come_in_and_stores_nothing(client: FlaskClient, store: Store) -> None:
    found = look(client, rules="akagiri")
    assert (found["layout"], found["winners"], len(found["questions"])) == ("P", ["さくら", "美咲"], 1)
    assert [one["name"] for one in found["new_players"]] == ["さくら", "健一", "美咲"]
    assert [one["rows"] for one in found["evenings"]] == [[2, 3]]
    assert stored(store) == 0


def test_a_sheet_is_stored_as_it_was_seen_and_once(sender: Sender, store: Store) -> None:
    seen = look(sender.client, rules="akagiri", layout="P")
    assert sender.send(seen["digest"]).get_json()["evenings"][0]["status"] == "created"
    again = look(sender.client, rules="akagiri", layout="P")
    assert (again["evenings"][0]["known"], again["totals"], stored(store)) == (1, [], 1)


def test_another_digest_open_questions_and_errors_are_refused(sender: Sender, store: Store) -> None:
    seen = look(sender.client, rules="akagiri", layout="P")["digest"]
    bad = b"A,B,C\n1,2,3\n1,1,3\n"
    errors = look(sender.client, bad, rules="akagiri", layout="P")
    assert [one["cell"] for one in errors["errors"]] == ["B3"]
    refused = [
        sender.send("0"),
        sender.send(seen, columns={**MAP, "layout": None}),
        sender.send(errors["digest"], bad),
    ]
    assert ([answer.status_code for answer in refused], stored(store)) == ([412] * 3, 0)
    assert (sender.send(errors["digest"], bad, partly=True).status_code, stored(store)) == (200, 1)


def test_storing_needs_a_scorekeeper(client: FlaskClient, reader: dict[str, str]) -> None:
    assert Sender(client, reader).send("0").status_code == 403


@pytest.mark.parametrize("data", [b"nothing", b"PK\x03\x04", b"A,B\0,C\n1,2,3\n"])
def test_what_is_no_sheet_is_refused(client: FlaskClient, data: bytes) -> None:
    look(client, data, 400, rules="akagiri")
