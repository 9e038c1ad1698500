"""Responses that are sent piece by piece, also while their request still comes in.

Not every client reads before it has sent everything. If the response had to wait for such a client, both would wait
for ever; so what the client does not take yet is put aside, in memory and then on disk, and the reading continues.
"""

import io
import select
import socket
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Final

from flask import Response, request

_GZIP_FORMAT: Final = 16 + zlib.MAX_WBITS
_FAST_GZIP: Final = 1
"""How hard to compress what is sent while others wait."""


def streamed_response(pieces: Iterator[bytes], content_type: str, close: Callable[[], object]) -> Response:
    """The answer of these pieces, in gzip where the client takes it; `close` is called when it is over or given up."""
    packs = request.accept_encodings.quality("gzip") > 0
    answer = Response(gzipped(pieces) if packs else pieces, content_type=content_type)
    if packs:
        answer.headers["Content-Encoding"] = "gzip"
    answer.call_on_close(close)
    return answer


def gzipped(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces as one gzip stream."""
    packing = zlib.compressobj(_FAST_GZIP, zlib.DEFLATED, _GZIP_FORMAT)
    for piece in pieces:
        if part := packing.compress(piece):
            yield part
    yield packing.flush()


SOCKET_KEY: Final = "gunicorn.socket"
"""Where gunicorn keeps the connection to the client."""

PIECE_BYTES: Final = 1 << 12
"""What is surely taken at once by a connection that takes anything."""
MEMORY_BYTES: Final = 1 << 20


class _OutputSpool:
    """What waits to be taken."""

    def __init__(self, is_taking: Callable[[], bool]) -> None:
        self._is_taking = is_taking
        self._spool = tempfile.SpooledTemporaryFile(MEMORY_BYTES)  # noqa: SIM115 - closed with the answer
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
        piece = self._spool.read(min(PIECE_BYTES, self._written - self._sent))
        self._sent += len(piece)
        return piece


def interleaved(lines: Iterator[bytes], body: io.BufferedIOBase, environment: Mapping[str, object]) -> Iterator[bytes]:
    """The lines, which are made while the body is read, as far as the client takes them, and the rest behind the body.

    The first line is made at once: what stops that is raised here, when the answer can still be another one. A client
    that goes on sending behind the last line is heard out, or he would never come to read it.
    """
    try:
        first = list(islice(lines, 1))
    except Exception:
        _drain(body)
        raise
    return _interleaved(chain(first, lines), body, writability_check(environment.get(SOCKET_KEY)))


def _interleaved(lines: Iterable[bytes], body: io.BufferedIOBase, takes: Callable[[], bool]) -> Iterator[bytes]:
    outbox = _OutputSpool(takes)
    try:
        for line in lines:
            outbox.put(line)
            yield from outbox.taken()
        _drain(body)
        yield from outbox.rest()
    finally:
        outbox.close()


def writability_check(connection: object) -> Callable[[], bool]:
    """What tells whether the client takes something at this moment; without a connection to ask, he always does."""
    if not isinstance(connection, socket.socket):
        return lambda: True
    poll = select.poll()
    poll.register(connection, select.POLLOUT)
    return lambda: bool(poll.poll(0))


def _drain(body: io.BufferedIOBase) -> None:
    """Read over what the client still sends. If that fails there is nobody left to tell, or nothing left to read."""
    try:
        while body.read(1 << 16):
            pass
    except Exception:  # noqa: BLE001 - a problem with the body is told already
        return
