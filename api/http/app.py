"""The service as a Flask app: its resources, what is done around each request, and how errors are answered."""

from importlib.metadata import version
from typing import Final

from flask import Flask, Response
from flask_compress import Compress
from flask_smorest import Api
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from api.http import request_log, routes
from api.http.conditional import require_matching_version
from api.http.errors import PROBLEM_MEDIA_TYPE, HttpProblem, problem_of
from api.http.openapi import add_shared_components
from api.http.rate_limit import RateLimit, SharedCallerTimes
from api.http.request_body import JSON, PLAIN
from api.http.resources.bulk import BULK
from api.http.resources.deals import DEALS, POSITIONS
from api.http.resources.docs import DOCS
from api.http.resources.export import EXPORT, PARQUET
from api.http.resources.operations import OPERATIONS
from api.http.resources.players import PLAYERS
from api.http.resources.ratings import RATINGS
from api.http.resources.record import RECORD, REPORT, REVISIONS
from api.http.resources.records import RECORDS
from api.http.resources.rules import RULES
from api.http.resources.statistics import LEADERBOARDS, OPPONENTS, STATISTICS
from api.http.resources.tokens import TOKENS
from api.http.resources.tournament_changes import TOURNAMENT_CHANGES, TOURNAMENT_DRAWS
from api.http.resources.tournament_log import TOURNAMENT_EVENTS, TOURNAMENT_LOG
from api.http.resources.tournament_results import TOURNAMENT_DUTIES, TOURNAMENT_LANDING
from api.http.resources.tournament_standings import TOURNAMENT_STANDINGS, TOURNAMENT_TABLES
from api.http.resources.tournaments import TOURNAMENTS
from api.http.response_cache import ResponseCache
from api.http.responses import problem_response
from api.http.services import Services, attach_services
from api.http.sse import ListenerSlots, StreamTiming
from api.settings import Settings
from data.judging.pool import WorkerPool
from data.store.interface import Store

RESOURCES: Final = (
    *(RECORDS, BULK, EXPORT, PARQUET, RECORD, REPORT, DEALS, POSITIONS, REVISIONS),
    *(TOURNAMENTS, TOURNAMENT_CHANGES, TOURNAMENT_DRAWS, TOURNAMENT_LOG, TOURNAMENT_EVENTS, TOURNAMENT_STANDINGS),
    *(TOURNAMENT_TABLES, TOURNAMENT_DUTIES, TOURNAMENT_LANDING),
    *(PLAYERS, STATISTICS, OPPONENTS, LEADERBOARDS, RATINGS),
    *(RULES, TOKENS, OPERATIONS),
)

_REDIRECTS: Final = range(300, 400)
_COMPRESSED_TYPES: Final = [
    JSON,
    PROBLEM_MEDIA_TYPE,
    PLAIN,
    "application/yaml",
    "text/html",
    "text/css",
    "text/javascript",
]


class ProblemApi(Api):  # type: ignore[misc] # flask-smorest has no types
    """flask-smorest that answers errors as problems."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def handle_http_exception(self, error: HTTPException) -> Response | HTTPException:
        """The response to an error that Flask raised; redirects stay as they are."""
        if error.code in _REDIRECTS:
            return error
        original = getattr(error, "original_exception", None)
        return _error_response(original or error)


def create_app(settings: Settings, store: Store, times: SharedCallerTimes | None = None) -> Flask:
    """The service with these settings on this store.

    `times` counts calls for all processes of the service; an app that runs alone makes its own.
    """
    app = create_app_without_store()
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies, settings.proxies)  # type: ignore[method-assign]
    attach_store(app, settings, store, times or SharedCallerTimes())
    return app


def create_app_without_store() -> Flask:
    """An app with all operations but without a store; `attach_store` has to follow before it can answer."""
    app = _bare_app()
    request_log.log_requests(app)
    Compress(app)
    app.after_request(_forbid_sniffing)
    app.after_request(_require_matching_version)
    app.register_error_handler(Exception, _error_response)
    api = ProblemApi(app)
    add_shared_components(api.spec)
    for resource in RESOURCES:
        api.register_blueprint(resource)
    app.register_blueprint(DOCS)
    return app


def attach_store(app: Flask, settings: Settings, store: Store, times: SharedCallerTimes) -> None:
    """Let the app serve this store, with new caches and limits."""
    limits = RateLimit(times, settings.rate), RateLimit(times, settings.rate_address)
    attach_services(
        app,
        Services(
            settings, store, *limits, ResponseCache(), WorkerPool(), ListenerSlots(settings.listeners, StreamTiming())
        ),
    )


def _bare_app() -> Flask:
    """A Flask app with its configuration and URL converters, without operations."""
    app = Flask("daifu", static_folder=None)
    app.url_map.merge_slashes = False
    app.url_map.converters.update(routes.NUMBER_CONVERTERS | routes.PLAYER_CONVERTERS)
    app.config.update(
        API_TITLE="daifu",
        API_VERSION=version("daifu"),
        OPENAPI_VERSION="3.1.0",
        COMPRESS_MIMETYPES=_COMPRESSED_TYPES,
        COMPRESS_ALGORITHM=["gzip"],
        COMPRESS_STREAMS=False,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
    )
    return app


def _require_matching_version(answer: Response) -> Response:
    """Answer a GET with `If-Match` by a problem if the version is another one. Errors are not handled after views."""
    try:
        return require_matching_version(answer)
    except HttpProblem as problem:
        answer.close()
        return problem_response(problem)


def _forbid_sniffing(answer: Response) -> Response:
    """Forbid browsers to guess the type of a response: records hold text that others wrote."""
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


def _error_response(error: Exception) -> Response:
    problem = problem_of(error)
    request_log.log_error(error, problem.kind)
    return problem_response(problem)
