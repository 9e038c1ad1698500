"""`/v1/players/{player}/opponents` and `.../against/{other}`: who met whom, and how it went."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import COURT_PLAYERS, Headers, problem_name, store_evening


@pytest.fixture
def court(client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
    """A service with two evenings; Fuyu came to one of them, Yuki to the other."""
    store_evening(client, scorekeeper, "1234", "2134")
    store_evening(client, scorekeeper, "4321", players=(*COURT_PLAYERS[:3], "Yuki"))
    return client


def opponents(client: FlaskClient, player: str) -> dict[str, Any]:
    answer = client.get(f"/v1/players/{player}/opponents")
    assert answer.status_code == 200, answer.get_json()
    return {one["player"]["id"]: one["figures"] for one in answer.get_json()["opponents"]}


def test_everybody_is_told_of_whom_a_player_met_most_often_met_first(court: FlaskClient) -> None:
    met = opponents(court, "Haru")
    assert list(met) == ["Aki", "Natsu", "Fuyu", "Yuki"]
    assert [figures["deals"]["value"] for figures in met.values()] == [3, 3, 2, 1]


def test_how_it_went_is_seen_by_the_player_who_is_asked_about(court: FlaskClient) -> None:
    seen = court.get("/v1/players/Haru/against/Natsu").get_json()
    back = court.get("/v1/players/Natsu/against/Haru").get_json()
    assert (seen["player"]["id"], seen["other"]["id"]) == ("Haru", "Natsu")
    assert [told["figures"]["higher"]["numerator"] for told in (seen, back)] == [1, 2]
    assert seen["figures"]["points"]["value"] == -back["figures"]["points"]["value"]


def test_two_who_never_met_have_nothing_against_each_other(court: FlaskClient) -> None:
    told = court.get("/v1/players/Fuyu/against/Yuki").get_json()
    assert told["figures"]["deals"]["value"] == 0
    assert told["figures"]["higher"]["value"] is None


def test_nobody_plays_against_himself(court: FlaskClient, scorekeeper: Headers) -> None:
    body = {"player": "Yuki", "into": "Fuyu", "reason": "Yuki is a stage name"}
    assert court.post("/v1/players/merges", json=body, headers=scorekeeper).status_code == 201
    for one, other, person in (("Haru", "Haru", "Haru"), ("Fuyu", "Yuki", "Fuyu"), ("Yuki", "Yuki", "Fuyu")):
        answer = court.get(f"/v1/players/{one}/against/{other}")
        assert (answer.status_code, problem_name(answer)) == (404, "one-person")
        told = answer.get_json()
        assert (told["detail"], told["player"]) == (f"both are {person}", person)
        assert told["address"] == f"/v1/players/{person}"
