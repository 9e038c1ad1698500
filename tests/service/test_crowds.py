"""Crowds of clients that are idle, send or read slowly, or follow a tournament: others are served all the same."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from threading import Event, Thread
from time import monotonic
from typing import Self

import httpx2
import pytest

from tests.support.http_client import EXPORT, RECORDS, TOURNAMENTS, ndjson
from tests.support.running_service import RunningService, connect, http_client, run_service, upload_in_bulk
from tests.support.small_records import document

NEW = {"name": "Winter cup", "rules": "dalmuti"}
ENTERED = {"change": "entered", "name": "Haru"}
EVENTS = f"{TOURNAMENTS}/1/events"
UNLIMITED = {"DAIFU_RATE": "0", "DAIFU_RATE_ADDRESS": "0"}


class Crowd:
    """Connections to a service that are held open, some of which send a byte now and then."""

    def __init__(self, service: RunningService) -> None:
        self._service = service
        self._open = ExitStack()
        self._dripping: list[tuple[socket.socket, Iterator[int]]] = []
        self._leaves = Event()
        self._thread = Thread(target=self._drip)

    def idle(self, count: int) -> None:
        """Open connections on which nothing is sent."""
        for _ in range(count):
            self._connect()

    def drip(self, count: int, begin: bytes, rest: bytes) -> None:
        """Open connections on which a request is begun, and the rest is sent over and over, a byte at a time."""
        for _ in range(count):
            connection = self._connect()
            connection.sendall(begin)
            self._dripping.append((connection, cycle(rest)))

    def get(self, count: int, path: str) -> list[socket.socket]:
        """Open connections on which a path is asked for. Nothing of the response is read."""
        connections = [self._connect() for _ in range(count)]
        for connection in connections:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return connections

    def _connect(self) -> socket.socket:
        return self._open.enter_context(connect(self._service))

    def _drip(self) -> None:
        while not self._leaves.wait(0.5):
            for connection, rest in list(self._dripping):
                try:
                    connection.send(bytes([next(rest)]))
                except OSError:  # the service has given this one up
                    self._dripping.remove((connection, rest))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._leaves.set()
        self._thread.join()
        self._open.close()


@contextmanager
def crowd_of(service: RunningService, idle: int, dripping: int, following: int) -> Iterator[list[socket.socket]]:
    """A crowd of this composition. Gives the connections that follow the tournament 1."""
    post = f"POST {RECORDS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {service.token}\r\n"
    with Crowd(service) as crowd:
        crowd.idle(idle)
        crowd.drip(dripping // 4, b"", b"GET /healthz HTTP/1.1")
        crowd.drip(dripping // 4, b"GET /healthz HTTP/1.1\r\nX: ", b"a")
        crowd.drip(dripping // 4, f"{post}Content-Length: 60000\r\n\r\n".encode(), b" ")
        crowd.drip(
            dripping - 3 * (dripping // 4), b"GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n", b" "
        )
        yield crowd.get(following, EVENTS)


def read_until(connection: socket.socket, wanted: bytes) -> bytes:
    """What comes on a connection, up to and including something that has to come."""
    data = b""
    while wanted not in data:
        piece = connection.recv(1 << 16)
        assert piece, data
        data += piece
    return data


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service of one process with two threads."""
    folder = tmp_path_factory.mktemp("crowds")
    with run_service(folder, DAIFU_WORKERS="1", DAIFU_THREADS="2", DAIFU_GRACEFUL="5", **UNLIMITED) as running:
        yield running


@pytest.fixture(scope="module")
def client(service: RunningService) -> Iterator[httpx2.Client]:
    with http_client(service) as found:
        assert found.post(TOURNAMENTS, json=NEW).status_code == 201
        yield found


def test_a_crowd_does_not_keep_others_waiting(service: RunningService, client: httpx2.Client) -> None:
    with crowd_of(service, idle=150, dripping=20, following=20) as followers:
        begin = monotonic()
        for _ in range(20):
            assert client.get(f"{TOURNAMENTS}/1").status_code == 200
            assert httpx2.post(f"{service.url}{RECORDS}", json=document()).status_code == 401
        assert monotonic() - begin < 20
        assert client.post(f"{TOURNAMENTS}/1/changes", json=ENTERED, headers={"If-Match": '"1"'}).status_code == 200
        for follower in followers:
            assert b"event: entered" in read_until(follower, b'"name":"Haru"')


def answer_times(client: httpx2.Client, count: int) -> list[float]:
    """The seconds of this number of requests, each on a connection of its own or on one that is kept, in order."""
    times = []
    for number in range(count):
        begin = monotonic()
        answer = httpx2.get(client.base_url.join("/v1/rules")) if number % 2 else client.get(f"{TOURNAMENTS}/1")
        times.append(monotonic() - begin)
        assert answer.status_code == 200
    return sorted(times)


@pytest.fixture
def many_files() -> Iterator[None]:
    """Lets this process open as many connections as the system allows."""
    soft, hard = getrlimit(RLIMIT_NOFILE)
    setrlimit(RLIMIT_NOFILE, (hard, hard))
    yield
    setrlimit(RLIMIT_NOFILE, (soft, hard))


@pytest.mark.soak
@pytest.mark.usefixtures("many_files")
def test_a_great_crowd_does_not_double_the_time_of_answers(tmp_path: Path) -> None:
    requests = 1_000
    with run_service(tmp_path, **UNLIMITED) as service, http_client(service) as client:
        assert client.post(TOURNAMENTS, json=NEW).status_code == 201
        answer_times(client, requests)
        alone = answer_times(client, requests)
        with crowd_of(service, idle=1_000, dripping=200, following=200) as followers:
            in_crowd = answer_times(client, requests)
            assert client.post(f"{TOURNAMENTS}/1/changes", json=ENTERED, headers={"If-Match": '"1"'}).status_code == 200
            for follower in followers:
                assert b"event: entered" in read_until(follower, b'"name":"Haru"')
        assert in_crowd[requests * 99 // 100] < 2 * alone[requests * 99 // 100], (
            alone[990],
            in_crowd[990],
            alone[500],
            in_crowd[500],
        )


def test_clients_that_do_not_read_large_answers_do_not_keep_others_waiting(
    service: RunningService, client: httpx2.Client
) -> None:
    upload_in_bulk(client, ndjson([document(event={"text": str(number) * 900_000}) for number in range(10)]))
    with Crowd(service) as crowd:
        crowd.get(20, EXPORT)
        for _ in range(20):
            assert client.get(RECORDS).status_code == 200


def test_a_client_that_leaves_a_closed_connection_open_does_not_keep_others_waiting(
    service: RunningService, client: httpx2.Client
) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    with ExitStack() as open_connections:
        begin = monotonic()
        for _ in range(20):
            connection = open_connections.enter_context(connect(service))
            connection.sendall(request)
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
        assert client.get(RECORDS).status_code == 200
        assert monotonic() - begin < 20
