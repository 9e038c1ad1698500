"""Responses that are sent piece by piece, also while their request still comes in.

Some clients read the response only after they have sent everything. If the service waited for such a client to read,
both would wait for ever. So what the client does not take yet is spooled, in memory and then on disk, and reading
the request continues.
"""

import io
import select
import socket
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from threading import Event
from typing import Final

from flask import Response, request

_GZIP_FORMAT: Final = 16 + zlib.MAX_WBITS
_FAST_GZIP: Final = 1
"""The level of compression: fast, because the thread is needed."""


def streamed_response(pieces: Iterator[bytes], content_type: str, close: Callable[[], object]) -> Response:
    """The response with these pieces, in gzip if the client takes it; `close` is called at its end."""
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
        if part := packing.compress(piece):  # nothing where it waits for more to compress together
            yield part
    yield packing.flush()


_LONG_ANSWER: Final = 1 << 20
_PIECE_BYTES: Final = 1 << 18


def keep_on_disk(answer: Response) -> Response:
    """The response; a long one is read from a file, so that it takes no memory while its client takes it slowly."""
    size = 0 if answer.is_streamed else answer.calculate_content_length() or 0
    if size <= _LONG_ANSWER or PAUSES_KEY not in request.environ:
        return answer
    file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the response
    try:
        file.writelines(answer.iter_encoded())
        file.seek(0)
    except OSError:  # rather in memory than not at all
        file.close()
        return answer
    answer.response = iter(partial(file.read, _PIECE_BYTES), b"")
    answer.headers["Content-Length"] = str(size)
    answer.call_on_close(file.close)
    return answer


SOCKET_KEY: Final = "gunicorn.socket"
"""The key of the WSGI environment under which gunicorn has the socket."""


def disconnection_check(connection: object) -> Callable[[], bool]:
    """A function that tells whether the client has gone; without a socket it is never true."""
    if not isinstance(connection, socket.socket):
        return lambda: False
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)  # tells of the end even where bytes before it are not read
    return lambda: bool(poll.poll(0))


class _Pause(bytes):
    """An empty piece of a response."""

    __slots__ = ()


PAUSE: Final = _Pause()
"""A piece of a response that says: there is nothing to send for the moment."""
PAUSES_KEY: Final = "daifu.pauses"
"""The key of the WSGI environment that says whether the server goes on after `PAUSE` later, without a thread till then.
Other servers would go on at once."""

STOPPING: Final = Event()
"""Set when the process stops taking requests: streams that wait for events end."""

PIECE_BYTES: Final = 1 << 12
"""A writable connection takes at least this much at once."""
MEMORY_BYTES: Final = 1 << 20


class _OutputSpool:
    """Bytes that wait for the client."""

    def __init__(self, is_taking: Callable[[], bool]) -> None:
        self._is_taking = is_taking
        self._spool = tempfile.SpooledTemporaryFile(MEMORY_BYTES)  # noqa: SIM115 - closed with the answer
        self._written = self._sent = 0

    def put(self, data: bytes) -> None:
        """Append data."""
        self._spool.seek(self._written)
        self._written += self._spool.write(data)

    def writable_pieces(self) -> Iterator[bytes]:
        """As much as the client takes now, in small pieces."""
        while self._sent < self._written and self._is_taking():
            yield self._piece()
        if self._sent == self._written:
            self._spool.seek(0)
            self._spool.truncate()
            self._written = self._sent = 0

    def rest(self) -> Iterator[bytes]:
        """Everything that is left, even if the client has to be waited for."""
        while self._sent < self._written:
            yield self._piece()

    def close(self) -> None:
        """Discard what is left."""
        self._spool.close()

    def _piece(self) -> bytes:
        self._spool.seek(self._sent)
        piece = self._spool.read(min(PIECE_BYTES, self._written - self._sent))
        self._sent += len(piece)
        return piece


def interleaved(
    lines: Iterator[bytes], body: io.BufferedIOBase, environment: Mapping[str, object], *, waits: bool = False
) -> Iterator[bytes]:
    """The lines, sent as far as the client takes them while the body is read, and the rest after the body.

    Where it `waits`, all of them are sent after the body. Many proxies, such as nginx, send no more of a request once
    its response has begun.

    The first line is made at once, so that an error is raised here, while the response can still be a problem. The
    body is read to its end, because some clients read nothing before that.
    """
    try:
        first = list(islice(lines, 1))
    except Exception:
        _drain(body)
        raise
    takes = (lambda: False) if waits else writability_check(environment.get(SOCKET_KEY))
    return _interleaved(chain(first, lines), body, takes)


def _interleaved(lines: Iterable[bytes], body: io.BufferedIOBase, takes: Callable[[], bool]) -> Iterator[bytes]:
    spool = _OutputSpool(takes)
    try:
        for line in lines:
            spool.put(line)
            yield from spool.writable_pieces()
        _drain(body)
        yield from spool.rest()
    finally:
        spool.close()


def writability_check(connection: object) -> Callable[[], bool]:
    """A function that tells whether the client takes data now; without a socket it is always true."""
    if not isinstance(connection, socket.socket):
        return lambda: True
    poll = select.poll()
    poll.register(connection, select.POLLOUT)
    return lambda: bool(poll.poll(0))


def _drain(body: io.BufferedIOBase) -> None:
    """Read and discard the rest of the body. Errors are ignored: the response has begun already."""
    try:
        while body.read(1 << 16):
            pass
    except Exception:  # noqa: BLE001 - the response has reported it already
        return
