"""Responses that wait for changes, and requests that are short or long, on an event loop with a small WSGI app."""

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
from data.store.values import ChangeListener
from tests.support.processes import WAIT_SECONDS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
LONG = b"GET /long HTTP/1.1\r\nHost: a\r\n\r\n"
LIMITS = Limits(threads=2, connections=9, silence=60, head=60, keep_alive=60)


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
    with run_loop(store.app, store.listen) as listener, connect(listener) as connection:
        receive(connection, b"listening")
        yield connection


@contextmanager
def run_loop(
    app: "WSGIApplication", listen: Callable[[Callable[[], None]], ChangeListener | None], limits: Limits = LIMITS
) -> Iterator[socket.socket]:
    """Run an event loop in a thread. Yields its listener."""
    stopped = Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        loop = EventLoop([listener], limits, Site(app, Config(), lambda: False), lambda: not stopped.is_set())
        loop.listen(listen)
        thread = Thread(target=loop.run)
        thread.start()
        yield listener
        stopped.set()
        loop.wake()
        thread.join()
        loop.stop(WAIT_SECONDS)


def connect(listener: socket.socket, request: bytes = GET) -> socket.socket:
    """A new connection, on which a request has been sent."""
    connection = socket.create_connection(listener.getsockname(), timeout=WAIT_SECONDS)
    connection.sendall(request)
    return connection


def receive(connection: socket.socket, wanted: bytes) -> bytes:
    """What has come when this has come."""
    data = b""
    while wanted not in data:
        piece = connection.recv(1 << 16)
        assert piece
        data += piece
    return data


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


class LongAndShort:
    """An app whose requests at one path take until they may end."""

    def __init__(self) -> None:
        self.may_end = Event()

    def __call__(self, environ: "WSGIEnvironment", start: "StartResponse") -> Iterator[bytes]:
        start("200 OK", [])
        assert environ["PATH_INFO"] != "/long" or self.may_end.wait(WAIT_SECONDS)
        yield b"<answer>"


@pytest.fixture
def app() -> LongAndShort:
    return LongAndShort()


@pytest.fixture
def listener(app: LongAndShort) -> Iterator[socket.socket]:
    """The listener of a loop with that app."""
    with run_loop(app, lambda _call: None) as found:
        yield found


def test_no_client_waits_for_the_long_request_of_another(app: LongAndShort, listener: socket.socket) -> None:
    with connect(listener, LONG) as patient, connect(listener) as first, connect(listener, POST) as second:
        receive(first, b">")
        receive(second, b">")
        app.may_end.set()
        receive(patient, b">")


def test_a_client_that_asks_again_at_once_gets_all_answers_in_order(app: LongAndShort, listener: socket.socket) -> None:
    app.may_end.set()
    with connect(listener, GET + LONG + POST + GET) as hasty:
        data = b""
        while data.count(b">") < 4:
            data += receive(hasty, b">")
    assert data.count(b"200 OK") == 4
