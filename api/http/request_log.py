"""The log: a line of JSON for each request and for each error, under the id of the request; and traces of requests.

The id comes from the header `X-Request-Id`, or is made here; the response and every problem have it.
"""

import logging
import re
import sys
from contextlib import suppress
from importlib.metadata import version
from secrets import token_hex
from time import gmtime, perf_counter, time_ns
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from flask import Flask, Response, g, request
from pythonjsonlogger.msgspec import MsgspecFormatter

from daifu.api.http import problem_types
from daifu.api.http.lanes import BEGUN_KEY
from daifu.api.http.problem_types import ProblemType
from daifu.api.settings import Settings
from daifu.data.store.errors import StoreUnusable

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider


REQUEST_ID_HEADER: Final = "X-Request-Id"
LOG: Final = logging.getLogger("daifu")

_PRIVATE: Final = frozenset({"player", "other", "signature"})
"""The variable parts of addresses that are not logged: ids of people, and what a link may do."""
_PART: Final = re.compile(r"<(?:\w+:)?(\w+)>")
_PRIVATE_PATH: Final = re.compile(r"^(.*?/(?:players|tables|evenings)/).+", re.IGNORECASE | re.DOTALL)
"""An address that is unknown, or not for this method, below those that have such parts, wherever a proxy puts them."""
_VALID_ID: Final = re.compile(r"[\w.:/+=-]{1,128}", re.ASCII)
_SERVER_PROBLEMS: Final = frozenset({problem_types.INTERNAL_ERROR, problem_types.UNAVAILABLE, problem_types.STORE_FULL})
_TO_STANDARD_ERROR: Final = "-"
_FIELDS: Final = "{asctime}{levelname}{process}{message}"
_NAMES: Final = {"asctime": "time", "levelname": "level"}
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"


class _Formatter(MsgspecFormatter):
    """A line of JSON with its time in UTC."""

    converter = staticmethod(gmtime)


def identify_requests(app: Flask) -> None:
    """Give each request of the app an id, which its response has, too."""
    app.before_request(_start_request)
    app.after_request(_add_request_id)


def log_requests(app: Flask) -> None:
    """Log each request of the app at its end."""
    app.after_request(_log_request)


def configure_log(settings: Settings) -> None:
    """Write the log of this process where the settings say."""
    path = settings.log
    handler = logging.StreamHandler() if path == _TO_STANDARD_ERROR else _FileHandler(path, encoding="utf-8")
    handler.setFormatter(_Formatter(_FIELDS, style="{", datefmt=_TIME, rename_fields=_NAMES))
    LOG.handlers = [handler]
    LOG.propagate = False
    LOG.setLevel(settings.log_level.upper())


def log_error(error: Exception, kind: ProblemType) -> None:
    """Log an error, if its problem is a failure of the server: with its traceback, unless it is one to be expected.

    A full disk or a damaged record is expected; each request that meets it is one line with the reason.
    """
    if kind not in _SERVER_PROBLEMS:
        return
    known = {"request_id": g.request_id, "path": logged_path()}
    if isinstance(error, StoreUnusable | OSError) and kind is not problem_types.INTERNAL_ERROR:
        cause = error.__cause__ or error
        LOG.error("error", extra={**known, "reason": str(error), "cause": f"{type(cause).__name__}: {cause}"})
    else:
        LOG.error("error", exc_info=error, extra=known)


def logged_path() -> str:
    """The path, quoted if it has other characters than ASCII: some of them end a line for some programs.

    Ids of people, and links by which results are entered, are left out like queries.
    """
    rule = request.url_rule
    if rule is None:
        path = _PRIVATE_PATH.sub(r"\1{...}", request.path)
    elif rule.arguments & _PRIVATE:
        parts = {**(request.view_args or {}), **{name: f"{{{name}}}" for name in _PRIVATE}}
        path = _PART.sub(lambda found: str(parts[found[1]]), rule.rule)
    else:
        path = request.path
    return path if path.isascii() else quote(path)


class _FileHandler(logging.FileHandler):
    """Writes to a file. Where that fails, because the disk is full for example, standard error gets one line.

    It gets another one only when lines could be written in between.
    """

    _failures = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, if that is possible."""
        failures = self._failures
        super().emit(record)
        if self._failures == failures:
            self._failures = 0

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - as logging calls it
        """Say that a line could not be written, unless the one before could not either."""
        if not self._failures:
            with suppress(OSError, ValueError):
                sys.stderr.write(f"daifu: the log cannot be written: {sys.exc_info()[1]}\n")
        self._failures += 1


def _start_request() -> None:
    g.started = perf_counter()
    given = request.headers.get(REQUEST_ID_HEADER, "")
    g.request_id = given if _VALID_ID.fullmatch(given) else token_hex(8)


def _add_request_id(answer: Response) -> Response:
    answer.headers[REQUEST_ID_HEADER] = g.request_id
    return answer


def _log_request(answer: Response) -> Response:
    line = RequestLine(answer)
    if answer.is_streamed:
        answer.call_on_close(line.write)
    else:
        line.write()
    return answer


class RequestLine:
    """The log line of a request. It is collected while the request exists and written at the end of the response."""

    def __init__(self, answer: Response) -> None:
        self._answer = answer
        self._started: float = g.started
        token = g.get("token")
        self._known = {
            "request_id": g.request_id,
            "method": request.method,
            "path": logged_path(),
            "address": request.remote_addr,
            "token": token.name if token else None,
            "received": request.content_length,
        }

    def write(self) -> None:
        """Log the request."""
        if LOG.isEnabledFor(logging.INFO):
            milliseconds = round((perf_counter() - self._started) * 1000, 2)
            answer = self._answer
            fields = {**self._known, "status": answer.status_code, "ms": milliseconds, "sent": answer.content_length}
            LOG.info("request", extra=fields)


_ADDRESSES: Final = ("http.target", "http.url", "url.path")
_NOT_TRACED: Final = "/healthz$,/readyz$,/metrics$"


def sent_to(collector: str) -> "TracerProvider":
    """What sends traces to a collector by OTLP, in the background. The environment of OpenTelemetry adds to it."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - see above
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    provider = TracerProvider(resource=Resource.create({"service.name": "daifu", "service.version": version("daifu")}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{collector.rstrip('/')}/v1/traces")))
    return provider


def trace_requests(app: Flask, provider: "TracerProvider") -> None:
    """Trace each request of the app, and how long it waited for a thread. Addresses are those of the log."""
    from opentelemetry.instrumentation.flask import FlaskInstrumentor  # noqa: PLC0415 - see above
    from opentelemetry.trace import get_current_span  # noqa: PLC0415

    def describe() -> None:
        span, rule = get_current_span(), request.url_rule
        span.update_name(f"{request.method} {rule.rule if rule else 'none'}")
        span.set_attributes(dict.fromkeys(_ADDRESSES, logged_path()) | {"url.query": ""})
        if begun := request.environ.get(BEGUN_KEY):
            span.set_attribute("daifu.waited_ms", (time_ns() - begun) / 1e6)

    instrument = FlaskInstrumentor().instrument_app
    instrument(app, tracer_provider=provider, excluded_urls=_NOT_TRACED, enable_commenter=False)  # type: ignore[no-untyped-call]
    app.before_request(describe)
