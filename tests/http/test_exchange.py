"""A request and its response in steps, each in any thread, with a small WSGI app."""

import socket
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from gunicorn.config import Config

from daifu.api.http.gunicorn.connections import ClientConnection
from daifu.api.http.gunicorn.exchange import Exchange, Site, Step
from daifu.api.http.streaming import PAUSE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
MUCH = bytes(8 << 20)
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
            yield MUCH

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
                yield MUCH
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
