"""Problems that keep a record from being stored or read, in the language of the client."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.http.app import create_app
from api.settings import Settings
from data.store.errors import StoreBusy, StoreDamaged, StoreFull
from data.store.open import open_store
from data.store.sql.store import Store
from tests.support.http_app import MakeClient, check_against_contract
from tests.support.http_client import Headers, delete_record, if_match, post_record, problem_name, store_record
from tests.support.small_records import document
from tests.support.stores import Locate

JAPANESE = {"Accept-Language": "ja,en;q=0.5"}

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
    monkeypatch.setattr("data.store.sql.records.lists.iterate_records", _refusing(StoreDamaged()))
    answer = client.get(f"/v1/records{part}")
    assert (problem_name(answer), answer.status_code) == ("unavailable", 503)


def test_what_nobody_foresaw_is_told_without_a_trace(
    client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "add", _refusing(ZeroDivisionError("secret")))
    answer = post_record(client, scorekeeper, document())
    assert (problem_name(answer), answer.status_code) == ("internal-error", 500)
    assert "secret" not in answer.get_data(as_text=True)


def test_a_client_that_sends_too_much_is_told_when_to_come_again(make_client: MakeClient, scorekeeper: Headers) -> None:
    client = make_client(Settings(rate=1))
    post_record(client, scorekeeper, document())
    answer = post_record(client, scorekeeper, document())
    assert problem_name(answer) == "too-many-requests"
    assert 0 < int(answer.headers["Retry-After"]) <= 60


def test_nobody_stores_records_without_a_token(client: FlaskClient, reader: Headers, tmp_path: Path) -> None:
    assert problem_name(post_record(client, {}, document())) == "not-authenticated"
    assert problem_name(post_record(client, reader, document())) == "not-allowed"
    assert problem_name(post_record(client, {"Authorization": f"Bearer {tmp_path}"}, document())) == "not-authenticated"


@pytest.mark.parametrize(
    ("part", "allowed"),
    [
        ("", "GET, HEAD, OPTIONS, POST"),
        ("/1", "DELETE, GET, HEAD, OPTIONS, PUT"),
        ("/1/deals", "OPTIONS, POST"),
        ("/1/report", "GET, HEAD, OPTIONS"),
        ("/export", "GET, HEAD, OPTIONS"),
    ],
)
def test_an_address_tells_the_methods_that_it_knows(client: FlaskClient, part: str, allowed: str) -> None:
    answer = client.patch(f"/v1/records{part}")
    assert (problem_name(answer), answer.headers["Allow"]) == ("method-not-allowed", allowed)


def test_problems_are_in_japanese_for_a_client_that_prefers_it(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    answers = {
        "unreadable": post_record(client, {**scorekeeper, **JAPANESE}, document(rules="whist")),
        "bad-request": client.get("/v1/records?limit=0", headers=JAPANESE),
        "not-found": client.get(f"{address}/deals/9", headers=JAPANESE),
        "cannot-convert": client.get(f"{address}?format=uecda", headers=JAPANESE),
        "precondition-required": client.put(f"{address}?reason=x", json={}, headers={**scorekeeper, **JAPANESE}),
        "precondition-failed": client.delete(f"{address}?reason=x", headers={**if_match(scorekeeper, 9), **JAPANESE}),
    }
    delete_record(client, scorekeeper, address, revision=1)
    answers["withdrawn"] = client.get(address, headers=JAPANESE)
    for name, answer in answers.items():
        told = answer.get_json()
        assert problem_name(answer) == name
        assert answer.headers["Content-Language"] == "ja"
        assert "Accept-Language" in answer.headers["Vary"]
        for sentence in (told["title"], told["detail"], *(error["detail"] for error in told.get("errors", []))):
            assert any("ぁ" <= sign <= "ヿ" or "一" <= sign <= "鿿" for sign in sentence), sentence


def _refusing(error: Exception) -> object:
    def refuse(*_given: object, **_named: object) -> None:
        raise error

    return refuse
