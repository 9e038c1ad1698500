"""`/v1/club`: what the club says of itself is read by all and changed by admins."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.http.test_houses import send

CLUB = "/v1/club"


def test_a_store_begins_without_a_club(client: FlaskClient) -> None:
    answer = client.get(CLUB)
    assert answer.get_json() == {
        "name": None,
        "rules": None,
        "reading": "public",
        "password": False,
        "reading_password": False,
        "people": [],
    }


def test_what_is_left_out_stays(client: FlaskClient, admin: dict[str, str]) -> None:
    changes: dict[str, Any] = {"name": "Friday court", "rules": "dalmuti", "people": ["Natsu", "Haru"]}
    assert client.patch(CLUB, json=changes, headers=admin).status_code == 200
    answer = client.patch(CLUB, json={"rules": None, "password": "seven jokers"}, headers=admin)
    assert answer.get_json() == {
        "name": "Friday court",
        "rules": None,
        "reading": "public",
        "password": True,
        "reading_password": False,
        "people": ["Natsu", "Haru"],
    }
    assert client.get(CLUB).get_json() == answer.get_json()


def test_only_admins_change_it(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    assert client.patch(CLUB, json={"name": "Ours"}).status_code == 401
    assert client.patch(CLUB, json={"name": "Ours"}, headers=scorekeeper).status_code == 403
    assert client.get(CLUB).get_json()["name"] is None


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"reading": "link"}, "/name"),
        ({"name": ""}, "/name"),
        ({"name": "Ours", "rules": "poker"}, "/rules"),
        ({"name": "Ours", "password": "short"}, "/password"),
        ({"name": "Ours", "password": "seven jokers", "reading_password": "seven jokers"}, "/reading_password"),
        ({"name": "Ours", "people": ["Haru", ""]}, "/people"),
    ],
)
def test_what_cannot_be_names_its_place(
    client: FlaskClient, admin: dict[str, str], changes: dict[str, Any], place: str
) -> None:
    answer = client.patch(CLUB, json=changes, headers=admin)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == place


def test_a_club_may_usually_play_by_house_rules_that_are_kept(
    client: FlaskClient, admin: dict[str, str], scorekeeper: dict[str, str]
) -> None:
    changes = {"name": "Ours", "rules": "daifugo_club"}
    assert client.patch(CLUB, json=changes, headers=admin).status_code == 404
    assert send(client, scorekeeper).status_code == 201
    assert client.patch(CLUB, json=changes, headers=admin).get_json()["rules"] == "daifugo_club"


def test_admins_read_what_was_changed_and_by_whom(
    client: FlaskClient, admin: dict[str, str], scorekeeper: dict[str, str]
) -> None:
    client.patch(CLUB, json={"name": "Friday court", "password": "seven jokers"}, headers=admin)
    client.patch(CLUB, json={"reading": "link"}, headers=admin)
    changes = client.get(f"{CLUB}/changes", headers=admin).get_json()["changes"]
    found = [(one["field"], one["value"]) for one in changes]
    assert found == [("reading", "link"), ("password", "set"), ("reading", "public"), ("name", "Friday court")]
    assert client.get(f"{CLUB}/changes", headers=scorekeeper).status_code == 403
