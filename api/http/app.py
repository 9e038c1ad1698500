"""The service as a Flask app: its resources, what happens around each request, and how errors end."""

from importlib.metadata import version
from typing import Final

from flask import Flask, Response
from flask_compress import Compress
from flask_smorest import Api
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from api.http import ids, numbers, requestlog
from api.http.bodies import JSON, PLAIN
from api.http.components import describe
from api.http.docs import DOCS
from api.http.listeners import Listeners, Pace
from api.http.problems import MEDIA_TYPE, problem_answer
from api.http.rate import RateLimit, SharedTimes
from api.http.refusals import problem_of
from api.http.resources.bulk import BULK
from api.http.resources.deals import DEALS
from api.http.resources.export import EXPORT
from api.http.resources.leaderboards import LEADERBOARDS
from api.http.resources.operations import OPERATIONS
from api.http.resources.opponents import OPPONENTS
from api.http.resources.parquet import PARQUET
from api.http.resources.players import PLAYERS
from api.http.resources.positions import POSITIONS
from api.http.resources.ratings import RATINGS
from api.http.resources.record import RECORD
from api.http.resources.records import RECORDS
from api.http.resources.report import REPORT
from api.http.resources.revisions import REVISIONS
from api.http.resources.rules import RULES
from api.http.resources.statistics import STATISTICS
from api.http.resources.tokens import TOKENS
from api.http.resources.tournament_changes import TOURNAMENT_CHANGES
from api.http.resources.tournament_draws import TOURNAMENT_DRAWS
from api.http.resources.tournament_duties import TOURNAMENT_DUTIES
from api.http.resources.tournament_events import TOURNAMENT_EVENTS
from api.http.resources.tournament_landing import TOURNAMENT_LANDING
from api.http.resources.tournament_log import TOURNAMENT_LOG
from api.http.resources.tournament_standings import TOURNAMENT_STANDINGS
from api.http.resources.tournament_tables import TOURNAMENT_TABLES
from api.http.resources.tournaments import TOURNAMENTS
from api.http.services import Services, provide
from api.http.shelf import Shelf
from api.settings import Settings
from data.judging.judge import Judge
from data.store import Store

RESOURCES: Final = (
    *(RECORDS, BULK, EXPORT, PARQUET, RECORD, REPORT, DEALS, POSITIONS, REVISIONS),
    *(TOURNAMENTS, TOURNAMENT_CHANGES, TOURNAMENT_DRAWS, TOURNAMENT_LOG, TOURNAMENT_EVENTS, TOURNAMENT_STANDINGS),
    *(TOURNAMENT_TABLES, TOURNAMENT_DUTIES, TOURNAMENT_LANDING),
    *(PLAYERS, STATISTICS, OPPONENTS, LEADERBOARDS, RATINGS),
    *(RULES, TOKENS, OPERATIONS),
)

_REDIRECTS: Final = range(300, 400)
_COMPRESSED: Final = [JSON, MEDIA_TYPE, PLAIN, "application/yaml", "text/html", "text/css", "text/javascript"]


class ProblemApi(Api):  # type: ignore[misc] # flask-smorest has no types
    """flask-smorest with errors as problems."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def handle_http_exception(self, error: HTTPException) -> Response | HTTPException:
        """Answer what was raised by Flask; redirects are no errors."""
        if error.code in _REDIRECTS:
            return error
        original = getattr(error, "original_exception", None)
        return _answer(original or error)


def create_app(settings: Settings, store: Store, times: SharedTimes | None = None) -> Flask:
    """The service with these settings on this store.

    `times` is what its processes share to count who calls how often; an app that runs alone makes its own.
    """
    app = storeless_app()
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies, settings.proxies)  # type: ignore[method-assign]
    let_serve(app, settings, store, times or SharedTimes())
    return app


def storeless_app() -> Flask:
    """An app with all operations, which cannot answer any before it is let serve a store."""
    app = _plain_app()
    requestlog.watch(app)
    Compress(app)
    app.after_request(_as_declared)
    app.register_error_handler(Exception, _answer)
    api = ProblemApi(app)
    describe(api.spec)
    for resource in RESOURCES:
        api.register_blueprint(resource)
    app.register_blueprint(DOCS)
    return app


def let_serve(app: Flask, settings: Settings, store: Store, times: SharedTimes) -> None:
    """From now on the app answers out of this store, and nothing is left of another that it served before."""
    limits = RateLimit(times, settings.rate), RateLimit(times, settings.rate_address)
    provide(app, Services(settings, store, *limits, Shelf(), Judge(), Listeners(settings.threads, Pace())))


def _plain_app() -> Flask:
    """An app without anything of ours but how it is to be."""
    app = Flask("daifu", static_folder=None)
    app.url_map.merge_slashes = False
    app.url_map.converters.update(numbers.CONVERTERS | ids.CONVERTERS)
    app.config.update(
        API_TITLE="daifu",
        API_VERSION=version("daifu"),
        OPENAPI_VERSION="3.1.0",
        COMPRESS_MIMETYPES=_COMPRESSED,
        COMPRESS_ALGORITHM=["gzip"],
        COMPRESS_STREAMS=False,
    )
    return app


def _as_declared(answer: Response) -> Response:
    """Forbid browsers to take an answer for anything but what it says it is: logs hold what others wrote."""
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


def _answer(error: Exception) -> Response:
    problem = problem_of(error)
    requestlog.log_error(error, problem.kind)
    return problem_answer(problem)
