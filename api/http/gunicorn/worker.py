"""A gunicorn worker that answers malformed requests with problem+json."""

from secrets import token_hex
from socket import socket
from sys import setswitchinterval
from typing import Any, Final

import msgspec
from gunicorn.http.errors import ParseException
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import ThreadWorker

from api.http import problem_types
from api.http.errors import HttpProblem
from api.http.gunicorn.connections import ClientConnection, close_unread_connections
from api.http.media_types import PROBLEM
from api.http.request_log import LOG, REQUEST_ID_HEADER
from api.http.sse import STOPPING
from api.languages import DEFAULT_LANGUAGE
from data.judging.process import relax_gc
from replay.text import Text

_REASONS: Final = {400: "Bad Request", 500: "Internal Server Error"}
_SWITCH_INTERVAL: Final = 0.0005
"""Seconds after which a busy thread lets another have the interpreter. Short, because a thread that returns from a disk
write holds the write lock of the store, and others wait for it."""
_MALFORMED: Final = Text("this is no sound HTTP request", "正しいHTTPリクエストではありません")
_FAILED: Final = Text("the log tells more under the request id", "詳しくはリクエストIDでログを確かめてください")


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """A process with several threads, each working on one request."""

    def load_wsgi(self) -> None:
        """Load the app, and exempt its objects from garbage collection, because they stay."""
        setswitchinterval(_SWITCH_INTERVAL)
        self.wsgi = close_unread_connections(self.app.wsgi())
        relax_gc()

    def set_accept_enabled(self, enabled: bool) -> None:  # noqa: FBT001 - gunicorn's own
        """Take new connections or not. A stopping worker closes its sockets, or clients would wait in vain."""
        super().set_accept_enabled(enabled)
        if not self.alive:
            STOPPING.set()
            for listener in self.sockets:
                listener.close()

    def handle(self, conn: Any) -> object:  # noqa: ANN401 - gunicorn's own
        """Serve a connection, which may bring several requests."""
        if not isinstance(conn.sock, ClientConnection):
            conn.sock = ClientConnection.of(conn.sock, self.app.silence)
        return super().handle(conn)

    def handle_request(self, req: Any, conn: Any) -> object:  # noqa: ANN401 - gunicorn's own
        """Answer one request. Returns whether the connection can be used for another."""
        with conn.sock.answering():
            return super().handle_request(req, conn)

    def handle_error(self, req: Any, client: socket, addr: Any, exc: Exception) -> None:  # noqa: ANN401, ARG002
        """Send the problem that the request could not be read, or that the server failed, and log it."""
        request_id = token_hex(8)
        known = {"request_id": request_id, "address": addr[0] if addr else None}
        if isinstance(exc, ParseException):
            problem = HttpProblem(problem_types.BAD_REQUEST, _MALFORMED)
            LOG.warning("malformed request: %s", exc, extra=known)
        else:
            problem = HttpProblem(problem_types.INTERNAL_ERROR, _FAILED)
            LOG.error("error", exc_info=exc, extra=known)
        write_nonblock(client, _http_response(problem, request_id))


def _http_response(problem: HttpProblem, request_id: str) -> bytes:
    """The whole HTTP response as bytes."""
    body = msgspec.json.encode({**problem.as_object(DEFAULT_LANGUAGE), "request_id": request_id})
    status = problem.kind.status
    head = (
        f"HTTP/1.1 {status} {_REASONS[status]}\r\nConnection: close\r\nContent-Type: {PROBLEM}\r\n"
        f"Content-Language: {DEFAULT_LANGUAGE}\r\n{REQUEST_ID_HEADER}: {request_id}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
