"""What a connection keeps, and a request with its response in steps, each in any thread, with a small WSGI app."""

import socket
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from gunicorn.config import Config

from daifu.api.http.gunicorn.connections import BODY_BYTES, HEAD_BYTES, LEAST_PROGRESS, ClientConnection
from daifu.api.http.gunicorn.exchange import Exchange, Site, Step
from daifu.api.http.streaming import PAUSE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
MUCH = bytes(16 << 20)
"""More than a connection takes while its other end reads nothing."""


@pytest.fixture
def ends() -> Iterator[tuple[ClientConnection, socket.socket]]:
    """A connection and its other end, on which a read that finds nothing fails at once."""
    ours, theirs = socket.socketpair()
    connection = ClientConnection(ours, 1)
    theirs.settimeout(0)
    with connection, theirs:
        yield connection, theirs


@pytest.fixture
def connection(ends: tuple[ClientConnection, socket.socket]) -> ClientConnection:
    return ends[0]


@pytest.fixture
def other(ends: tuple[ClientConnection, socket.socket]) -> socket.socket:
    return ends[1]


def post(length: int, *headers: bytes) -> bytes:
    """The head of a request with a body of this length."""
    return b"\r\n".join([b"POST / HTTP/1.1", b"Host: a", b"Content-Length: %d" % length, *headers, b"", b""])


def test_a_request_is_here_when_its_head_is_complete(connection: ClientConnection, other: socket.socket) -> None:
    for byte in GET[:-1]:
        other.send(bytes([byte]))
        connection.receive()
        assert not connection.has_request()
    other.send(GET[-1:])
    connection.receive()
    assert connection.has_request()
    assert not connection.comes_later()


def test_a_short_body_is_waited_for(connection: ClientConnection, other: socket.socket) -> None:
    other.send(post(3) + b"ab")
    connection.receive()
    assert not connection.has_request()
    other.send(b"c")
    connection.receive()
    assert connection.has_request()
    assert not connection.comes_later()


@pytest.mark.parametrize(
    "head", [post(BODY_BYTES + 1), post(3, b"Expect: 100-continue"), post(3, b"Transfer-encoding: chunked")]
)
def test_a_body_that_is_long_or_that_may_be_sent_bit_by_bit_comes_later(
    connection: ClientConnection, other: socket.socket, head: bytes
) -> None:
    other.send(head)
    connection.receive()
    assert connection.has_request()
    assert connection.comes_later()


def test_a_request_that_breaks_off_in_its_body_is_here(connection: ClientConnection, other: socket.socket) -> None:
    other.send(post(3) + b"ab")
    other.shutdown(socket.SHUT_WR)
    connection.receive()
    connection.receive()
    assert connection.has_ended
    assert connection.has_request()


def test_a_head_with_bare_line_feeds_is_not_waited_for(connection: ClientConnection, other: socket.socket) -> None:
    other.send(b"GET / HTTP/1.1\nHost: a\n\n")
    connection.receive()
    assert connection.has_request()


def test_a_head_that_is_too_long_is_not_waited_for(connection: ClientConnection, other: socket.socket) -> None:
    other.send(b"GET /" + HEAD_BYTES * b"a")
    connection.receive()
    assert connection.has_request()
    assert connection.has_long_head()


def test_a_thread_reads_what_was_received_and_then_what_comes(
    connection: ClientConnection, other: socket.socket
) -> None:
    other.send(post(BODY_BYTES + 1) + b"a")
    connection.receive()
    connection.begin_request()
    assert connection.recv(1).endswith(b"\r\n\r\na")
    other.send(b"bc")
    assert connection.recv(9) == b"bc"


def test_what_was_read_too_far_begins_the_next_request(connection: ClientConnection, other: socket.socket) -> None:
    other.send(GET + GET)
    connection.receive()
    assert connection.has_request()
    connection.begin_request()
    assert connection.recv(1) == GET + GET
    connection.end_request(GET)
    assert connection.has_request()


def test_a_client_that_sends_nothing_more_is_given_up(connection: ClientConnection) -> None:
    connection.begin_request()
    assert connection.recv(9) == b""
    assert connection.has_ended


