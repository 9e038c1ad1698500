"""What stands in the way of records, told as problems in the language of whoever asks."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.http.app import create_app
from api.settings import Settings
from data.store import Store
from data.store.refusals import StoreBusy, StoreDamaged, StoreFull
from tests.support.contract import hold_to_contract
from tests.support.documents import document
from tests.support.service import MakeClient
from tests.support.uploads import Headers, matching, problem, sent, stored, withdrawn

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
def read_only(store: Store, client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
    """A client of the service on a store with one record that may only be read."""
    stored(client, scorekeeper)
    app = create_app(Settings(), Store.open(store.path, read_only=True))
    hold_to_contract(app)
    return app.test_client()


@changes
def test_a_store_that_may_only_be_read_takes_no_change(
    read_only: FlaskClient, scorekeeper: Headers, method: str, part: str, body: object
) -> None:
    answer = read_only.open(f"/v1/records{part}", method=method, json=body, headers=matching(scorekeeper, 1))
    assert (problem(answer), answer.status_code) == ("read-only", 503)
    assert int(answer.headers["Retry-After"]) > 0


def test_but_it_is_read_and_judges(read_only: FlaskClient, scorekeeper: Headers) -> None:
    assert read_only.get("/v1/records/1/report").status_code == 200
    assert sent(read_only, scorekeeper, document(notes="new"), dry_run="true").status_code == 200


@changes
def test_a_disk_without_room_takes_no_change(
    client: FlaskClient,
    scorekeeper: Headers,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    part: str,
    body: object,
) -> None:
    stored(client, scorekeeper)
    for write in ("add", "revise", "withdraw"):
        monkeypatch.setattr(Store, write, _refusing(StoreFull()))
    answer = client.open(f"/v1/records{part}", method=method, json=body, headers=matching(scorekeeper, 1))
    assert (problem(answer), answer.status_code) == ("store-full", 507)


def test_a_busy_store_asks_to_come_again(
    client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "add", _refusing(StoreBusy()))
    answer = sent(client, scorekeeper, document())
    assert (problem(answer), answer.status_code, answer.headers["Retry-After"]) == ("store-busy", 503, "1")


@pytest.mark.parametrize("part", ["", "/export", "/1", "/1/report", "/1/deals/1", "/1/revisions", "/1/revisions/1"])
def test_a_damaged_store_is_told_before_anything_is_sent(
    client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    stored(client, scorekeeper)
    for read in ("page", "record", "report", "revisions"):
        monkeypatch.setattr(Store, read, _refusing(StoreDamaged()))
    monkeypatch.setattr("data.store.listing.each", _refusing(StoreDamaged()))
    answer = client.get(f"/v1/records{part}")
    assert (problem(answer), answer.status_code) == ("unavailable", 503)


def test_what_nobody_foresaw_is_told_without_a_trace(
    client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "add", _refusing(ZeroDivisionError("secret")))
    answer = sent(client, scorekeeper, document())
    assert (problem(answer), answer.status_code) == ("internal-error", 500)
    assert "secret" not in answer.get_data(as_text=True)


def test_whoever_sends_too_much_is_told_when_to_come_again(make_client: MakeClient, scorekeeper: Headers) -> None:
    client = make_client(Settings(rate=1))
    sent(client, scorekeeper, document())
    answer = sent(client, scorekeeper, document())
    assert problem(answer) == "too-many-requests"
    assert 0 < int(answer.headers["Retry-After"]) <= 60


def test_nobody_stores_records_without_a_token(client: FlaskClient, reader: Headers, tmp_path: Path) -> None:
    assert problem(sent(client, {}, document())) == "not-authenticated"
    assert problem(sent(client, reader, document())) == "not-allowed"
    assert problem(sent(client, {"Authorization": f"Bearer {tmp_path}"}, document())) == "not-authenticated"


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
    assert (problem(answer), answer.headers["Allow"]) == ("method-not-allowed", allowed)


def test_problems_are_told_in_japanese_to_whoever_prefers_it(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    answers = {
        "unreadable": sent(client, {**scorekeeper, **JAPANESE}, document(rules="whist")),
        "bad-request": client.get("/v1/records?limit=0", headers=JAPANESE),
        "not-found": client.get(f"{address}/deals/9", headers=JAPANESE),
        "cannot-convert": client.get(f"{address}?format=uecda", headers=JAPANESE),
        "precondition-required": client.put(f"{address}?reason=x", json={}, headers={**scorekeeper, **JAPANESE}),
        "precondition-failed": client.delete(f"{address}?reason=x", headers={**matching(scorekeeper, 9), **JAPANESE}),
    }
    withdrawn(client, scorekeeper, address, revision=1)
    answers["withdrawn"] = client.get(address, headers=JAPANESE)
    for name, answer in answers.items():
        told = answer.get_json()
        assert problem(answer) == name
        assert answer.headers["Content-Language"] == "ja"
        assert "Accept-Language" in answer.headers["Vary"]
        for sentence in (told["title"], told["detail"], *(error["detail"] for error in told.get("errors", []))):
            assert any("ぁ" <= sign <= "ヿ" or "一" <= sign <= "鿿" for sign in sentence), sentence


def _refusing(error: Exception) -> object:
    def refuse(*_given: object, **_named: object) -> None:
        raise error

    return refuse
