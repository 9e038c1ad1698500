"""Tokens and roles: who may read and write, `/v1/tokens`, and how many calls each token or address has."""

import multiprocessing
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from daifu.api.http import rate_limit
from daifu.api.http.rate_limit import RateLimit, SharedCallerTimes
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


class Clock:
    """A clock that is moved by hand. It stands at a whole second, and tells nanoseconds."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> int:
        return round(self.now * rate_limit.SECOND)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(rate_limit, "monotonic_ns", clock)
    return clock


def statuses(client: FlaskClient, number: int, **settings: Any) -> list[int]:  # noqa: ANN401 - the client's own
    return [client.get("/v1/rules", **settings).status_code for _ in range(number)]


def test_so_many_calls_a_minute_are_taken_and_no_more(clock: Clock) -> None:
    limit = RateLimit(SharedCallerTimes(), 3)
    assert [limit.count("Haru").wait for _ in range(4)] == [0, 0, 0, 20]
    assert clock.now == 1_000


@given(st.integers(1, 2_000), st.integers(0, 1 << 62))
def test_a_whole_allowance_can_be_spent_at_any_moment(a_minute: int, now: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rate_limit, "monotonic_ns", lambda: now)
        limit = RateLimit(SharedCallerTimes(slots=8), a_minute)
        assert [limit.count("Haru").wait for _ in range(a_minute)] == [0] * a_minute
        assert limit.count("Haru").wait > 0


def test_all_slots_are_used() -> None:
    limit = RateLimit(SharedCallerTimes(slots=64), 1)
    callers = [f"caller {number}" for number in range(1_000)]
    remembered = [caller for caller in callers if not limit.count(caller).wait]
    assert sum(limit.count(caller).wait > 0 for caller in remembered[-64:]) > 32


def test_what_was_spent_comes_back_evenly(clock: Clock) -> None:
    limit = RateLimit(SharedCallerTimes(), 3)
    assert [limit.count("Haru").wait for _ in range(3)] == [0, 0, 0]
    clock.now += 20
    assert [limit.count("Haru").wait for _ in range(2)] == [0, 20]
    clock.now += 3_600
    assert [limit.count("Haru").wait for _ in range(4)] == [0, 0, 0, 20]


def test_a_call_that_is_refused_does_not_make_the_wait_longer(clock: Clock) -> None:
    limit = RateLimit(SharedCallerTimes(), 1)
    assert [limit.count("Haru").wait for _ in range(3)] == [0, 60, 60]
    clock.now += 60
    assert limit.count("Haru").wait == 0


def test_each_caller_has_an_allowance_of_his_own(clock: Clock) -> None:
    limit = RateLimit(SharedCallerTimes(), 1)
    assert [limit.count(name).wait for name in ("Haru", "Natsu", "Haru")] == [0, 0, 60]
    assert clock.now == 1_000


def test_where_there_are_too_many_callers_those_nearest_to_a_whole_allowance_are_forgotten(clock: Clock) -> None:
    limit = RateLimit(SharedCallerTimes(slots=8), 1)
    for number in range(9):
        assert limit.count(f"caller {number}").wait == 0
        clock.now += 1
    assert limit.count("caller 0").wait == 0
    assert limit.count("caller 8").wait > 0


@pytest.mark.usefixtures("clock")
def test_all_processes_share_one_allowance() -> None:
    limit = RateLimit(SharedCallerTimes(), 100)
    fork = multiprocessing.get_context("fork")
    taken = fork.Queue()

    def call() -> None:
        taken.put(sum(not limit.count("Haru").wait for _ in range(80)))

    processes = [fork.Process(target=call) for _ in range(3)]
    for process in processes:
        process.start()
    assert sum(taken.get(timeout=60) for _ in processes) == 100
    for process in processes:
        process.join()


def test_an_address_that_calls_too_often_is_told_when_to_come_back(make_client: MakeClient) -> None:
    client = make_client(Settings(rate_address=2))
    assert statuses(client, 2) == [200, 200]
    answer = client.get("/v1/rules")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "30")


def test_each_address_is_counted_by_itself(make_client: MakeClient) -> None:
    client = make_client(Settings(rate_address=1))
    for address in ("192.0.2.1", "192.0.2.2"):
        assert statuses(client, 2, environ_base={"REMOTE_ADDR": address}) == [200, 429]


def test_all_addresses_of_a_network_of_ipv6_are_one(make_client: MakeClient) -> None:
    client = make_client(Settings(rate_address=1))
    assert statuses(client, 1, environ_base={"REMOTE_ADDR": "2001:db8:1:2::3"}) == [200]
    assert statuses(client, 1, environ_base={"REMOTE_ADDR": "2001:db8:1:2:ffff::4"}) == [429]
    assert statuses(client, 1, environ_base={"REMOTE_ADDR": "2001:db8:1:3::3"}) == [200]


def test_a_token_is_counted_wherever_it_comes_from(make_client: MakeClient, store: Store) -> None:
    client = make_client(Settings(rate=2, rate_address=1))
    headers = bearer_headers(store.create_token("Haru", "reader").secret)
    assert statuses(client, 2, headers=headers) == [200, 200]
    assert statuses(client, 1, headers=headers, environ_base={"REMOTE_ADDR": "192.0.2.9"}) == [429]


def test_who_guesses_tokens_is_counted_by_his_address(make_client: MakeClient) -> None:
    client = make_client(Settings(rate_address=2))
    assert statuses(client, 3, headers=bearer_headers("guessed")) == [401, 401, 429]


def test_without_limit_nobody_is_counted(make_client: MakeClient) -> None:
    assert set(statuses(make_client(Settings(rate_address=0)), 50)) == {200}


def test_health_can_be_asked_as_often_as_one_likes(make_client: MakeClient) -> None:
    client = make_client(Settings(rate_address=1))
    assert [client.get("/healthz").status_code for _ in range(5)] == [200] * 5


def test_behind_a_proxy_the_address_is_that_of_the_client(make_client: MakeClient) -> None:
    client = make_client(Settings(rate_address=1, proxies=1))
    for address in ("192.0.2.1", "192.0.2.2"):
        assert statuses(client, 2, headers={"X-Forwarded-For": address}) == [200, 429]


def test_without_a_proxy_nobody_can_claim_another_address(make_client: MakeClient) -> None:
    client = make_client(Settings(rate_address=1))
    assert statuses(client, 1, headers={"X-Forwarded-For": "192.0.2.1"}) == [200]
    assert statuses(client, 1, headers={"X-Forwarded-For": "192.0.2.2"}) == [429]


def test_an_answer_says_what_is_left_of_the_limit(make_client: MakeClient, store: Store) -> None:
    client = make_client(Settings(rate=600, rate_address=2))
    answers = [client.get("/v1/rules") for _ in range(3)]
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"address";q=2;w=60'}
    assert [answer.headers["RateLimit"] for answer in answers] == [
        f'"address";r={left};t={whole}' for left, whole in [(1, 30), (0, 60), (0, 60)]
    ]
    headers = bearer_headers(store.create_token("Haru", "reader").secret)
    answer = client.get("/v1/rules", headers=headers)
    assert answer.headers["RateLimit"] == '"token";r=599;t=1'


@pytest.mark.parametrize(("address", "limit"), [("/v1/rules", 0), ("/healthz", 1)])
def test_where_no_limit_is_there_is_nothing_to_say(make_client: MakeClient, address: str, limit: int) -> None:
    assert "RateLimit" not in make_client(Settings(rate_address=limit)).get(address).headers


def open_files() -> set[tuple[Path, Path]]:
    """The open files of this process, each by its descriptor and by what it is."""
    found = set()
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # that of the list itself
            found.add((descriptor, descriptor.readlink()))
    return found


def test_times_that_nobody_uses_any_more_leave_no_file_open() -> None:
    before = open_files()
    times = SharedCallerTimes(slots=8)
    opened = open_files() - before
    assert opened
    del times
    assert not opened & open_files()
