"""The service as a Flask app: its operations, what is done around each request, and how errors are answered."""

from collections.abc import Iterable
from typing import Final

from flask import Blueprint, Flask, Response
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from api.http import request_log
from api.http.auth import authenticate
from api.http.converters import CONVERTERS
from api.http.errors import problem_of
from api.http.media_types import HTML, JSON, PLAIN, PROBLEM, YAML
from api.http.rate_limit import RateLimit, SharedCallerTimes
from api.http.resources.docs import DOCS
from api.http.response_cache import ResponseCache
from api.http.responses import problem_response
from api.http.routes import GROUPS, Group, LazyView
from api.http.services import Services, attach_services
from api.http.sse import ListenerSlots, StreamTiming
from api.settings import Settings
from api.views.addresses import PREFIX
from data.judging.pool import WorkerPool
from data.store.interface import Store

_COMPRESSED_TYPES: Final = [JSON, PROBLEM, PLAIN, YAML, HTML, "text/css", "text/javascript"]


def create_app(settings: Settings, store: Store, times: SharedCallerTimes | None = None) -> Flask:
    """The service with these settings on this store.

    `times` counts calls for all processes of the service; an app that runs alone makes its own. Views are loaded when
    they are called first; `load_views` loads them before.
    """
    app = _bare_app()
    request_log.log_requests(app)
    Compress(app)
    app.after_request(_forbid_sniffing)
    app.register_error_handler(Exception, _error_response)
    add_operations(app, GROUPS)
    app.register_blueprint(DOCS)
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies, settings.proxies)  # type: ignore[method-assign]
    attach_store(app, settings, store, times or SharedCallerTimes())
    return app


def add_operations(app: Flask, groups: Iterable[Group]) -> None:
    """Add these operations to the app. Under `/v1`, callers are authenticated and counted."""
    for group in groups:
        blueprint = Blueprint(group.name, __name__)
        for route in group.routes:
            blueprint.add_url_rule(route.rule, route.view, group.view(route), methods=[route.method])
        if group.routes[0].rule.startswith(PREFIX):
            blueprint.before_request(authenticate)
        app.register_blueprint(blueprint)


def load_views(app: Flask) -> None:
    """Load all views, so that no request waits for that."""
    for view in app.view_functions.values():
        if isinstance(view, LazyView):
            _ = view.view


def attach_store(app: Flask, settings: Settings, store: Store, times: SharedCallerTimes) -> None:
    """Let the app serve this store, with new caches and limits."""
    limits = RateLimit(times, settings.rate), RateLimit(times, settings.rate_address)
    attach_services(
        app,
        Services(
            settings, store, *limits, ResponseCache(), WorkerPool(), ListenerSlots(settings.threads, StreamTiming())
        ),
    )


def _bare_app() -> Flask:
    """A Flask app with its configuration and URL converters, without operations."""
    app = Flask("daifu", static_folder=None)
    app.url_map.merge_slashes = False
    app.url_map.converters.update(CONVERTERS)
    app.config.update(COMPRESS_MIMETYPES=_COMPRESSED_TYPES, COMPRESS_ALGORITHM=["gzip"], COMPRESS_STREAMS=False)
    return app


def _forbid_sniffing(answer: Response) -> Response:
    """Forbid browsers to guess the type of a response: records hold text that others wrote."""
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


def _error_response(error: Exception) -> Response:
    problem = problem_of(error)
    request_log.log_error(error, problem.kind)
    return problem_response(problem)
