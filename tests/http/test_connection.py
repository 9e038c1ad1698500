"""What a connection keeps: requests until they are here, and responses until the client takes them."""

import socket
from collections.abc import Iterator

import pytest

from daifu.api.http.gunicorn.connections import BODY_BYTES, HEAD_BYTES, LEAST_PROGRESS, ClientConnection

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
