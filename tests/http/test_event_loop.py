"""Responses that wait for changes, on an event loop with a small WSGI app."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest
from gunicorn.config import Config

from api.http.gunicorn import event_loop
from api.http.gunicorn.event_loop import EventLoop, Limits
from api.http.gunicorn.exchange import Site
from api.http.streaming import PAUSE
from tests.support.processes import WAIT_SECONDS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LIMITS = Limits(workers=1, threads=2, connections=9, silence=60, head=60, keep_alive=60)


class StoreWithChanges:
    """A store that says when there is a change, and an app that sends something once there is one."""

    def __init__(self, *, is_listening: bool) -> None:
        self.is_listening = is_listening
        self.change = Event()
        self.announce: Callable[[], None] = lambda: None

    def listen(self, call: Callable[[], None]) -> "StoreWithChanges":
        self.announce = call
        return self

    def close(self) -> None:
        self.is_listening = False

    def app(self, _environ: "WSGIEnvironment", start: "StartResponse") -> Iterator[bytes]:
        start("200 OK", [])
        yield b"listening"
        while not self.change.is_set():
            yield PAUSE
        yield b"changed"


@pytest.fixture
def store(request: pytest.FixtureRequest) -> StoreWithChanges:
    return StoreWithChanges(is_listening=request.param)


@pytest.fixture
def client(store: StoreWithChanges, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A connection to an event loop in a thread, on which the beginning of the response has come."""
    monkeypatch.setattr(event_loop, "LONG_PAUSE_SECONDS", 9 * WAIT_SECONDS)
    with run_loop(store, LIMITS) as listener, connect(listener) as connection:
        receive(connection, b"listening")
        yield connection


@contextmanager
def run_loop(store: StoreWithChanges, limits: Limits) -> Iterator[socket.socket]:
    """Run an event loop in a thread. Yields its listener."""
    stopped = Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        loop = EventLoop([listener], limits, Site(store.app, Config(), lambda: False))
        loop.listen(store.listen)
        thread = Thread(target=loop.run, args=(lambda: not stopped.is_set(),))
        thread.start()
        yield listener
        stopped.set()
        loop.wake()
        thread.join()
        loop.stop(lambda: True, WAIT_SECONDS)


def connect(listener: socket.socket) -> socket.socket:
    """A new connection, on which a request has been sent."""
    connection = socket.create_connection(listener.getsockname(), timeout=WAIT_SECONDS)
    connection.sendall(GET)
    return connection


def receive(connection: socket.socket, wanted: bytes) -> None:
    """Receive until this has come."""
    data = b""
    while wanted not in data:
        piece = connection.recv(1 << 16)
        assert piece
        data += piece


@pytest.mark.parametrize("store", [True], indirect=True)
def test_a_response_goes_on_when_the_store_says_that_there_is_a_change(
    store: StoreWithChanges, client: socket.socket
) -> None:
    store.announce()
    store.change.set()
    store.announce()
    receive(client, b"changed")


@pytest.mark.parametrize("store", [False], indirect=True)
def test_a_response_looks_for_changes_while_the_store_cannot_say_that_there_is_one(
    store: StoreWithChanges, client: socket.socket
) -> None:
    store.change.set()
    receive(client, b"changed")


@pytest.fixture
def idle_store() -> StoreWithChanges:
    store = StoreWithChanges(is_listening=True)
    store.change.set()
    return store


def test_a_worker_with_clients_leaves_a_new_connection_to_others(
    idle_store: StoreWithChanges, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_loop, "SECONDS_BEHIND", 9 * WAIT_SECONDS)
    with run_loop(idle_store, LIMITS._replace(workers=2)) as listener, connect(listener) as first:
        receive(first, b"changed")
        with connect(listener) as second, accept_elsewhere(listener) as accepted:
            accepted.sendall(b"from another worker")
            receive(second, b"from another worker")


def test_a_connection_that_no_other_worker_takes_is_accepted(idle_store: StoreWithChanges) -> None:
    with run_loop(idle_store, LIMITS._replace(workers=2)) as listener:
        connections = [connect(listener) for _ in range(event_loop.MOST_BEHIND + 2)]
        for connection in connections:
            receive(connection, b"changed")
            connection.close()


def accept_elsewhere(listener: socket.socket) -> socket.socket:
    """The next connection of a listener, as another worker would accept it."""
    with listener.dup() as other:
        other.settimeout(WAIT_SECONDS)
        return other.accept()[0]
