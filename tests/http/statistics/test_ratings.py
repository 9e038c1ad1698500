"""`/v1/ratings`, and a player's ratings, form and the records of a game."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import Headers, friday_event, store_evening


@pytest.fixture
def court(client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
    """A service with two Fridays, on which Haru won every deal but the last."""
    store_evening(client, scorekeeper, "1234", "1324", event=friday_event(3))
    store_evening(client, scorekeeper, "1243", "2341", event=friday_event(10))
    return client


def get_json(client: FlaskClient, path: str) -> dict[str, Any]:
    answer = client.get(path)
    assert answer.status_code == 200, answer.get_json()
    found: dict[str, Any] = answer.get_json()
    return found


def test_a_rating_is_told_day_by_day(court: FlaskClient) -> None:
    history = get_json(court, "/v1/players/Haru/ratings")["history"]
    assert [(one["day"], one["deals"]) for one in history] == [("2026-07-03", 2), ("2026-07-10", 4)]


def groups(client: FlaskClient) -> dict[str, int]:
    """The groups in the list of ratings, by the names of the players."""
    return {one["player"]["name"]: one["group"] for one in get_json(client, "/v1/ratings?rules=dalmuti")["ratings"]}


def test_the_list_marks_groups_that_never_met(court: FlaskClient, scorekeeper: Headers) -> None:
    assert set(groups(court).values()) == {1}
    others = ("Ken", "Mei", "Tom", "Rin")
    store_evening(court, scorekeeper, "1234", players=others)
    assert groups(court) == {**dict.fromkeys(("Haru", "Natsu", "Aki", "Fuyu"), 1), **dict.fromkeys(others, 2)}
    listed = court.get("/v1/ratings?rules=dalmuti", headers={"Accept": "text/csv"}).text.splitlines()
    assert {line.rpartition(",")[2].strip('"') for line in listed} == {"group", "1", "2"}
    merge = {"player": "Ken", "into": "Fuyu", "reason": "one person"}
    assert court.post("/v1/players/merges", json=merge, headers=scorekeeper).status_code < 300
    assert set(groups(court).values()) == {1}


def test_the_form_has_the_last_places_latest_last(court: FlaskClient) -> None:
    form = get_json(court, "/v1/players/Haru/form")
    assert form["places"] == [{"place": place, "of": 4} for place in (1, 1, 1, 4)]
    assert (form["first"], form["last"]) == (0, 1)
    assert (form["longest_first"]["value"], form["longest_first"]["day"]) == (3, "2026-07-10")


def test_the_records_tell_who_when_and_where(court: FlaskClient) -> None:
    records = {one["feat"]: one["holders"] for one in get_json(court, "/v1/stats/dalmuti/records")["records"]}
    first = records["first"][0]
    assert (first["player"]["id"], first["value"], first["record"]) == ("Haru", 3, 2)
