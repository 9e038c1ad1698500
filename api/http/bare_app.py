"""An app that answers all operations, without what a service needs: log, metrics, compression and documentation.

Commands call it in their own process.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from flask import Blueprint, Flask, Response
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app
from werkzeug.wsgi import ClosingIterator

from daifu.api.http import request_log
from daifu.api.http.access import LOCAL_CALLER_KEY, PASSWORDS_A_MINUTE, authenticate
from daifu.api.http.errors import problem_of
from daifu.api.http.rate_limit import RateLimit, SharedCallerTimes
from daifu.api.http.responses import CSV_ADDRESS, problem_response
from daifu.api.http.routes import GROUPS, Group
from daifu.api.http.services import Services, StreamTiming, attach_services
from daifu.api.http.urls import CONVERTERS, MatchingRule
from daifu.api.settings import Settings
from daifu.api.views.addresses import PREFIX
from daifu.data.store.store import Store
from daifu.data.store.values import Token


def create_bare_app(settings: Settings, store: Store, times: SharedCallerTimes | None = None) -> Flask:
    """An app that answers all operations with these settings on this store.

    `times` counts calls for all processes of a service; an app that runs alone makes its own. A view is loaded when it
    is called first.
    """
    app = Flask("daifu", static_folder=None)
    app.url_rule_class = MatchingRule
    app.url_map.merge_slashes = False
    app.url_map.converters.update(CONVERTERS)
    request_log.identify_requests(app)
    app.register_error_handler(Exception, _error_response)
    add_operations(app, GROUPS)
    times = times or SharedCallerTimes()
    by_token, by_address = RateLimit(times, settings.rate), RateLimit(times, settings.rate_address)
    passwords = RateLimit(times, PASSWORDS_A_MINUTE)
    attach_services(app, Services(settings, store, by_token, by_address, passwords, StreamTiming()))
    return app


def add_operations(app: Flask, groups: Iterable[Group]) -> None:
    """Add these operations to the app. Under `/v1`, callers are authenticated and counted."""
    for group in groups:
        blueprint = Blueprint(group.name, __name__)
        for route in group.routes:
            blueprint.add_url_rule(route.rule, route.view.__name__, route.view, methods=[route.method])
            if route.is_table:
                blueprint.add_url_rule(
                    route.rule + CSV_ADDRESS, route.view.__name__, route.view, methods=[route.method]
                )
        if group.routes[0].rule.startswith(PREFIX):
            blueprint.before_request(authenticate)
        app.register_blueprint(blueprint)


def _error_response(error: Exception) -> Response:
    problem = problem_of(error)
    request_log.log_error(error, problem.kind)
    return problem_response(problem)


@contextmanager
def call_app(
    app: Flask, caller: Token, method: str, url: str, headers: Mapping[str, str], content: bytes
) -> Iterator[tuple[int, Headers, Iterable[bytes]]]:
    """The answer to a request of `caller` in this process: its status, its headers, and its content as it is made.

    `url` is a path with a query.
    """
    path, _, query = url.partition("?")
    request = EnvironBuilder(path, query_string=query, method=method, headers=Headers(headers), data=content)
    environ = {**request.get_environ(), LOCAL_CALLER_KEY: caller}
    pieces, status, answered = run_wsgi_app(app, environ)
    try:
        yield int(status.partition(" ")[0]), answered, pieces
    finally:
        if isinstance(pieces, ClosingIterator):
            pieces.close()
