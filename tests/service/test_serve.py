"""`daifu serve` with gunicorn and two workers, from its first start to its end."""

import json
import re
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from socket import AF_UNIX, SOCK_DGRAM, socket
from typing import Any

import httpx2
import pytest

from daifu.api.cli.serve import prepare_store
from daifu.api.languages import LANGUAGES, Language, say
from daifu.api.local_network import network_address
from daifu.api.settings import Settings
from daifu.api.views.players import FIRST_TOKEN
from daifu.data.samples import load_sample_tournament
from daifu.data.store.open import open_store
from daifu.data.store.values import ADMIN
from tests.store.conftest import BACKENDS
from tests.support.command_line import daifu
from tests.support.http_app import bearer_headers
from tests.support.postgresql import EMPTY_SCHEMAS, new_schema, schema_of
from tests.support.processes import WAIT_SECONDS, wait_until
from tests.support.running_service import RunningService, connect, run_at_once, run_service, wait_until_refused
from tests.support.stores import ANN, judged_sitting, verification_errors


@pytest.fixture(params=BACKENDS)
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where there is no store yet."""
    if request.param == "sqlite":
        return str(tmp_path / "club.db")
    address = new_schema()
    EMPTY_SCHEMAS.remove(schema_of(address))
    return address


def test_one_of_several_services_that_start_at_once_makes_the_first_token(location: str) -> None:
    starts = run_at_once(*[partial(prepare_store, Settings(db=location))] * 4)
    assert [bool(first and first.secret) for first in starts].count(True) == 1
    with closing(open_store(location)) as store:
        assert [token.name for token in store.tokens()] == [FIRST_TOKEN.en]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_first_token_says_whose_it_is_and_is_found_in_either_language(location: str, language: Language) -> None:
    made = prepare_store(Settings(db=location), language)
    assert made
    with closing(open_store(location)) as store:
        [token] = store.tokens()
    assert token.name == say(FIRST_TOKEN, language)
    for other in LANGUAGES:
        found = prepare_store(Settings(db=location), other)
        assert found
        assert not found.secret


def test_a_store_of_before_keeps_its_first_token(location: str) -> None:
    with closing(open_store(location)) as store:
        store.create_token("first", ADMIN)
    found = prepare_store(Settings(db=location))
    assert found
    assert not found.secret


def test_a_first_start_that_was_stopped_on_the_way_goes_on(location: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "daifu.api.cli.serve.load_samples", lambda _store: 0
    )  # they take a while and are tested elsewhere
    with closing(open_store(location)) as store:
        load_sample_tournament(store)
    first = prepare_store(Settings(db=location, samples=True))
    assert first
    assert first.secret


def test_where_the_settings_want_no_first_token_none_is_made_or_told_and_samples_come_once(
    location: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = []
    monkeypatch.setattr(
        "daifu.api.cli.serve.load_samples", lambda store: loaded.append(store.add([judged_sitting()], ANN))
    )
    for _ in range(2):
        assert prepare_store(Settings(db=location, samples=True, first_token=False)) is None
    with closing(open_store(location)) as store:
        assert (store.tokens(), len(loaded)) == ([], 1)


def test_a_service_tells_systemd_that_it_is_ready(tmp_path: Path) -> None:
    place = tmp_path / "notify"
    with socket(AF_UNIX, SOCK_DGRAM) as listener:
        listener.bind(str(place))
        with run_service(tmp_path, NOTIFY_SOCKET=str(place), DAIFU_WORKERS="1"):
            listener.settimeout(WAIT_SECONDS)
            assert listener.recv(1_000).startswith(b"READY=1")


@pytest.mark.soak
def test_services_that_start_at_once_with_the_samples_come_up_and_have_them_once(location: str, tmp_path: Path) -> None:
    with ExitStack() as stack:

        def start(name: str) -> RunningService:
            folder = tmp_path / name
            folder.mkdir()
            return stack.enter_context(run_service(folder, DAIFU_DB=location, DAIFU_SAMPLES="yes", DAIFU_WORKERS="1"))

        greetings = ["\n".join(service.greeting) for service in run_at_once(*(partial(start, name) for name in "abc"))]
    assert sum("token of an admin" in greeting for greeting in greetings) == 1
    assert not any("Traceback" in greeting for greeting in greetings)
    with closing(open_store(location)) as store:
        assert len(store.tournaments.page().tournaments) == 1
        assert verification_errors(store) == []


REQUESTS = 30


@pytest.fixture(scope="module")
def open_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service that listens everywhere and has a low limit an address."""
    folder = tmp_path_factory.mktemp("open")
    with run_service(folder, DAIFU_HOST="0.0.0.0", DAIFU_RATE_ADDRESS="20") as running:  # noqa: S104 - for some seconds
        yield running