def test_a_client_that_sends_next_to_nothing_is_given_up(
    connection: ClientConnection, other: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("daifu.api.http.gunicorn.connections.monotonic", lambda: now)
    connection.begin_request()
    for size in (LEAST_PROGRESS, LEAST_PROGRESS, LEAST_PROGRESS - 2, 1):
        other.send(bytes(size))
        last = connection.recv(BODY_BYTES)
        now += 1.5
    assert last == b""
    assert connection.has_ended


def test_what_the_client_does_not_take_is_kept_until_it_does(
    connection: ClientConnection, other: socket.socket
) -> None:
    connection.sendall(MUCH)
    assert 0 < len(connection.unsent) < len(MUCH)
    assert connection.size == len(connection.unsent)
    connection.sendall(b"end")
    taken = b""
    while not taken.endswith(b"end"):
        taken += other.recv(len(MUCH))
        connection.flush()
    assert taken == MUCH + b"end"
    assert not connection.unsent


def test_a_client_that_takes_nothing_makes_no_progress(connection: ClientConnection) -> None:
    connection.sendall(MUCH)
    assert not connection.flush()


POST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
LONG_ANSWER = bytes(8 << 20)
"""More than a connection takes while its other end reads nothing."""
Client = tuple[ClientConnection, socket.socket]


@pytest.fixture
def client() -> Iterator[Client]:
    """A connection and its other end."""
    ours, theirs = socket.socketpair()
    connection = ClientConnection(ours, 1)
    theirs.settimeout(5)
    with connection, theirs:
        yield connection, theirs


def streaming(make: Callable[[], Iterator[bytes]], status: str = "200 OK") -> "WSGIApplication":
    """An app that streams these pieces."""

    def app(_environ: "WSGIEnvironment", start: "StartResponse") -> Iterator[bytes]:
        start(status, [])
        return make()

    return app


def exchange_on(client: Client, app: "WSGIApplication", sent: bytes = GET) -> Exchange:
    """The exchange of a request that the client has sent."""
    connection, other = client
    other.sendall(sent)
    connection.receive()
    assert connection.has_request()
    connection.begin_request()
    return Exchange(connection, ("localhost", 80), Site(app, Config(), lambda: False, lambda _environ: None))


def test_an_exchange_ends_with_a_connection_that_can_be_used_again(client: Client) -> None:
    exchange = exchange_on(client, streaming(lambda: iter([b"one", b"two"])), GET + GET)
    assert exchange.step() is exchange.result is Step.REUSE
    assert client[1].recv(999).endswith(b"3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n")
    assert client[0].has_request()


def test_a_step_ends_where_there_is_nothing_to_send(client: Client) -> None:
    exchange = exchange_on(client, streaming(lambda: iter([b"one", PAUSE, b"two"])))
    assert exchange.step() is Step.PAUSE
    assert client[1].recv(999).endswith(b"3\r\none\r\n")
    assert exchange.step() is Step.REUSE


def test_a_step_ends_where_the_client_takes_no_more(client: Client) -> None:
    made = []

    def pieces() -> Iterator[bytes]:
        for number in range(3):
            made.append(number)
            yield LONG_ANSWER

    exchange = exchange_on(client, streaming(pieces))
    assert exchange.step() is Step.SEND
    assert made == [0]
    exchange.abandon()
    assert exchange.result is Step.CLOSE


def test_the_app_is_told_when_the_client_is_gone(client: Client) -> None:
    closed = []

    def pieces() -> Iterator[bytes]:
        try:
            while True:
                yield LONG_ANSWER
        finally:
            closed.append("closed")

    exchange = exchange_on(client, streaming(pieces))
    assert exchange.step() is Step.SEND
    exchange.abandon()
    assert closed == ["closed"]


def test_all_steps_have_the_same_context(client: Client) -> None:
    variable = ContextVar[str]("variable")

    def pieces() -> Iterator[bytes]:
        token = variable.set("here")
        yield PAUSE
        yield variable.get().encode()
        variable.reset(token)

    exchange = exchange_on(client, streaming(pieces))
    for _step in range(2):
        thread = Thread(target=exchange.step)
        thread.start()
        thread.join()
    assert exchange.result is Step.REUSE
    assert b"here" in client[1].recv(999)


def test_an_error_before_the_response_is_a_problem(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_environ: "WSGIEnvironment", _start: "StartResponse") -> Iterator[bytes]:
        raise ZeroDivisionError

    exchange = exchange_on(client, fail)
    assert exchange.step() is Step.CLOSE
    assert client[1].recv(999).startswith(b"HTTP/1.1 500 Internal Server Error\r\n")
    assert "ZeroDivisionError" in caplog.text


def test_an_error_in_a_response_cuts_it_off(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"one"
        raise ZeroDivisionError

    exchange = exchange_on(client, streaming(pieces))
    assert exchange.step() is Step.CLOSE
    assert client[1].recv(999).endswith(b"3\r\none\r\n")
    assert "ZeroDivisionError" in caplog.text


def test_an_error_that_a_client_does_not_wait_for_ends_the_exchange(client: Client) -> None:
    exchange = exchange_on(client, streaming(lambda: iter([])), b"nonsense\r\n\r\n")
    client[1].close()
    assert exchange.step() is Step.CLOSE


def test_a_body_that_was_not_read_is_skipped(client: Client) -> None:
    exchange = exchange_on(client, streaming(lambda: iter([b"one"])), POST + GET)
    assert exchange.step() is Step.REUSE
    assert client[0].has_request()


def test_an_error_closes_a_connection_whose_body_is_still_to_come(client: Client) -> None:
    late = POST.replace(b"\r\n\r\nbody", b"\r\nTransfer-Encoding: chunked\r\n\r\n").replace(
        b"Content-Length: 4\r\n", b""
    )
    exchange = exchange_on(client, streaming(lambda: iter([b"one"]), "401 UNAUTHORIZED"), late)
    assert exchange.step() is Step.CLOSE
    assert b"\r\nConnection: close\r\n" in client[1].recv(999)
