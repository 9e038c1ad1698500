"""Responses that wait for changes, and requests that are short or long, on an event loop with a small WSGI app."""

import select
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest
from gunicorn.config import Config

from daifu.api.http.gunicorn import event_loop
from daifu.api.http.gunicorn.event_loop import EventLoop, Limits
from daifu.api.http.gunicorn.exchange import Site
from daifu.api.http.lanes import BUSY_KEY, LANE_KEY, MOST_WAITING, Lane, TakesLong
from daifu.api.http.streaming import PAUSE
from daifu.data.store.values import ChangeListener
from tests.support.processes import WAIT_SECONDS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
LONG = b"GET /long HTTP/1.1\r\nHost: a\r\n\r\n"
LIMITS = Limits(threads=2, connections=99, silence=60, head=60, keep_alive=60)


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


def lane_of(environ: "WSGIEnvironment") -> Lane | None:
    """The paths `/costly/…` take long."""
    return Lane.COSTLY if environ["PATH_INFO"].startswith("/costly") else None


@contextmanager
def run_loop(
    app: "WSGIApplication", listen: Callable[[Callable[[], None]], ChangeListener | None], limits: Limits = LIMITS
) -> Iterator[socket.socket]:
    """Run an event loop in a thread. Yields its listener."""
    stopped = Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        loop = EventLoop([listener], limits, Site(app, Config(), lambda: False, lane_of), lambda: not stopped.is_set())
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
    """An app whose requests for one path take until they may end. It notes what it made."""

    def __init__(self) -> None:
        self.begun = Event()
        self.may_end = Event()
        self.made: list[str] = []

    def __call__(self, environ: "WSGIEnvironment", start: "StartResponse") -> Iterator[bytes]:
        if BUSY_KEY in environ:
            start("503 Service Unavailable", [])
            yield b"<busy>"
            return
        start("200 OK", [])
        path = environ["PATH_INFO"]
        if path.endswith("long"):
            self.begun.set()
            assert self.may_end.wait(WAIT_SECONDS)
        self.made.append(f"{path}{environ['wsgi.input'].read().decode()}")
        yield b"<answer>"
        if path.endswith("pieces"):
            while not self.may_end.is_set():
                yield b"piece"
            yield b"<end>"


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


def test_no_small_read_waits_for_writes(app: LongAndShort, listener: socket.socket) -> None:
    writers = [connect(listener, POST.replace(b"/", b"/long", 1)) for _ in range(LIMITS.threads + 1)]
    with connect(listener) as reader:
        receive(reader, b">")
    app.may_end.set()
    for writer in writers:
        receive(writer, b">")
        writer.close()


def test_whether_the_process_is_alive_is_told_while_all_reads_take_long(
    app: LongAndShort, listener: socket.socket
) -> None:
    readers = [connect(listener, LONG) for _ in range(LIMITS.threads + 1)]
    with connect(listener, GET.replace(b"/", b"/healthz", 1)) as probe:
        receive(probe, b">")
    app.may_end.set()
    for reader in readers:
        receive(reader, b">")
        reader.close()


def test_no_small_request_waits_for_those_that_take_long(app: LongAndShort, listener: socket.socket) -> None:
    many = [connect(listener, costly("long")) for _ in range(2 * LIMITS.threads)]
    with connect(listener) as reader, connect(listener, POST) as writer:
        receive(reader, b">")
        receive(writer, b">")
    app.may_end.set()
    for connection in many:
        receive(connection, b">")
        connection.close()


def test_nothing_is_made_for_a_client_that_hung_up_while_it_waited(app: LongAndShort, listener: socket.socket) -> None:
    with connect(listener, costly("long")) as first:
        assert app.begun.wait(WAIT_SECONDS)
        connect(listener, costly("left")).close()
        with connect(listener, costly("last")) as last:
            app.may_end.set()
            receive(first, b">")
            receive(last, b">")
    assert app.made == ["/costly/long", "/costly/last"]


def test_no_small_read_is_made_for_a_client_that_hung_up_while_others_wait_behind_it(
    app: LongAndShort, listener: socket.socket
) -> None:
    readers = [connect(listener, LONG) for _ in range(LIMITS.threads)]
    connect(listener, GET.replace(b"/", b"/left", 1)).close()
    readers.append(connect(listener, GET.replace(b"/", b"/last", 1)))
    with connect(listener, POST) as writer:  # when it has its answer, all that was asked before waits
        receive(writer, b">")
    app.may_end.set()
    for reader in readers:
        receive(reader, b">")
        reader.close()
    assert "/left" not in app.made


