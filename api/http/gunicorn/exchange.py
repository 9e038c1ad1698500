"""A request and its response, in steps: a thread is needed only while there is something to do.

A step ends when the client does not take the response as fast as it is made, when the app has nothing to send for
the moment, or when others have their turn. The next step may run in another thread, so all of them run in one context
of `contextvars`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from contextvars import copy_context
from enum import Enum, auto
from http import HTTPStatus
from io import BytesIO
from secrets import token_hex
from time import monotonic, time_ns
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from gunicorn.http.body import Body, LengthReader
from gunicorn.http.errors import (
    InvalidHeader,
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    LimitRequestLine,
    NoMoreData,
    ParseException,
)
from gunicorn.http.parser import RequestParser
from gunicorn.http.wsgi import create

from daifu.api.http import problem_types
from daifu.api.http.errors import HttpProblem
from daifu.api.http.gunicorn.connections import HEAD_BYTES, ClientConnection
from daifu.api.http.lanes import BEGUN_KEY, BUSY_KEY, LANE_KEY, TURN_SECONDS, Lane, TakesLong
from daifu.api.http.media_types import PROBLEM
from daifu.api.http.request_log import LOG, REQUEST_ID_HEADER
from daifu.api.http.requests import FORM_BYTES
from daifu.api.http.responses import language_preferred_by
from daifu.api.http.streaming import PAUSE, PAUSES_KEY
from daifu.api.languages import DEFAULT_LANGUAGE, Language
from daifu.replay.text import Text

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

REQUEST_LINE_BYTES: Final = 8190
"""The longest first line of a request."""

_PIECE_BYTES: Final = 1 << 18
_ACCEPT_LANGUAGE: Final = re.compile(rb"\r\naccept-language:([^\r\n]*)\r\n", re.IGNORECASE)
_HOST: Final = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=%-]*(?::[0-9]*)?|\[[0-9A-Fa-f:.]+\](?::[0-9]*)?")
_HTTP_1_1: Final = (1, 1)
_GONE: Final = (ConnectionError, TimeoutError, NoMoreData, StopIteration)
"""What is raised where the client is gone, also before it has sent a whole request."""

_MALFORMED: Final = Text("this is no sound HTTP request", "正しいHTTPリクエストではありません")
_NO_HOST: Final = Text("expected one header Host with the name of a host", "ホスト名を書いたHostヘッダーが1つ必要です")
_LONG_LINE: Final = Text(
    f"expected a first line of at most {REQUEST_LINE_BYTES} bytes, found a longer one",
    f"リクエストの1行目は{REQUEST_LINE_BYTES}バイト以下が必要ですが、それを超えています",
)
_LARGE_HEAD: Final = Text(
    f"expected at most 100 headers, none longer than {REQUEST_LINE_BYTES} bytes, and {HEAD_BYTES} bytes of them in all",
    f"ヘッダーは100個以下、1つ{REQUEST_LINE_BYTES}バイト以下、全体で{HEAD_BYTES}バイト以下が必要です",
)
_TOO_SLOW: Final = Text("the rest of the request did not come in time", "リクエストの残りが時間内に届きませんでした")
_FAILED: Final = Text("the log tells more under the request id", "詳しくはリクエストIDでログを確かめてください")


class _BadHost(InvalidHeader):  # type: ignore[misc] # gunicorn has no types
    """The request does not name one host."""


class Step(Enum):
    """What has to happen after a step of an exchange."""

    MOVE = auto()
    """The exchange goes on in its lane, behind those that wait there."""
    SEND = auto()
    """The client has to take what was sent."""
    PAUSE = auto()
    """The app has nothing to send for the moment."""
    REUSE = auto()
    """The exchange is complete, and the connection may be used for another one."""
    CLOSE = auto()
    """The exchange is complete, and the connection is of no more use."""


class Site(NamedTuple):
    """What the exchanges of a process share: the app, the settings of gunicorn, and whether the process stops.

    `lane_of` says of a WSGI environment in which lane that takes long it belongs, if in any.
    """

    app: "WSGIApplication"
    settings: Any
    is_stopping: Callable[[], bool]
    lane_of: "Callable[[WSGIEnvironment], Lane | None]"


class _BrokenBody(BytesIO):
    """A body that ends before its length."""

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes. Raises `NoMoreData` behind the last one."""
        if data := super().read(size):
            return data
        raise NoMoreData


