"""The service as a Flask app: the API, the pages beside it, and errors as pages for those who asked for one."""

from typing import Final

from flask import Blueprint, Flask, Response, request
from flask_wtf.csrf import CSRFError

from daifu.api.http import problem_types, request_log
from daifu.api.http.access import Doors, add_doors
from daifu.api.http.app import create_app
from daifu.api.http.errors import HttpProblem, problem_of
from daifu.api.http.media_types import HTML, JSON, PROBLEM
from daifu.api.http.rate_limit import SharedCallerTimes
from daifu.api.http.responses import problem_response
from daifu.api.settings import Settings
from daifu.api.views.addresses import is_api_path
from daifu.api.web.assets import OF_EVERY_SITE, send_asset, send_file_of_site
from daifu.api.web.languages import own_address, remember_language
from daifu.api.web.links import is_opened_by_link
from daifu.api.web.page_services import attach_page_services
from daifu.api.web.queries import refuses_parameters
from daifu.api.web.responses import set_up_templates, sign_in_page, uncached_page
from daifu.api.web.routes import PAGES
from daifu.api.web.session import find_reader, set_up_sessions, token_of_session
from daifu.data.store.store import Store
from daifu.replay.text import Text

_OLD_FORM: Final = HttpProblem(
    problem_types.BAD_REQUEST,
    Text(
        "this form is no longer valid; open its page again and send it once more",
        "このフォームは古くなりました。ページを開き直して、もう一度送ってください",
    ),
)


def error_response(error: Exception) -> Response:
    """The response to a request that failed."""
    problem = _OLD_FORM if isinstance(error, CSRFError) else problem_of(error)
    request_log.log_error(error, problem.kind)
    answer = error_page(problem) if wants_page() else problem_response(problem)
    answer.vary.add("Accept")
    return answer


def wants_page() -> bool:
    """Whether the client prefers a page, as browsers do. Answers under `/v1` are never pages."""
    if is_api_path(request.path):
        return False
    return request.accept_mimetypes.best_match([PROBLEM, JSON, HTML], PROBLEM) == HTML


def error_page(problem: HttpProblem) -> Response:
    """The page that describes a problem; where nobody is signed in, the one to sign in."""
    if problem.kind is problem_types.NOT_AUTHENTICATED:
        answer = sign_in_page(problem.kind.status, own_address())
    else:
        answer = uncached_page("error.html", status=problem.kind.status, problem=problem)
    answer.headers.update(problem.headers)
    return answer


def create_service(settings: Settings, store: Store, times: SharedCallerTimes | None = None) -> Flask:
    """The service with these settings on this store.

    `times` counts calls for all processes of the service; an app that runs alone makes its own.
    """
    app = create_app(settings, store, times)
    set_up_templates(app)
    set_up_sessions(app, store)
    add_doors(app, Doors(token_of_session, is_opened_by_link))
    attach_page_services(app)
    app.register_error_handler(Exception, error_response)
    pages = Blueprint("web", __name__, template_folder="templates")
    pages.before_request(find_reader)
    pages.after_request(remember_language)
    for method, rule, view in PAGES:
        endpoint = f"{method} {rule}".replace(".", "-")  # Flask takes what stands before a point for a blueprint
        pages.add_url_rule(rule, endpoint, refuses_parameters(view), methods=[method])
    app.register_blueprint(pages)
    app.add_url_rule("/assets/<string:version>/<string:name>", "asset", send_asset)
    for name in OF_EVERY_SITE:
        app.add_url_rule(f"/{name}", name.replace(".", "-"), send_file_of_site, defaults={"name": name})
    return app
