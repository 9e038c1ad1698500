"""Two services on one store in PostgreSQL: they lose nothing, agree, and come back after any fault of the server."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx2
import pytest

from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER
from tests.support.http_client import RECORDS, TOURNAMENTS, ndjson
from tests.support.postgresql import Server, new_schema
from tests.support.processes import wait_until
from tests.support.running_service import http_client, list_records, run_at_once, run_service, upload_in_bulk
from tests.support.stores import raw_sitting, verification_errors

NEW = {"name": "Winter cup", "rules": "dalmuti"}
ENTERED = {"change": "entered", "name": "Haru"}

pytestmark = pytest.mark.soak

Clients = tuple[httpx2.Client, httpx2.Client]


@pytest.fixture
def address() -> str:
    """The address of the store."""
    return new_schema()


@pytest.fixture
def clients(tmp_path: Path, address: str) -> Iterator[Clients]:
    """A client of each of two services."""
    with ExitStack() as stack:
        yield _client(stack, tmp_path / "one", address), _client(stack, tmp_path / "two", address)


def _client(stack: ExitStack, folder: Path, address: str) -> httpx2.Client:
    """A client of a new service."""
    folder.mkdir()
    with closing(open_store(address)) as store:
        token = store.create_token(folder.name, SCOREKEEPER).secret
    service = stack.enter_context(run_service(folder, DAIFU_DB=address, DAIFU_WORKERS="1", DAIFU_GRACEFUL="1"))
    return stack.enter_context(http_client(service, token))


def post_all(client: httpx2.Client, tables: list[str]) -> list[int]:
    """Send sittings one by one; their ids."""
    answers = [client.post(RECORDS, json=raw_sitting(table)) for table in tables]
    assert {answer.status_code for answer in answers} <= {200, 201}
    return [answer.json()["id"] for answer in answers]


def test_a_follower_of_one_service_hears_what_was_entered_through_the_other(clients: Clients) -> None:
    one, two = clients
    assert one.post(TOURNAMENTS, json=NEW).status_code == 201
    with two.stream("GET", f"{TOURNAMENTS}/1/events") as stream:
        lines = stream.iter_lines()
        assert next(lines) == ": listening"
        answer = one.post(f"{TOURNAMENTS}/1/changes", json=ENTERED, headers={"If-Match": '"1"'})
        assert answer.status_code == 200
        assert next(line for line in lines if line.startswith("id:")) == "id: 2"


def test_what_is_sent_to_two_services_at_once_is_there_once(clients: Clients, address: str) -> None:
    one, two = clients
    mine, yours, ours = ([f"{who} {number}" for number in range(40)] for who in ("one", "two", "both"))
    bulk = ndjson([raw_sitting(f"bulk {number}") for number in range(200)])
    first, second, *_ = run_at_once(
        lambda: post_all(one, mine + ours),
        lambda: post_all(two, ours[::-1] + yours),
        lambda: [len(upload_in_bulk(one, bulk)[0])],
        lambda: [len(upload_in_bulk(two, bulk)[0])],
    )
    assert first[40:] == second[:40][::-1]
    records = [record["id"] for record in list_records(one)]
    assert records == [record["id"] for record in list_records(two)]
    assert sorted(records) == list(range(1, 1 + 3 * 40 + 200))
    for path in ("/v1/leaderboards/deals?rules=theater", "/v1/ratings?rules=theater", "/v1/players"):
        assert one.get(path).json() == two.get(path).json()
    with closing(open_store(address)) as store:
        assert verification_errors(store) == []


def test_kept_answers_of_one_service_change_with_what_the_other_stores(clients: Clients) -> None:
    one, two = clients
    for number in range(5):
        [record] = post_all(one, [str(number)])
        for client in clients:
            assert f"/games/{record}" in client.get("/").text
    answer = two.delete(f"{RECORDS}/1", params={"reason": "a test"}, headers={"If-Match": '"1"'})
    assert answer.status_code in {200, 204}
    assert one.get(f"{RECORDS}/1").status_code == 410
    assert all("All games (4)" in client.get("/").text for client in clients)


def test_a_service_answers_503_while_the_server_is_away_and_goes_on_by_itself(tmp_path: Path) -> None:
    with closing(Server("autovacuum=off")) as server, ExitStack() as stack:
        server.start()
        client = _client(stack, tmp_path / "one", server.address)
        acknowledged = post_all(client, [str(number) for number in range(10)])
        server.kill()
        for answer in (client.post(RECORDS, json=raw_sitting("lost")), client.get(RECORDS)):
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) > 0
            assert json.loads(answer.text)["type"] == "urn:daifu:problem:unavailable"
        server.start()
        wait_until(lambda: client.get(RECORDS).status_code == 200)
        assert [record["id"] for record in list_records(client)][::-1] == acknowledged
        sent_again = [client.post(RECORDS, json=raw_sitting(name)) for name in ("lost", "lost", "9")]
        assert [answer.status_code for answer in sent_again] == [201, 200, 200]
