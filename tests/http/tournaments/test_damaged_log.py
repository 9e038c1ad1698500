"""A damaged log: requests that need it are refused with the reason, and all others work."""

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daifu.data.store.sqlite.store import Store
from tests.support.http_client import RECORDS, Headers, HttpScorekeeper, problem_name
from tests.support.playouts import dalmuti_sitting
from tests.support.stores import ON_SQLITE, tamper

pytestmark = ON_SQLITE

TAMPERED = (
    *("DROP TRIGGER entries_stay", "DROP TRIGGER entries_stay_as_they_are"),
    "UPDATE entries SET change = '{' WHERE number = 4",
)


@pytest.fixture
def address(client: FlaskClient, scorekeeper: Headers, store: Store) -> str:
    """The address of a tournament whose fourth log entry was changed by hand."""
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.enter("Haru", "Natsu", "Aki", "Fuyu")
    keeper.open_stage()
    keeper.seats([1, 2, 3, 4])
    store.close()
    tamper(store.path, *TAMPERED)
    return keeper.address


def is_damage_told(answer: TestResponse) -> bool:
    """Whether an answer says that this log is damaged."""
    told = answer.get_json()
    assert (answer.status_code, problem_name(answer)) == (503, "unavailable")
    return (told["detail"], told["tournament"]) == ("the log of tournament 1 is damaged", 1)


@pytest.mark.parametrize("what", ["", "/standings", "/standings/1", "/head-to-head", "/teams", "/faults", "/missing"])
def test_what_the_log_comes_to_cannot_be_read(client: FlaskClient, address: str, what: str) -> None:
    assert is_damage_told(client.get(f"{address}{what}"))


def test_the_log_is_read_as_far_as_it_is_whole(client: FlaskClient, address: str) -> None:
    answer = client.get(f"{address}/log", query_string={"limit": 3})
    assert [entry["number"] for entry in answer.get_json()["entries"]] == [1, 2, 3]
    assert client.get(address, query_string={"version": 3}).get_json()["version"] == 3
    assert is_damage_told(client.get(f"{address}/log"))


def test_nothing_is_changed_in_it(client: FlaskClient, address: str, scorekeeper: Headers) -> None:
    headers = {**scorekeeper, "If-Match": '"7"'}
    assert is_damage_told(client.post(f"{address}/changes", json={"change": "finished"}, headers=headers))
    assert is_damage_told(client.post(f"{address}/draw", json={"method": "snake", "stage": 1}, headers=headers))
    assert is_damage_told(client.post(f"{address}/landing", json={"records": [1]}, headers=headers))


def test_a_record_that_belongs_there_is_stored_and_the_damage_is_told(
    client: FlaskClient, address: str, scorekeeper: Headers
) -> None:
    body = {**dalmuti_sitting(1), "event": {"name": "Winter cup", "round": 1, "table": 1}}
    for query in ({"dry_run": "true"}, {}):
        answer = client.post(RECORDS, json=body, headers=scorekeeper, query_string=query)
        [landing] = answer.get_json()["landings"]
        assert landing["problem"]["code"] == "log_damaged"
    assert client.get(f"{RECORDS}/1").status_code == 200
    assert [one["code"] for one in client.get(f"{address}/landing").get_json()["problems"]] == ["log_damaged"]


def test_everything_else_goes_on(client: FlaskClient, address: str, scorekeeper: Headers) -> None:
    assert client.post(RECORDS, json=dalmuti_sitting(1), headers=scorekeeper).status_code == 201
    assert [one["address"] for one in client.get("/v1/tournaments").get_json()["tournaments"]] == [address]
    league = HttpScorekeeper(client, scorekeeper, name="League")
    league.enter("Haru")
    assert len(league.reads()["entrants"]) == 1
