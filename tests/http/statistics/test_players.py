"""`/v1/players`: who plays, how they are found, and how the ids of one person are merged and parted."""

from base64 import b64encode
from typing import Any
from urllib.parse import unquote, urljoin

import httpx2
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daifu.api.views.addresses import player_address
from tests.support.http_client import COURT_PLAYERS, Headers, problem_name, store_evening
from tests.support.pages import small_picture

WHY = "they registered twice"


@pytest.fixture
def court(client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
    """A service with two evenings, to one of which Fuyu came under another id."""
    store_evening(client, scorekeeper, "1234")
    store_evening(client, scorekeeper, "4321", players=(*COURT_PLAYERS[:3], {"id": "f2", "name": "冬"}))
    return client


def player_ids(client: FlaskClient, **query: str) -> list[str]:
    """The ids of the players whom a query finds."""
    answer = client.get("/v1/players", query_string=query)
    assert answer.status_code == 200, answer.get_json()
    return [player["id"] for player in answer.get_json()["players"]]


def merge_players(client: FlaskClient, headers: Headers, player: str = "f2", into: str = "Fuyu") -> TestResponse:
    return client.post("/v1/players/merges", json={"player": player, "into": into, "reason": WHY}, headers=headers)


def player_json(client: FlaskClient, player: str) -> dict[str, Any]:
    answer = client.get(f"/v1/players/{player}")
    assert answer.status_code == 200, answer.get_json()
    whole: dict[str, Any] = answer.get_json()
    return whole


@pytest.mark.parametrize("id", ["Haru/Natsu", "/", "a b", "冬", "merges", "x/stats", "a%2Fb", "100%", "?", ".", ".."])
def test_a_player_has_an_address_whatever_his_id_is(client: FlaskClient, scorekeeper: Headers, id: str) -> None:
    store_evening(client, scorekeeper, "1234", players=(id, *COURT_PLAYERS[1:]))
    [player] = client.get("/v1/players", query_string={"q": id}).get_json()["players"]
    assert client.get(player["address"]).get_json()["id"] == id


@pytest.mark.parametrize("id", [".", ".."])
def test_no_client_takes_an_id_for_steps_up_an_address(id: str) -> None:
    address = player_address(id)
    assert httpx2.Client(base_url="http://club.example").build_request("GET", address).url.raw_path == address.encode()
    assert httpx2.URL("http://club.example/v1/").join(address).raw_path == address.encode()
    assert urljoin("http://club.example/v1/", address) == f"http://club.example{address}"
    assert unquote(unquote(address)) == f"/v1/players/{id}"
    assert unquote(address) != f"/v1/players/{id}"


def test_whom_only_withdrawn_records_have_is_nobody(court: FlaskClient, scorekeeper: Headers) -> None:
    etag = {"If-Match": court.get("/v1/records/2").headers["ETag"]}
    assert court.delete("/v1/records/2?reason=a+trial", headers={**scorekeeper, **etag}).status_code == 204
    assert "f2" not in player_ids(court)
    for path in ("f2", "f2/stats", "f2/opponents", "f2/against/Haru", "Haru/against/f2", "f2/form", "f2/ratings"):
        answer = court.get(f"/v1/players/{path}")
        assert (answer.status_code, answer.get_json()["detail"]) == (404, "no record has the player f2"), path


@pytest.mark.parametrize(
    ("rules", "said", "japanese"),
    [
        ("?rules=uecda", "Guest has not played uecda", "Guestのuecdaの対局はありません"),
        ("", "Guest has played no deal yet", "Guestの対局はまだありません"),
    ],
)
def test_of_whom_has_not_played_it_is_said_what(
    client: FlaskClient, scorekeeper: Headers, rules: str, said: str, japanese: str
) -> None:
    deals = [{"seats": [1, 2, 3, 4], "result": {"order": [1, 2, 3, 4]}}]
    body = {"format": "daifu/1", "rules": "dalmuti", "players": [*COURT_PLAYERS, "Guest"], "deals": deals}
    assert client.post("/v1/records", json=body, headers=scorekeeper).status_code == 201
    for language, sentence in (("en", said), ("ja", japanese)):
        answer = client.get(f"/v1/players/Guest/stats{rules}", headers={"Accept-Language": language})
        assert (problem_name(answer), answer.get_json()["detail"]) == ("not-found", sentence)


def test_only_scorekeepers_change_people(court: FlaskClient, reader: Headers) -> None:
    answers = [
        merge_players(court, reader),
        court.delete("/v1/players/merges/1?reason=x", headers=reader),
        court.patch("/v1/players/Fuyu", json={"name": "F", "reason": "x"}, headers=reader),
    ]
    assert [problem_name(answer) for answer in answers] == ["not-allowed"] * 3


def test_who_may_be_one_person_is_listed_for_scorekeepers(client: FlaskClient, scorekeeper: Headers) -> None:
    store_evening(client, scorekeeper, "1234")
    store_evening(client, scorekeeper, "4321", players=(*COURT_PLAYERS[:3], "ｆｕｙｕ"))
    answer = client.get("/v1/players/merges", headers=scorekeeper)
    [pair] = answer.get_json()["pairs"]
    assert {pair["player"]["id"], pair["into"]["id"]} == {"Fuyu", "ｆｕｙｕ"}
    assert problem_name(client.get("/v1/players/merges")) == "not-authenticated"


def test_two_players_who_are_not_the_same_are_listed_no_more(client: FlaskClient, scorekeeper: Headers) -> None:
    store_evening(client, scorekeeper, "1234")
    store_evening(client, scorekeeper, "4321", players=(*COURT_PLAYERS[:3], "ｆｕｙｕ"))
    body = {"player": "ｆｕｙｕ", "other": "Fuyu", "reason": "sisters"}
    assert client.post("/v1/players/merges/never", json=body, headers=scorekeeper).status_code == 204
    assert client.get("/v1/players/merges", headers=scorekeeper).get_json()["pairs"] == []
    [deed] = client.get("/v1/players/Fuyu").get_json()["history"]
    assert (deed["kind"], deed["reason"]) == ("different", "sisters")


def test_a_dry_run_of_a_merge_says_what_would_change(court: FlaskClient, scorekeeper: Headers) -> None:
    body = {"player": "f2", "into": "Fuyu", "reason": WHY}
    told = court.post("/v1/players/merges?dry_run=true", json=body, headers=scorekeeper)
    assert (told.status_code, told.get_json()["records"]) == (200, [1, 1])
    [game] = told.get_json()["games"]
    assert game["together"] == sum(game["deals"]) > 0
    assert player_json(court, "f2")["id"] == "f2"


def test_an_admin_makes_a_player_anonymous(court: FlaskClient, admin: Headers, scorekeeper: Headers) -> None:
    address, name = "/v1/players/Fuyu/anonymous", {"name": "Fuyu"}
    assert problem_name(court.post(address, json=name, headers=scorekeeper)) == "not-allowed"
    assert problem_name(court.post(address, json={"name": "Mu"}, headers=admin)) == "unreadable"
    told = court.post(f"{address}?dry_run=true", json=name, headers=admin).get_json()
    assert (told["records"], player_json(court, "Fuyu")["id"]) == (1, "Fuyu")
    done = court.post(address, json=name, headers=admin).get_json()
    assert (done["erased"], player_json(court, done["id"])["name"]) == (True, "Player 1")
    assert court.get("/v1/players/Fuyu").status_code == 404


def test_all_that_is_stored_of_a_player_is_read_by_scorekeepers(court: FlaskClient, scorekeeper: Headers) -> None:
    assert problem_name(court.get("/v1/players/Fuyu/everything")) == "not-authenticated"
    found = court.get("/v1/players/Fuyu/everything", headers=scorekeeper).get_json()
    assert (found["person"]["id"], len(found["records"])) == ("Fuyu", 1)


def test_games_are_moved_to_somebody_new(court: FlaskClient, scorekeeper: Headers) -> None:
    address, body = "/v1/players/Fuyu/moves", {"records": [1], "reason": WHY}
    assert problem_name(court.post(address, json={**body, "to": COURT_PLAYERS[0]}, headers=scorekeeper)) == "unreadable"
    moved = court.post(address, json={**body, "to": "Haruka"}, headers=scorekeeper).get_json()
    assert (moved["records"], moved["player"]["id"]) == ([1], "Haruka")
    assert court.get("/v1/players/Fuyu").status_code == 404


def test_a_player_has_a_nickname_a_colour_and_a_picture(court: FlaskClient, scorekeeper: Headers) -> None:
    address = "/v1/players/Fuyu/look"
    picture = b64encode(small_picture("PNG")).decode()
    body = {"nickname": "Bunny", "colour": 3, "picture": picture}
    assert court.put(address, json=body, headers=scorekeeper).status_code == 200
    look = court.get(address).get_json()
    assert (look["nickname"], look["colour"], look["picture"][:21]) == ("Bunny", 3, "/players/Fuyu/picture")
    assert court.put(address, json={"picture": ""}, headers=scorekeeper).get_json() == {}
    wrong = {"picture": b64encode(b"GIF89a").decode()}
    assert problem_name(court.put(address, json=wrong, headers=scorekeeper)) == "unreadable"