def log_entries(service: RunningService) -> list[dict[str, object]]:
    return [json.loads(line) for line in service.log.read_text(encoding="utf-8").splitlines()]


def get(address: str, **settings: Any) -> httpx2.Response:  # noqa: ANN401 - the client's own
    return httpx2.get(address, timeout=WAIT_SECONDS, **settings)


def workers_seen(service: RunningService) -> int:
    """The number of its processes that have answered a request for their health."""
    return len({line["process"] for line in log_entries(service) if line.get("path") == "/healthz"})


def send_until_all_workers_answered(service: RunningService) -> int:
    """The number of requests that were sent until both workers had answered some."""
    end = time.monotonic() + WAIT_SECONDS
    sent = 0
    while sent < REQUESTS or workers_seen(service) < 2:
        assert time.monotonic() < end, service.log.read_text(encoding="utf-8")
        get(f"{service.url}/healthz").raise_for_status()
        sent += 1
    return sent


def raw_answer(service: RunningService, sent: bytes) -> str:
    """The answer to bytes that no client would send."""
    with connect(service) as connection:
        connection.sendall(sent)
        return connection.makefile("rb").read().decode()


def test_the_service_prints_its_address_and_answers_there(service: RunningService) -> None:
    assert service.greeting[0] == f"daifu serves at {service.url}"
    assert get(f"{service.url}/readyz").json() == {"status": "ready"}


def test_a_service_of_this_machine_says_how_phones_join(service: RunningService) -> None:
    assert service.greeting[1].startswith("only this machine can open it; for phones, start it with `make run LAN=1`")


def test_a_service_that_listens_everywhere_names_no_address_that_only_it_can_open(open_service: RunningService) -> None:
    url, greeting = open_service.url, open_service.greeting
    assert url.startswith("http://127.0.0.1:")
    room = network_address()
    assert room is None or greeting[1] == f"phones in this room: {url.replace('127.0.0.1', room)}"
    assert "0.0.0.0" not in " ".join(greeting)  # noqa: S104


def test_the_service_says_which_engine_runs(service: RunningService) -> None:
    assert service.greeting[-1].startswith("plain engine; ")
    assert log_entries(service)[0]["engine"] == "plain engine"


def test_the_first_token_is_that_of_an_admin(service: RunningService) -> None:
    answer = get(f"{service.url}/v1/tokens", headers=bearer_headers(service.token))
    assert answer.json()["tokens"][0]["role"] == "admin"


def test_the_secret_of_the_token_is_not_in_the_log(service: RunningService) -> None:
    get(f"{service.url}/v1/rules", headers=bearer_headers(service.token))
    wait_until(lambda: any(line.get("path") == "/v1/rules" for line in log_entries(service)))
    assert service.token not in service.log.read_text(encoding="utf-8")


def test_metrics_are_sums_over_all_workers(service: RunningService) -> None:
    def counted() -> int:
        lines = re.findall(r'daifu_requests_total\{.*route="/healthz".*\} ([0-9]+)', get(f"{service.url}/metrics").text)
        return sum(map(int, lines))  # by method and status: other tests use the service, too

    before = counted()
    sent = send_until_all_workers_answered(service)
    assert counted() == before + sent


@pytest.mark.parametrize(
    ("sent", "status", "name"),
    [
        (b"GET / HTTP/1.1\nHost: a\n\n", 400, "bad-request"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "bad-request"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "bad-request"),
        (b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "bad-request"),
        (b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414, "address-too-long"),
        (b"GET /" + b"a" * 100_000, 414, "address-too-long"),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A: b\r\n" * 200 + b"\r\n", 431, "headers-too-large"),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + (b"A: " + b"b" * 8_000 + b"\r\n") * 5, 431, "headers-too-large"),
    ],
    ids=lambda part: part[:40].decode() + f" {len(part)}" if isinstance(part, bytes) else str(part),
)
def test_malformed_requests_are_answered_with_a_problem(
    service: RunningService, sent: bytes, status: int, name: str
) -> None:
    head, _, body = raw_answer(service, sent).partition("\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ")
    assert "Content-Type: application/problem+json" in head
    assert json.loads(body)["type"] == f"urn:daifu:problem:{name}"


@pytest.mark.parametrize("language", ["ja", "ja-JP,en;q=0.5", "en", "fr"])
def test_an_address_that_is_too_long_is_refused_in_the_language_of_the_client(
    service: RunningService, language: str
) -> None:
    sent = b"GET /" + b"a" * 9_000 + f" HTTP/1.1\r\nHost: a\r\nAccept-Language: {language}\r\n\r\n".encode()
    head, _, body = raw_answer(service, sent).partition("\r\n\r\n")
    expected = "ja" if "ja" in language else "en"
    assert f"Content-Language: {expected}" in head
    assert ("バイト以下" in json.loads(body)["detail"]) == (expected == "ja")


