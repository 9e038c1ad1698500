"""Connections to clients: timeouts, one packet for the head and the first part of a body, and unread bodies.

Clients go away without a word, and each takes a thread; so a connection has a timeout. Where much of a body was
left unread, such as a large upload without a token, the response says that the connection ends with it: only what
follows could tell where the next request begins.
"""

import errno
import os
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Self

from gunicorn.http.body import Body, LengthReader

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_TIMEVAL: Final = struct.Struct("ll")


class TimedConnection(socket.socket):
    """A connection to a client; when he was silent for too long it is as if he had gone."""

    @classmethod
    def of(cls, connection: socket.socket, silence: int) -> Self:
        """The same connection, on which he may be silent for so many seconds. The system counts them."""
        patient = cls(fileno=connection.detach())
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            patient.setsockopt(socket.SOL_SOCKET, option, _TIMEVAL.pack(silence, 0))
        return patient

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """What comes next, nothing at the end."""
        try:
            return super().recv(size, flags)
        except BlockingIOError:
            return b""

    def sendall(self, data: bytes, flags: int = 0, /) -> None:  # type: ignore[override] # gunicorn sends bytes
        """Send it all. Raises BrokenPipeError where he does not take it."""
        try:
            super().sendall(data, flags)
        except BlockingIOError as error:
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from error


class ClientConnection(TimedConnection):
    """A connection to a client, on which the first that is sent of an answer waits for what follows."""

    _waits_for_more = False
    _head = b""

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Inside the block an answer is sent, and it is over when the block is."""
        self._waits_for_more = True
        try:
            yield
            self._send_head()
        finally:
            self._waits_for_more, self._head = False, b""

    def sendall(self, data: bytes, flags: int = 0, /) -> None:  # type: ignore[override] # gunicorn sends bytes
        """Send it all, or keep it until there is more. Raises BrokenPipeError where the client does not take it."""
        if self._waits_for_more:
            self._waits_for_more, self._head = False, data
        else:
            head, self._head = self._head, b""
            super().sendall(head + data if head else data, flags)

    def sendfile(self, *args: Any, **kwargs: Any) -> int:  # noqa: ANN401 - whatever a socket takes
        """Send a file, behind what was kept."""
        self._send_head()
        return super().sendfile(*args, **kwargs)

    def _send_head(self) -> None:
        if self._head:
            self.sendall(b"")


MOST_READ_OVER: Final = 1 << 16
"""So much is read over by gunicorn to get to the next request."""


def close_unread_connections(app: "WSGIApplication") -> "WSGIApplication":
    """The app, whose answers end their connection where too much was left unread."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        def start(*told: Any) -> Any:  # noqa: ANN401 - as the server has it
            if _has_unread_body(environ["wsgi.input"]):
                start_response.__self__.force_close()  # type: ignore[attr-defined] # a method of gunicorn's answer
            return start_response(*told)

        return app(environ, start)

    return answer


def _has_unread_body(body: Body) -> bool:
    reader = body.reader
    return isinstance(reader, LengthReader) and reader.length > MOST_READ_OVER
