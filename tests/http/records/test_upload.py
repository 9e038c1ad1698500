"""`POST /v1/records`: one record is sent, judged and stored, or a problem keeps it from that."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from daifu.api.http.app import create_app
from daifu.api.settings import Settings
from daifu.data.store.errors import StoreBusy, StoreDamaged, StoreFull
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.schemas.judgement import check_json
from tests.support.http_app import check_against_contract
from tests.support.http_client import Headers, if_match, post_record, problem_name, store_record
from tests.support.samples import FAULTY_RECORDS
from tests.support.small_records import document, json_bytes, one_deal
from tests.support.stores import Locate

HANDS = ["D3 ?*12", "?*13", "?*13", "?*14"]


def in_play(*actions: str) -> dict[str, Any]:
    """A sitting in the middle of its first deal."""
    return one_deal(hands=HANDS, actions=[*actions])


def test_the_answer_has_the_whole_report(client: FlaskClient, scorekeeper: Headers) -> None:
    told = post_record(client, scorekeeper, FAULTY_RECORDS[3]).get_json()
    assert told["report"] == json.loads(check_json(json_bytes(FAULTY_RECORDS[3])))
    assert told["notices"] == []


def test_a_game_with_faults_is_stored_like_any_other(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = post_record(client, scorekeeper, FAULTY_RECORDS[0])
    assert answer.status_code == 201
    assert answer.get_json()["report"]["legal"] is False
    assert client.get(answer.headers["Location"]).get_json()["deals"] == FAULTY_RECORDS[0]["deals"]


def test_a_dry_run_names_the_record_that_is_there(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    told = post_record(client, scorekeeper, document(), dry_run="true").get_json()
    assert (told["status"], told["address"], told["revision"]) == ("judged", address, 1)


def test_a_dry_run_names_the_record_that_would_grow_as_it_is(client: FlaskClient, scorekeeper: Headers) -> None:
    address = post_record(client, scorekeeper, in_play("1 D3")).headers["Location"]
    told = post_record(client, scorekeeper, in_play("1 D3", "2 S5"), dry_run="true").get_json()
    assert (told["status"], told["address"], told["revision"]) == ("judged", address, 1)


FRIDAY = {"name": "Friday court", "date": "2026-07-31"}


@pytest.mark.parametrize("dry_run", ["false", "true"])
def test_a_record_that_is_probably_there_already_names_that_one(
    client: FlaskClient, scorekeeper: Headers, dry_run: str
) -> None:
    first = document(event=FRIDAY, deals=[{"result": {"order": [1, 2, 3, 4]}}])
    corrected = document(event=FRIDAY, deals=[{"result": {"order": [2, 1, 3, 4]}}])
    assert "duplicates" not in post_record(client, scorekeeper, first).get_json()
    assert post_record(client, scorekeeper, corrected, dry_run=dry_run).get_json()["duplicates"] == [1]


def test_uploads_are_counted_by_what_became_of_them(client: FlaskClient, scorekeeper: Headers) -> None:
    def counted() -> dict[str, float]:
        lines = client.get("/metrics").get_data(as_text=True).splitlines()
        found = (line.partition('daifu_uploads_total{status="')[2].split('"} ') for line in lines)
        return {pair[0]: float(pair[1]) for pair in found if len(pair) == 2}

    before = counted()
    for _ in range(2):
        post_record(client, scorekeeper, document())
    after = counted()
    assert [after[status] - before.get(status, 0) for status in ("created", "exists")] == [1, 1]


@pytest.mark.parametrize("data", [b"", b"  \n", b"null", b"[1]", b"{", b'{"format":"daifu/1"', b"\xff", b"%-%"])
def test_what_is_no_record_is_refused(client: FlaskClient, scorekeeper: Headers, data: bytes) -> None:
    answer = client.post("/v1/records", data=data, content_type="application/json", headers=scorekeeper)
    assert problem_name(answer) == "unreadable"
    assert answer.get_json()["errors"]


def test_two_records_at_once_are_refused(client: FlaskClient, scorekeeper: Headers, store: Store) -> None:
    data = json_bytes(document()) + b"\n" + json_bytes(document(notes="the second one"))
    answer = client.post("/v1/records", data=data, content_type="application/json", headers=scorekeeper)
    assert problem_name(answer) == "unreadable"
    assert store.counts().records == 0


changes = pytest.mark.parametrize(
    ("method", "part", "body"),
    [
        ("POST", "", document(notes="new")),
        ("PUT", "/1?reason=x", document(notes="corrected")),
        ("DELETE", "/1?reason=x", None),
        ("POST", "/1/deals", document()["deals"][0]),
    ],
)


@pytest.fixture
def read_only(locate: Locate, client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
    """A client of the service on a store with one record that may only be read."""
    store_record(client, scorekeeper)
    app = create_app(Settings(), open_store(locate("test.db"), read_only=True))
    check_against_contract(app)
    return app.test_client()


@changes
def test_a_store_that_may_only_be_read_takes_no_change(
    read_only: FlaskClient, scorekeeper: Headers, method: str, part: str, body: object
) -> None:
    answer = read_only.open(f"/v1/records{part}", method=method, json=body, headers=if_match(scorekeeper, 1))
    assert (problem_name(answer), answer.status_code) == ("read-only", 503)
    assert int(answer.headers["Retry-After"]) > 0


def test_but_it_is_read_and_judges(read_only: FlaskClient, scorekeeper: Headers) -> None:
    assert read_only.get("/v1/records/1/report").status_code == 200
    assert post_record(read_only, scorekeeper, document(notes="new"), dry_run="true").status_code == 200


@changes
def test_a_disk_without_room_takes_no_change(
    client: FlaskClient,
    scorekeeper: Headers,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    part: str,
    body: object,
) -> None:
    store_record(client, scorekeeper)
    for write in ("add", "revise", "withdraw"):
        monkeypatch.setattr(Store, write, _refusing(StoreFull()))
    answer = client.open(f"/v1/records{part}", method=method, json=body, headers=if_match(scorekeeper, 1))
    assert (problem_name(answer), answer.status_code) == ("store-full", 507)


def test_a_busy_store_asks_to_come_again(
    client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "add", _refusing(StoreBusy()))
    answer = post_record(client, scorekeeper, document())
    assert (problem_name(answer), answer.status_code, answer.headers["Retry-After"]) == ("store-busy", 503, "1")


@pytest.mark.parametrize("part", ["", "/export", "/1", "/1/report", "/1/deals/1", "/1/revisions", "/1/revisions/1"])
def test_a_damaged_store_is_told_before_anything_is_sent(
    client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    store_record(client, scorekeeper)
    for read in ("page", "record", "report", "revision_page"):
        monkeypatch.setattr(Store, read, _refusing(StoreDamaged()))
    monkeypatch.setattr("daifu.data.store.sql.records.iterate_records", _refusing(StoreDamaged()))
    answer = client.get(f"/v1/records{part}")
    assert (problem_name(answer), answer.status_code) == ("unavailable", 503)


def _refusing(error: Exception) -> object:
    def refuse(*_given: object, **_named: object) -> None:
        raise error

    return refuse