def test_the_line_of_a_malformed_request_is_not_logged(service: RunningService) -> None:
    raw_answer(service, b"GET /tables/secret-link HTTP/9.9\r\nHost: a\r\n\r\n")
    raw_answer(service, b"GET /tables/secret-link\r\nHost: a\r\n\r\n")
    log = service.log.read_text("utf-8")
    assert "malformed request" in log
    assert "secret-link" not in log


@pytest.mark.parametrize("head", ["GET /healthz HTTP/1.0", "GET /healthz HTTP/1.1\r\nHost:"])
def test_old_clients_and_those_without_an_authority_need_no_host(service: RunningService, head: str) -> None:
    assert raw_answer(service, f"{head}\r\nConnection: close\r\n\r\n".encode()).split()[1] == "200"


def test_answers_are_compressed_for_clients_that_accept_it(service: RunningService) -> None:
    answer = get(f"{service.url}/v1/rules/uecda", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.json()["name"] == "uecda"
    again = {"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]}
    assert get(f"{service.url}/v1/rules/uecda", headers=again).status_code == 304


def test_all_workers_share_one_rate_limit(open_service: RunningService) -> None:
    begin = time.monotonic()
    statuses = [get(f"{open_service.url}/v1/rules").status_code for _ in range(60)]
    seconds = time.monotonic() - begin
    assert 20 <= statuses.count(200) <= 21 + seconds * 20 / 60
    assert set(statuses) <= {200, 429}


def test_the_first_token_is_printed_only_once(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    with run_service(tmp_path) as first:
        assert len(first.greeting) == 5
        assert get(f"{first.url}/v1/records").json()["records"] == []
        assert list(temporary.iterdir())
        assert first.stop() == 0
        assert list(temporary.iterdir()) == []
        with pytest.raises(httpx2.ConnectError):
            get(f"{first.url}/healthz")
    with run_service(tmp_path) as second:
        greeting = [line.partition("?")[0] for line in second.greeting]
        assert (greeting[0], greeting[-2]) == (
            f"daifu serves at {second.url}",
            f"sign in within 15 minutes at {second.url}/enter",
        )
        assert "token" not in " ".join(greeting)
        assert get(f"{second.url}/v1/rules", headers=bearer_headers(first.token)).status_code == 200


def test_a_token_that_is_revoked_is_refused_by_the_running_service(service: RunningService) -> None:
    db = service.log.parent / "daifu.db"
    headers = bearer_headers(daifu("token", "create", "--name", "Aki", "--db", db).stdout.strip())
    with closing(open_store(db, read_only=True)) as store:
        number = store.tokens()[-1].id
    assert get(f"{service.url}/v1/rules", headers=headers).status_code == 200
    assert daifu("token", "revoke", "--db", db, str(number)).exit_code == 0
    assert get(f"{service.url}/v1/rules", headers=headers).status_code == 401


@pytest.mark.soak
def test_it_stops_cleanly_while_workers_are_still_loading(tmp_path: Path) -> None:
    with run_service(tmp_path, DAIFU_WORKERS="4") as running:
        assert running.stop() == 0


def test_a_service_that_stops_finishes_a_request_under_way_and_leaves_its_store_in_one_file(tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "daifu.db")) as store:
        admin = store.create_token("Natsu", ADMIN).secret
    body = b'{"name": "Aki", "role": "reader"}'
    head = (
        f"POST /v1/tokens HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {admin}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    with run_service(tmp_path) as running:
        with connect(running) as connection, connection.makefile("rb") as answer:
            connection.sendall(head.encode())
            assert [answer.readline(), answer.readline()] == [b"HTTP/1.1 100 Continue\r\n", b"\r\n"]
            connection.sendall(body[:10])
            running.process.send_signal(signal.SIGTERM)
            wait_until_refused(running)
            connection.sendall(body[10:])
            assert answer.readline() == b"HTTP/1.1 201 CREATED\r\n"
        assert running.process.wait(WAIT_SECONDS) == 0
        assert list((tmp_path / "temporary").iterdir()) == []
        assert [path.name for path in tmp_path.glob("daifu.db-*")] == ["daifu.db-lock"]
    with closing(open_store(tmp_path / "daifu.db")) as store:
        assert [token.name for token in store.tokens()] == ["Natsu", "Aki"]


def test_a_new_log_is_begun_when_the_old_one_was_moved_away(open_service: RunningService) -> None:
    send_until_all_workers_answered(open_service)
    open_service.log.rename(open_service.log.with_name("old.log"))
    open_service.process.send_signal(signal.SIGUSR1)
    wait_until(open_service.log.exists)

    def is_logged() -> bool:
        get(f"{open_service.url}/healthz").raise_for_status()
        return bool(open_service.log.read_text(encoding="utf-8"))

    wait_until(is_logged)
