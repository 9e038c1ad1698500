"""Who may read and write: tokens, roles, and reading that is open or closed."""

import pytest
from flask.testing import FlaskClient

from api.settings import CLOSED, Settings
from data.store import Store
from tests.support.service import MakeClient, bearer

ROLES = ("reader", "scorekeeper", "admin")


@pytest.mark.parametrize("role", ROLES)
def test_a_role_may_do_what_those_before_it_may_and_no_more(client: FlaskClient, store: Store, role: str) -> None:
    headers = bearer(store.mint("Haru", role).secret)
    allowed = [client.get(f"/v1/trial/{one}", headers=headers).status_code for one in ROLES]
    assert allowed == [200 if one <= ROLES.index(role) else 403 for one in range(len(ROLES))]


def test_without_a_token_a_client_is_asked_for_one(client: FlaskClient) -> None:
    answer = client.get("/v1/trial/reader")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="daifu"'


def test_a_role_that_is_not_enough_is_told_the_one_that_is(client: FlaskClient, reader: dict[str, str]) -> None:
    assert client.get("/v1/trial/admin", headers=reader).get_json()["role"] == "admin"


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer nonsense", "Basic SGFydTpnZWhlaW0=", "Bearer \xe4", "nonsense", ""]
)
def test_a_token_that_is_none_is_refused_even_where_none_is_needed(client: FlaskClient, header: str) -> None:
    answer = client.get("/v1/rules", headers={"Authorization": header})
    assert answer.status_code == 401
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


def test_the_name_of_the_scheme_may_be_written_in_any_case(client: FlaskClient, store: Store) -> None:
    secret = store.mint("Haru", "reader").secret
    assert client.get("/v1/trial/reader", headers={"Authorization": f"bEARER {secret}"}).status_code == 200


def test_by_default_everybody_may_read(client: FlaskClient) -> None:
    assert client.get("/v1/rules").status_code == 200


def test_where_reading_is_closed_a_token_is_needed(make_client: MakeClient, reader: dict[str, str]) -> None:
    closed = make_client(Settings(reading=CLOSED))
    assert closed.get("/v1/rules").status_code == 401
    assert closed.get("/v1/rules", headers=reader).status_code == 200


def test_where_reading_is_closed_health_can_still_be_asked(make_client: MakeClient) -> None:
    closed = make_client(Settings(reading=CLOSED))
    assert [closed.get(path).status_code for path in ("/healthz", "/readyz", "/docs")] == [200, 200, 200]


def test_who_writes_is_known_by_the_name_of_his_token(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    answer = client.put("/v1/trial/versions", headers={**scorekeeper, "If-Match": '"3"'})
    assert answer.get_json()["author"] == "Haru"
