"""The head of an answer waits for the body that follows, and nothing of either is lost."""

import socket
import tempfile
from collections.abc import Iterator
from contextlib import suppress

import pytest

from api.http.gunicorn.connections import ClientConnection


@pytest.fixture
def client() -> Iterator[tuple[ClientConnection, socket.socket]]:
    """A connection and its other end, on which a read that finds nothing fails at once."""
    ours, theirs = socket.socketpair()
    connection = ClientConnection.of(ours, 1)
    theirs.settimeout(0)
    with connection, theirs:
        yield connection, theirs


def test_a_head_and_its_body_come_together(client: tuple[ClientConnection, socket.socket]) -> None:
    connection, other = client
    with connection.answering():
        connection.sendall(b"head ")
        with pytest.raises(BlockingIOError):
            other.recv(99)
        connection.sendall(b"body")
        assert other.recv(99) == b"head body"


def test_what_follows_comes_at_once(client: tuple[ClientConnection, socket.socket]) -> None:
    connection, other = client
    with connection.answering():
        for part in (b"head ", b"first", b"second"):
            connection.sendall(part)
        assert other.recv(10) == b"head first"
        assert other.recv(99) == b"second"


def test_a_head_without_a_body_comes_at_the_end(client: tuple[ClientConnection, socket.socket]) -> None:
    connection, other = client
    with connection.answering():
        connection.sendall(b"head")
    assert other.recv(99) == b"head"


def test_a_file_comes_behind_the_head(client: tuple[ClientConnection, socket.socket]) -> None:
    connection, other = client
    with tempfile.TemporaryFile() as file, connection.answering():
        file.write(b"file")
        file.seek(0)
        connection.sendall(b"head ")
        connection.sendfile(file)
    assert other.recv(99) == b"head file"


def test_nothing_of_an_answer_that_failed_gets_into_the_next_one(
    client: tuple[ClientConnection, socket.socket],
) -> None:
    connection, other = client
    with suppress(ZeroDivisionError), connection.answering():
        connection.sendall(b"head")
        1 / 0  # noqa: B018 - something that fails
    connection.sendall(b"next")
    assert other.recv(99) == b"next"
