"""An answer that goes out while its request still comes in.

Not every client reads before it has sent everything. If the answer had to wait for such a one, and he for us, neither
would ever go on; so what he does not take yet is put aside, in memory and then on disk, and the reading continues.
"""

import io
import select
import socket
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Final

SOCKET: Final = "gunicorn.socket"
"""Where gunicorn keeps the connection to the client."""

PIECE: Final = 1 << 12
"""What is surely taken at once by a connection that takes anything."""
IN_MEMORY: Final = 1 << 20


class _Outbox:
    """What waits to be taken."""

    def __init__(self, is_taking: Callable[[], bool]) -> None:
        self._is_taking = is_taking
        self._spool = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed with the answer
        self._written = self._sent = 0

    def put(self, data: bytes) -> None:
        """Let this wait behind the rest."""
        self._spool.seek(self._written)
        self._written += self._spool.write(data)

    def taken(self) -> Iterator[bytes]:
        """As much as the client takes now, in small pieces."""
        while self._sent < self._written and self._is_taking():
            yield self._piece()
        if self._sent == self._written:
            self._spool.seek(0)
            self._spool.truncate()
            self._written = self._sent = 0

    def rest(self) -> Iterator[bytes]:
        """Everything that is left, however long the client takes."""
        while self._sent < self._written:
            yield self._piece()

    def close(self) -> None:
        """Throw away what is left."""
        self._spool.close()

    def _piece(self) -> bytes:
        self._spool.seek(self._sent)
        piece = self._spool.read(min(PIECE, self._written - self._sent))
        self._sent += len(piece)
        return piece


def sent(lines: Iterator[bytes], body: io.BufferedIOBase, environment: Mapping[str, object]) -> Iterator[bytes]:
    """The lines, which are made while the body is read, as far as the client takes them, and the rest behind the body.

    The first line is made at once: what stops that is raised here, when the answer can still be another one. A client
    that goes on sending behind the last line is heard out, or he would never come to read it.
    """
    try:
        first = list(islice(lines, 1))
    except Exception:
        _hear_out(body)
        raise
    return _sent(chain(first, lines), body, is_taking(environment.get(SOCKET)))


def _sent(lines: Iterable[bytes], body: io.BufferedIOBase, takes: Callable[[], bool]) -> Iterator[bytes]:
    outbox = _Outbox(takes)
    try:
        for line in lines:
            outbox.put(line)
            yield from outbox.taken()
        _hear_out(body)
        yield from outbox.rest()
    finally:
        outbox.close()


def is_taking(connection: object) -> Callable[[], bool]:
    """What tells whether the client takes something at this moment; without a connection to ask, he always does."""
    if not isinstance(connection, socket.socket):
        return lambda: True
    poll = select.poll()
    poll.register(connection, select.POLLOUT)
    return lambda: bool(poll.poll(0))


def _hear_out(body: io.BufferedIOBase) -> None:
    """Read over what the client still sends. If that fails there is nobody left to tell, or nothing left to read."""
    try:
        while body.read(1 << 16):
            pass
    except Exception:  # noqa: BLE001 - a problem with the body is told already
        return
