"""`/v1/ratings`, and a player's ratings, form and the records of a game."""

import csv
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import Headers, friday_event, problem_name, store_evening, store_record

PATHS = (
    "/v1/ratings?rules=dalmuti",
    "/v1/players/Haru/ratings",
    "/v1/players/Haru/form",
    "/v1/stats/dalmuti/records",
)


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


def test_the_most_skilled_stands_first(court: FlaskClient) -> None:
    ratings = get_json(court, "/v1/ratings?rules=dalmuti")["ratings"]
    assert [one["player"]["id"] for one in ratings][:2] in (["Haru", "Natsu"], ["Natsu", "Haru"])
    assert [one["skill"] for one in ratings] == sorted((one["skill"] for one in ratings), reverse=True)
    assert all(one["deals"] == 4 and one["low"] < one["mu"] < one["high"] for one in ratings)


def test_the_links_lead_to_the_rest(court: FlaskClient) -> None:
    answer = court.get("/v1/ratings?rules=dalmuti&limit=3")
    assert len(answer.get_json()["ratings"]) == 3
    following = answer.headers["Link"].partition('rel="first"')[2].partition("<")[2].partition(">")[0]
    assert len(get_json(court, following)["ratings"]) == 1


def test_a_rating_is_told_day_by_day(court: FlaskClient) -> None:
    history = get_json(court, "/v1/players/Haru/ratings")["history"]
    assert [(one["day"], one["deals"]) for one in history] == [("2026-07-03", 2), ("2026-07-10", 4)]


def test_the_form_has_the_last_places_latest_last(court: FlaskClient) -> None:
    form = get_json(court, "/v1/players/Haru/form")
    assert form["places"] == [{"place": place, "of": 4} for place in (1, 1, 1, 4)]
    assert (form["first"], form["last"]) == (0, 1)
    assert (form["longest_first"]["value"], form["longest_first"]["day"]) == (3, "2026-07-10")


def test_the_records_tell_who_when_and_where(court: FlaskClient) -> None:
    records = {one["feat"]: one["holders"] for one in get_json(court, "/v1/stats/dalmuti/records")["records"]}
    first = records["first"][0]
    assert (first["player"]["id"], first["value"], first["record"]) == ("Haru", 3, 2)


@pytest.mark.parametrize("path", PATHS)
def test_all_of_it_comes_as_csv(court: FlaskClient, path: str) -> None:
    answer = court.get(path, headers={"Accept": "text/csv"})
    assert answer.content_type == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(answer.get_data().decode("utf-8-sig").splitlines()))
    assert len(rows) > 1


@pytest.mark.parametrize(
    "path",
    [
        "/v1/players/nobody/ratings",
        "/v1/players/nobody/form",
        "/v1/stats/whist/records",
        "/v1/players/Haru/form?rules=biga",
    ],
)
def test_what_is_not_there_is_not_found(court: FlaskClient, path: str) -> None:
    assert problem_name(court.get(path)) == "not-found"


@pytest.mark.parametrize("path", ["form", "ratings", "opponents", "against/Natsu"])
def test_who_has_played_several_games_is_asked_which(court: FlaskClient, scorekeeper: Headers, path: str) -> None:
    store_record(court, scorekeeper, players=["Haru", "Natsu", "Aki", "Fuyu"])
    answer = court.get(f"/v1/players/Haru/{path}")
    assert problem_name(answer) == "bad-request"
    assert answer.get_json()["known"] == ["dalmuti", "theater"]
    assert court.get(f"/v1/players/Haru/{path}?rules=dalmuti").status_code == 200
