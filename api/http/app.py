"""The service as a Flask app: all operations and their documentation, with a log, metrics and compression."""

from typing import Final

from flask import Flask, Response
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from api.http.bare_app import create_bare_app
from api.http.media_types import CSS, HTML, JAVASCRIPT, JSON, PLAIN, PROBLEM, SVG, YAML
from api.http.monitoring.metrics import measure_requests
from api.http.monitoring.request_log import log_requests
from api.http.rate_limit import SharedCallerTimes
from api.http.resources.docs import DOCS
from api.http.routes import LazyView
from api.settings import Settings
from data.store.interface import Store

_COMPRESSED_TYPES: Final = [JSON, PROBLEM, PLAIN, YAML, HTML, CSS, JAVASCRIPT, SVG]


def create_app(settings: Settings, store: Store, times: SharedCallerTimes | None = None) -> Flask:
    """The service with these settings on this store, with all views loaded.

    `times` counts calls for all processes of the service; an app that runs alone makes its own.
    """
    app = create_bare_app(settings, store, times)
    log_requests(app)
    measure_requests(app)
    app.config.update(
        COMPRESS_MIMETYPES=_COMPRESSED_TYPES,
        COMPRESS_ALGORITHM=["gzip"],
        COMPRESS_STREAMS=False,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
    )
    Compress(app)
    app.after_request(_forbid_sniffing)
    app.register_blueprint(DOCS)
    _load_views(app)
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies, settings.proxies)  # type: ignore[method-assign]
    return app


def _load_views(app: Flask) -> None:
    """Load all views, so that no request waits for that."""
    for view in app.view_functions.values():
        if isinstance(view, LazyView):
            _ = view.view


def _forbid_sniffing(answer: Response) -> Response:
    """Forbid browsers to guess the type of a response: records hold text that others wrote."""
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer
