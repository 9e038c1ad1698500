"""The real service: `daifu serve`, with gunicorn and two workers, from its start to its end."""

import json
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from data.store.sqlite.store import Store
from data.store.values import ADMIN
from tests.support.command_line import daifu
from tests.support.http_app import bearer_headers
from tests.support.running_service import TIMEOUT, RunningService, run_service

REQUESTS = 30


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service for those who only ask."""
    with run_service(tmp_path_factory.mktemp("service"), DAIFU_RATE_ADDRESS="0") as running:
        yield running


def log_entries(service: RunningService) -> list[dict[str, object]]:
    return [json.loads(line) for line in service.log.read_text(encoding="utf-8").splitlines()]


def get(address: str, **settings: Any) -> httpx.Response:  # noqa: ANN401 - the client's own
    return httpx.get(address, timeout=TIMEOUT, **settings)


def workers(service: RunningService) -> int:
    """How many of its processes have told that they are well."""
    return len({line["process"] for line in log_entries(service) if line.get("path") == "/healthz"})


def asked_until_all_workers_answered(service: RunningService) -> int:
    """How many requests that took."""
    for sent in range(1_000):
        if sent >= REQUESTS and workers(service) == 2:
            return sent
        get(f"{service.url}/healthz").raise_for_status()
    raise AssertionError(service.log.read_text(encoding="utf-8"))


def raw_answer(service: RunningService, sent: bytes) -> str:
    """What it answers to bytes that no client would send."""
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=TIMEOUT) as connection:
        connection.sendall(sent)
        return connection.makefile("rb").read().decode()


def wait_until_true(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_it_says_where_it_is_and_answers_there(service: RunningService) -> None:
    assert service.greeting[0] == f"daifu serves at {service.url}"
    assert get(f"{service.url}/readyz").json() == {"status": "ready"}


def test_the_token_that_it_begins_with_is_that_of_a_scorekeeper(service: RunningService) -> None:
    answer = get(f"{service.url}/v1/tokens", headers=bearer_headers(service.token))
    assert answer.json()["detail"] == "expected a token of the role admin, found one of scorekeeper"


def test_the_secret_of_the_token_is_not_in_the_log(service: RunningService) -> None:
    get(f"{service.url}/v1/rules", headers=bearer_headers(service.token))
    wait_until_true(lambda: any(line["path"] == "/v1/rules" for line in log_entries(service) if "path" in line))
    assert service.token not in service.log.read_text(encoding="utf-8")


def test_metrics_are_summed_over_all_workers(service: RunningService) -> None:
    def counted() -> int:
        found = re.search(r'daifu_requests_total\{.*route="/healthz".*\} ([0-9]+)', get(f"{service.url}/metrics").text)
        return int(found[1]) if found else 0

    before = counted()
    sent = asked_until_all_workers_answered(service)
    assert counted() == before + sent


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
        b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\n\r\n",
    ],
    ids=["no HTTP", "wrong length", "endless line"],
)
def test_what_is_no_request_is_answered_with_a_problem(service: RunningService, sent: bytes) -> None:
    head, _, body = raw_answer(service, sent).partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 400 ")
    assert "Content-Type: application/problem+json" in head
    assert json.loads(body)["type"] == "urn:daifu:problem:bad-request"


def test_answers_are_compressed_for_those_who_can_read_it(service: RunningService) -> None:
    answer = get(f"{service.url}/v1/rules/uecda", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.json()["name"] == "uecda"
    again = {"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]}
    assert get(f"{service.url}/v1/rules/uecda", headers=again).status_code == 304


def test_all_workers_count_one_allowance(tmp_path: Path) -> None:
    with run_service(tmp_path, DAIFU_RATE_ADDRESS="20") as running:
        taken = [get(f"{running.url}/v1/rules").status_code for _ in range(30)]
    assert 20 <= taken.count(200) <= 25
    assert set(taken) == {200, 429}


def test_the_first_token_is_shown_only_once(tmp_path: Path) -> None:
    with run_service(tmp_path) as first:
        assert len(first.greeting) == 2
        assert first.stop() == 0
    with run_service(tmp_path) as second:
        assert second.greeting == [f"daifu serves at {second.url}"]
        assert get(f"{second.url}/v1/rules", headers=bearer_headers(first.token)).status_code == 200


def test_a_new_store_may_begin_with_the_samples(tmp_path: Path) -> None:
    with run_service(tmp_path, DAIFU_SAMPLES="yes") as running:
        told = get(f"{running.url}/v1/records", params={"rules": "uecda"}).json()["records"]
    assert {record["rules"] for record in told} == {"uecda"}


def test_without_being_asked_a_new_store_is_empty(tmp_path: Path) -> None:
    with run_service(tmp_path) as running:
        assert get(f"{running.url}/v1/records").json()["records"] == []


def test_a_token_that_is_revoked_is_refused_by_the_running_service(tmp_path: Path) -> None:
    with run_service(tmp_path) as running:
        assert get(f"{running.url}/v1/rules", headers=bearer_headers(running.token)).status_code == 200
        assert daifu("token", "revoke", "--db", tmp_path / "daifu.db", "1").exit_code == 0
        assert get(f"{running.url}/v1/rules", headers=bearer_headers(running.token)).status_code == 401


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly(tmp_path: Path, signal_number: int) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with run_service(tmp_path, TMPDIR=str(temporary)) as running:
        get(f"{running.url}/healthz").raise_for_status()
        assert list(temporary.iterdir())
        running.process.send_signal(signal_number)
        assert running.process.wait(TIMEOUT) == 0
        assert list(temporary.iterdir()) == []
        with pytest.raises(httpx.ConnectError):
            get(f"{running.url}/healthz")


def test_an_upload_that_is_under_way_is_finished_before_it_stops(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path / "daifu.db")) as store:
        admin = store.create_token("Natsu", ADMIN).secret
    body = b'{"name": "Aki", "role": "reader"}'
    head = (
        f"POST /v1/tokens HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {admin}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    with run_service(tmp_path) as running:
        host, port = running.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=TIMEOUT) as connection:
            answers = connection.makefile("rb")
            connection.sendall(head.encode())
            assert [answers.readline(), answers.readline()] == [b"HTTP/1.1 100 Continue\r\n", b"\r\n"]
            connection.sendall(body[:10])
            running.process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            connection.sendall(body[10:])
            assert answers.readline() == b"HTTP/1.1 201 CREATED\r\n"
        assert running.process.wait(TIMEOUT) == 0
    with closing(Store.open(tmp_path / "daifu.db")) as store:
        assert [token.name for token in store.tokens()] == ["Natsu", "Aki"]


def test_a_log_that_was_moved_away_is_begun_anew(tmp_path: Path) -> None:
    with run_service(tmp_path) as running:
        asked_until_all_workers_answered(running)
        running.log.rename(tmp_path / "old.log")
        running.process.send_signal(signal.SIGUSR1)
        wait_until_true(running.log.exists)

        def is_logged() -> bool:
            get(f"{running.url}/healthz").raise_for_status()
            return bool(running.log.read_text(encoding="utf-8"))

        wait_until_true(is_logged)
