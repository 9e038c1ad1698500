"""Problems that keep a record from being stored or read, in the language of the client."""

import pytest
from flask.testing import FlaskClient

from daifu.api.http.app import create_app
from daifu.api.settings import Settings
from daifu.data.store.errors import StoreBusy, StoreDamaged, StoreFull
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from tests.support.http_app import check_against_contract
from tests.support.http_client import Headers, if_match, post_record, problem_name, store_record
from tests.support.small_records import document
from tests.support.stores import Locate

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
