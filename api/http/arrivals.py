"""The body of a request as it arrives: what is there is handed on, and nobody waits for as much as he asked for.

Clients may wait for what they are told of one record before they send the next one.
"""

import select
import socket
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from flask import request
from gunicorn.http.body import Body, ChunkedReader, LengthReader
from gunicorn.http.errors import NoMoreData, ParseException

from api.http import kinds
from api.http.outbox import SOCKET
from api.http.problems import HttpProblem
from replay.text import Text

BREAKS: Final = (OSError, ParseException)
"""What reading a body raises that does not come to its end, or is not as its headers say."""

_BLOCK: Final = 1 << 16


class Arriving:
    """The body of this request, for a server that has it piece by piece."""

    def __init__(self) -> None:
        self._pieces = _pieces(request.stream)
        self._rest = memoryview(b"")
        self._connection = request.environ.get(SOCKET)

    def read(self, size: int, /) -> bytes:
        """At most so many bytes, as soon as there are any; none at the end.

        Raises the problem `bad-request` where the body breaks off.
        """
        self._have(1)
        data, self._rest = self._rest[:size], self._rest[size:]
        return bytes(data)

    def begins_with(self, begin: bytes) -> bool:
        """Whether these are the first bytes, which are waited for. Raises the same problem."""
        self._have(len(begin))
        return bytes(self._rest[: len(begin)]) == begin

    def has_come(self) -> bool:
        """Whether there is more to be read at this moment, as far as one can tell from here."""
        if self._rest or not isinstance(self._connection, socket.socket):
            return True
        poll = select.poll()
        poll.register(self._connection, select.POLLIN)
        return bool(poll.poll(0))

    def _have(self, least: int) -> None:
        """Wait for so many bytes, or the end."""
        try:
            while len(self._rest) < least and (piece := next(self._pieces, None)) is not None:
                self._rest = memoryview(bytes(self._rest) + piece)
        except BREAKS as error:
            raise broken_off() from error


def broken_off() -> HttpProblem:
    """The problem that less of a body came than its headers say, or something that is none."""
    detail = Text("expected more of the body, found its end", "本文の続きが必要ですが、途中で終わっています")
    return HttpProblem(kinds.BAD_REQUEST, detail)


def _pieces(body: Any) -> Iterator[bytes]:  # noqa: ANN401 - what a server calls the body of a request
    if not isinstance(body, Body):
        return iter(partial(body.read, _BLOCK), b"")
    reader = body.reader
    return _watched(body, _of_length(reader) if isinstance(reader, LengthReader) else _of_chunks(reader))


def _watched(body: Body, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces; if they break off, gunicorn is told that this connection cannot be used for another request."""
    try:
        yield from pieces
    except Exception:
        body.failed = True
        raise


def _of_chunks(reader: ChunkedReader) -> Iterator[bytes]:
    """The chunks; the parser stays open when nobody reads on, for gunicorn goes on with it to the next request."""
    return iter(partial(next, reader.parser, None), None)


def _of_length(reader: LengthReader) -> Iterator[bytes]:
    while reader.length:
        data = reader.unreader.read(None, read_ahead=reader.length)
        if not data:
            raise NoMoreData
        piece = data[: reader.length]
        reader.unreader.unread(data[len(piece) :])
        reader.length -= len(piece)
        yield piece