def test_a_request_is_refused_where_too_many_wait(app: LongAndShort, listener: socket.socket) -> None:
    with ExitStack() as connections:
        first = connections.enter_context(connect(listener, costly("long")))
        assert app.begun.wait(WAIT_SECONDS)
        waiting = [
            connections.enter_context(connect(listener, costly("waits"))) for _ in range(MOST_WAITING[Lane.COSTLY] + 1)
        ]
        [refused], *_ = select.select(waiting, [], [], WAIT_SECONDS)
        receive(refused, b"<busy>")
        app.may_end.set()
        waiting.remove(refused)
        for connection in (first, *waiting):
            receive(connection, b"<answer>")


def test_clients_that_hung_up_do_not_count_among_those_that_wait(app: LongAndShort, listener: socket.socket) -> None:
    with connect(listener, costly("long")) as first:
        assert app.begun.wait(WAIT_SECONDS)
        for _ in range(2 * MOST_WAITING[Lane.COSTLY]):
            connect(listener, costly("left")).close()
        with connect(listener, costly("last")) as last:
            app.may_end.set()
            receive(first, b">")
            receive(last, b"<answer>")


def test_others_have_their_turn_between_the_pieces_of_a_response(app: LongAndShort, listener: socket.socket) -> None:
    with connect(listener, costly("pieces")) as endless:
        receive(endless, b">")
        reading = Thread(target=receive, args=(endless, b"<end>"))
        reading.start()
        with connect(listener, costly("between")) as other:
            receive(other, b">")
        app.may_end.set()
        reading.join()


def test_a_body_that_comes_bit_by_bit_keeps_nobody_waiting_in_a_lane_of_few_threads(
    app: LongAndShort, listener: socket.socket
) -> None:
    head = b"POST /costly/body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connect(listener, head + b"2\r\nab") as slow, connect(listener, costly("other")) as other:
        receive(other, b">")
        slow.sendall(b"\r\n0\r\n\r\n")
        receive(slow, b">")
    assert app.made == ["/costly/other", "/costly/bodyab"]


def test_a_read_that_turns_out_to_take_long_goes_on_in_another_lane() -> None:
    may_end = Event()

    def app(environ: "WSGIEnvironment", start: "StartResponse") -> list[bytes]:
        if environ["PATH_INFO"] == "/long":
            if environ[LANE_KEY] is Lane.READS:
                raise TakesLong(Lane.COSTLY)
            assert may_end.wait(WAIT_SECONDS)
        start("200 OK", [])
        return [b"<answer>"]

    with run_loop(app, lambda _call: None) as listener:
        moved = [connect(listener, LONG) for _ in range(2 * LIMITS.threads)]
        with connect(listener) as other:
            receive(other, b">")
        may_end.set()
        for connection in moved:
            receive(connection, b">")
            connection.close()


def test_a_write_that_turns_out_to_take_long_goes_on_among_the_uploads_with_its_body() -> None:
    may_end, bodies = Event(), []

    def app(environ: "WSGIEnvironment", start: "StartResponse") -> list[bytes]:
        body = environ["wsgi.input"].read()
        if environ["PATH_INFO"] == "/long":
            if environ[LANE_KEY] is Lane.WRITES:
                raise TakesLong(Lane.UPLOADS)
            assert may_end.wait(WAIT_SECONDS)
            bodies.append(body)
        start("200 OK", [])
        return [b"<answer>"]

    write = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
    with run_loop(app, lambda _call: None) as listener:
        moved = [connect(listener, write.replace(b"/", b"/long", 1)) for _ in range(2 * LIMITS.threads)]
        with connect(listener, write) as other:
            receive(other, b">")
        may_end.set()
        for connection in moved:
            receive(connection, b">")
            connection.close()
    assert bodies == [b"body"] * len(moved)


def costly(name: str) -> bytes:
    """A request of those that take long."""
    return GET.replace(b"/", f"/costly/{name}".encode(), 1)


def test_the_client_for_which_most_is_kept_goes_where_bytes_run_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loop, "MOST_KEPT", 0)

    given_up = Event()

    def app(environ: "WSGIEnvironment", start: "StartResponse") -> Iterator[bytes]:
        start("200 OK", [])
        yield b"<begin>"
        try:
            while environ["PATH_INFO"] == "/much":
                yield bytes(1 << 18)
        except GeneratorExit:
            given_up.set()

    with run_loop(app, lambda _call: None) as listener, connect(listener) as idle:
        receive(idle, b"<begin>")
        with connect(listener, GET.replace(b"/", b"/much", 1)):
            assert given_up.wait(WAIT_SECONDS)
        idle.sendall(GET)
        receive(idle, b"<begin>")


def test_a_client_that_asks_again_at_once_gets_all_answers_in_order(app: LongAndShort, listener: socket.socket) -> None:
    app.may_end.set()
    with connect(listener, GET + LONG + POST + costly("one") + GET) as hasty:
        data = b""
        while data.count(b">") < 5:
            data += receive(hasty, b">")
    assert data.count(b"200 OK") == 5
