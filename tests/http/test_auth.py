"""Tokens and roles: who may read and write, and `/v1/tokens`."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from daifu.api.settings import CLOSED, Settings
from daifu.data.store.sql import tokens
from daifu.data.store.store import Store
from tests.support.http_app import MakeClient, bearer_headers

ROLES = ("reader", "scorekeeper", "admin")


@pytest.mark.parametrize("role", ROLES)
def test_a_role_may_do_what_those_before_it_may_and_no_more(client: FlaskClient, store: Store, role: str) -> None:
    headers = bearer_headers(store.create_token("Haru", role).secret)
    allowed = [client.get(f"/v1/trial/{one}", headers=headers).status_code for one in ROLES]
    assert allowed == [200 if one <= ROLES.index(role) else 403 for one in range(len(ROLES))]


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer nonsense", "Bearer \xe4"])
def test_a_token_that_is_none_is_refused_even_where_none_is_needed(client: FlaskClient, header: str) -> None:
    answer = client.get("/v1/rules", headers={"Authorization": header})
    assert answer.status_code == 401
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


def test_the_name_of_the_scheme_may_be_written_in_any_case(client: FlaskClient, store: Store) -> None:
    secret = store.create_token("Haru", "reader").secret
    assert client.get("/v1/trial/reader", headers={"Authorization": f"bEARER {secret}"}).status_code == 200


def test_where_reading_is_closed_a_token_is_needed(make_client: MakeClient, reader: dict[str, str]) -> None:
    closed = make_client(Settings(reading=CLOSED))
    assert closed.get("/v1/rules").status_code == 401
    assert closed.get("/v1/rules", headers=reader).status_code == 200


def test_where_reading_is_closed_health_can_still_be_asked(make_client: MakeClient) -> None:
    closed = make_client(Settings(reading=CLOSED))
    assert [closed.get(path).status_code for path in ("/healthz", "/readyz", "/docs")] == [200, 200, 401]


def test_who_writes_is_known_by_the_name_of_his_token(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    answer = client.put("/v1/trial/versions", headers={**scorekeeper, "If-Match": '"3"'})
    assert answer.get_json()["author"] == "Haru"


NEW = {"name": "Aki", "role": "scorekeeper"}


def make_token(client: FlaskClient, admin: dict[str, str], asked: dict[str, Any] = NEW) -> dict[str, Any]:
    token: dict[str, Any] = client.post("/v1/tokens", json=asked, headers=admin).get_json()
    return token


def test_a_new_token_lets_its_owner_in(client: FlaskClient, admin: dict[str, str]) -> None:
    secret = make_token(client, admin, {"name": "Fuyu", "role": "admin"})["secret"]
    assert client.get("/v1/tokens", headers=bearer_headers(secret)).status_code == 200


def test_a_secret_is_never_told_again(client: FlaskClient, admin: dict[str, str]) -> None:
    secret = make_token(client, admin)["secret"]
    answer = client.get("/v1/tokens", headers=admin)
    assert [token["name"] for token in answer.get_json()["tokens"]] == ["Natsu", "Aki"]
    assert secret not in answer.get_data(as_text=True)


def test_a_revoked_token_lets_nobody_in_and_stays_in_the_list(client: FlaskClient, admin: dict[str, str]) -> None:
    token = make_token(client, admin)
    answer = client.delete(f"/v1/tokens/{token['id']}", headers=admin)
    assert (answer.status_code, answer.data) == (204, b"")
    assert "Content-Type" not in answer.headers
    assert client.get("/v1/rules", headers=bearer_headers(token["secret"])).status_code == 401
    listed = client.get("/v1/tokens", headers=admin).get_json()["tokens"]
    assert [one["revoked_at"] is None for one in listed] == [True, False]


def test_a_token_with_days_ends_by_itself(
    client: FlaskClient, admin: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    token = make_token(client, admin, {**NEW, "days": 30})
    later = datetime.fromisoformat(token["made_at"]) + timedelta(days=30)
    assert token["expires_at"] == later.isoformat()
    headers = bearer_headers(token["secret"])
    assert client.get("/v1/rules", headers=headers).status_code == 200
    monkeypatch.setattr(tokens, "current_time", lambda: later)
    assert client.get("/v1/rules", headers=headers).status_code == 401


@pytest.mark.parametrize("days", [0, 3651, "soon"])
def test_no_token_ends_before_it_begins_or_after_ten_years(
    client: FlaskClient, admin: dict[str, str], days: object
) -> None:
    assert client.post("/v1/tokens", json={**NEW, "days": days}, headers=admin).status_code == 422


@pytest.mark.parametrize("number", ["99", "0", "01", "-1", "9" * 18, "9" * 19, "9" * 5_000, "two", "٣"])
def test_a_token_that_is_not_there_cannot_be_revoked(client: FlaskClient, admin: dict[str, str], number: str) -> None:
    assert client.delete(f"/v1/tokens/{number}", headers=admin).status_code == 404


@pytest.mark.parametrize(
    ("asked", "places"),
    [
        ({}, ["/name", "/role"]),
        ({**NEW, "name": ""}, ["/name"]),
        ({**NEW, "name": "\n"}, ["/name"]),
        ({**NEW, "name": None}, ["/name"]),
        ({**NEW, "role": "king"}, ["/role"]),
        ({**NEW, "role": ["admin"]}, ["/role"]),
        ({**NEW, "power": 9}, ["/power"]),
        ([], [""]),
    ],
)
def test_every_wrong_field_of_a_new_token_is_named(
    client: FlaskClient, admin: dict[str, str], asked: object, places: list[str]
) -> None:
    answer = client.post("/v1/tokens", json=asked, headers=admin)
    assert answer.status_code == 422
    assert [flaw["pointer"] for flaw in answer.get_json()["errors"]] == places


@pytest.mark.parametrize("header", ["Basic SGFydTpnZWhlaW0=", "nonsense", ""])
def test_what_is_no_bearer_token_is_not_taken_for_a_revoked_one(client: FlaskClient, header: str) -> None:
    answer = client.get("/v1/rules", headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="daifu"'
    assert answer.get_json()["detail"] == (
        "expected the header Authorization: Bearer and a token, found other credentials"
    )