class Exchange:
    """The request that a connection has, and its response."""

    def __init__(self, connection: ClientConnection, server: object, site: Site, begun_in: Lane = Lane.READS) -> None:
        self.result: Step | None = None
        """What comes after the last step; None before it."""
        self.lane: Lane | None = None
        """The lane that takes long in which it goes on, if it does."""
        self._connection = connection
        self._server = server
        self._site = site
        self._begun_in, self._begun = begun_in, time_ns()
        self._context = copy_context()
        self._parser = RequestParser(site.settings, connection, connection.address)
        self._request: Any = None
        self._environ: WSGIEnvironment | None = None
        self._refused = b""
        """The beginning of a head that is too long to be read as a request."""
        self._response: Any = None
        self._answer: Iterable[bytes] = ()
        self._pieces: Iterator[bytes] | None = None

    def step(self) -> Step:
        """Go on until something has to be waited for. An error is answered or logged."""
        return self._context.run(self._take_step)  # the step before may have been taken in another thread

    @property
    def has_begun(self) -> bool:
        """Whether the app was called."""
        return self._pieces is not None

    def refuse(self) -> None:
        """Let the app refuse the request, because too many others wait."""
        if self._environ is not None:
            self._environ[BUSY_KEY] = True
            self.lane = None

    def abandon(self) -> None:
        """End the exchange before it is complete, because the client is gone."""
        self._context.run(self._end, Step.CLOSE)

    def _take_step(self) -> Step:
        try:
            return self._go_on()
        except _GONE:
            return self._end(Step.CLOSE)
        except Exception as error:  # noqa: BLE001 - the thread goes on with other exchanges
            return self._fail(error)

    def _go_on(self) -> Step:
        if self._pieces is None:
            self._pieces = self._begin()
        if self._pieces is None:
            return Step.MOVE
        turn_end = monotonic() + TURN_SECONDS
        for piece in self._pieces:
            if piece is PAUSE:
                return Step.SEND if self._connection.unsent else Step.PAUSE
            if piece:
                self._response.write(piece)
            if self._connection.unsent:
                return Step.SEND
            if self.lane is not None and monotonic() >= turn_end:
                return Step.MOVE
        self._response.close()
        if self._response.should_close() or not self._skip_body():
            return self._end(Step.CLOSE)
        self._connection.end_request(self._parser.unreader.take_buffered())
        return self._end(Step.REUSE)

    def _begin(self) -> Iterator[bytes] | None:
        """Read the request and call the app. The pieces of the response; None if another lane is to do it."""
        if self._environ is None:
            self._environ = self._read_request()
            self.lane = self._site.lane_of(self._environ)
            if self.lane is not None or self._begun_in is Lane.WRITES:
                body = self._environ["wsgi.input"].read(FORM_BYTES + 1)  # which may be slow to come
                is_whole = len(body) >= min(int(self._environ.get("CONTENT_LENGTH") or 0), FORM_BYTES + 1)
                self._environ["wsgi.input"] = BytesIO(body) if is_whole else _BrokenBody(body)
            if self.lane is not None:
                return None
            self._environ[LANE_KEY] = self._begun_in
        try:
            self._answer = self._site.app(self._environ, self._start_response)
        except TakesLong as found:
            found.__traceback__ = None  # its frames hold what was read, and one of them holds it
            self.lane = self._environ[LANE_KEY] = found.lane
            if self._begun_in is Lane.WRITES:
                self._environ["wsgi.input"].seek(0)
            return None
        return _small_pieces(self._answer)

    def _read_request(self) -> "WSGIEnvironment":
        """Read the request. Returns what the app is told of it."""
        connection, site = self._connection, self._site
        if connection.has_long_head() or connection.has_long_line(REQUEST_LINE_BYTES):
            self._refused = connection.recv(HEAD_BYTES)
            if b"\r\n" in self._refused[: REQUEST_LINE_BYTES + 2]:
                raise LimitRequestHeaders(f"more than {HEAD_BYTES} bytes")
            raise LimitRequestLine(len(self._refused), REQUEST_LINE_BYTES)
        self._request = next(self._parser)
        hosts = [value for name, value in self._request.headers if name == "HOST"]  # gunicorn refuses two
        if (not hosts and self._request.version >= _HTTP_1_1) or not all(map(_HOST.fullmatch, hosts)):
            raise _BadHost("HOST", req=self._request)
        self._response, environ = create(self._request, connection, connection.address, self._server, site.settings)
        environ["wsgi.multithread"] = environ[PAUSES_KEY] = True
        environ[BEGUN_KEY] = self._begun
        if site.is_stopping():
            self._response.force_close()
        found: WSGIEnvironment = environ
        return found

    def _start_response(self, status: str, *headers: Any) -> Any:  # noqa: ANN401 - as WSGI has it
        """Start the response. An error closes the connection if the body of the request is still to come."""
        if status.startswith(("4", "5")) and not self._skip_body():
            self._response.force_close()
        return self._response.start_response(status, *headers)

    def _skip_body(self) -> bool:
        """Skip a body that the app has not read. Returns false if it is not here, or where it ends is unknown."""
        body: Body = self._request.body
        reader = body.reader
        if body.failed or self._connection.has_ended:
            return False
        if not isinstance(reader, LengthReader):
            return reader.parser is None or reader.parser.gi_frame is None
        if reader.length > reader.unreader.buf.getbuffer().nbytes:
            return False
        reader.read(reader.length)
        return True

    def _end(self, result: Step) -> Step:
        """Let the app end the response. Returns the result, or that something is to be sent before it."""
        answer, self._answer = self._answer, ()
        self._pieces = iter(())
        self.result = result
        if close := getattr(answer, "close", None):
            try:
                close()
            except Exception as error:  # noqa: BLE001 - nobody waits for it
                LOG.error("error", exc_info=error)
        return Step.SEND if self._connection.unsent else result

    def _fail(self, error: Exception) -> Step:
        """Answer that the request could not be read, or that the server failed, and log it."""
        request_id = token_hex(8)
        known = {"request_id": request_id, "address": self._connection.address[0]}
        problem = _problem_of(error)
        if problem.kind is problem_types.INTERNAL_ERROR:
            LOG.error("error", exc_info=error, extra=known)
        else:
            LOG.warning("malformed request: %s", type(error).__name__, extra=known)  # its text may be the address
        if self._response is None or not self._response.headers_sent:
            with suppress(OSError):
                found = _ACCEPT_LANGUAGE.search(self._refused)  # as far as the head has come
                language = language_preferred_by(found[1].decode("latin-1")) if found else DEFAULT_LANGUAGE
                self._connection.sendall(_http_response(problem, request_id, language))
        return self._end(Step.CLOSE)


