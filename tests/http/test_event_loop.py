"""Responses that wait for changes, on an event loop with a small WSGI app."""

import socket
from collections.abc import Callable, Iterator
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
    stopped = Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        loop = EventLoop([listener], LIMITS, Site(store.app, Config(), lambda: False))
        loop.listen(store.listen)
        thread = Thread(target=loop.run, args=(lambda: not stopped.is_set(),))
        thread.start()
        with socket.create_connection(listener.getsockname(), timeout=WAIT_SECONDS) as connection:
            connection.sendall(GET)
            receive(connection, b"listening")
            yield connection
        stopped.set()
        loop.wake()
        thread.join()
        loop.stop(lambda: True, WAIT_SECONDS)


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