def _small_pieces(answer: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a response. Long ones are cut: what the client does not take yet is kept in memory again."""
    for piece in answer:
        if len(piece) <= _PIECE_BYTES:
            yield piece
        else:
            yield from (piece[at : at + _PIECE_BYTES] for at in range(0, len(piece), _PIECE_BYTES))


def timeout_response() -> bytes:
    """The response to a client that has sent a part of a request and then nothing more."""
    return _http_response(HttpProblem(problem_types.TIMEOUT, _TOO_SLOW), token_hex(8))


def _problem_of(error: Exception) -> HttpProblem:
    match error:
        case InvalidResponseHeader() | InvalidResponseHeaderName():
            return HttpProblem(problem_types.INTERNAL_ERROR, _FAILED)
        case _BadHost():
            return HttpProblem(problem_types.BAD_REQUEST, _NO_HOST)
        case LimitRequestLine():
            return HttpProblem(problem_types.ADDRESS_TOO_LONG, _LONG_LINE)
        case LimitRequestHeaders():
            return HttpProblem(problem_types.HEADERS_TOO_LARGE, _LARGE_HEAD)
        case ParseException():
            return HttpProblem(problem_types.BAD_REQUEST, _MALFORMED)
        case _:
            return HttpProblem(problem_types.INTERNAL_ERROR, _FAILED)


def _http_response(problem: HttpProblem, request_id: str, language: Language = DEFAULT_LANGUAGE) -> bytes:
    """The whole HTTP response as bytes."""
    body = msgspec.json.encode({**problem.as_object(language), "request_id": request_id})
    status = HTTPStatus(problem.kind.status)
    head = (
        f"HTTP/1.1 {status} {status.phrase}\r\nConnection: close\r\nContent-Type: {PROBLEM}\r\n"
        f"Content-Language: {language}\r\n{REQUEST_ID_HEADER}: {request_id}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
