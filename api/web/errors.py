"""Errors as pages where a browser asks, and as problems for everybody else."""

from typing import Final

from flask import Response, request
from flask_wtf.csrf import CSRFError

from daifu.api.http import problem_types
from daifu.api.http.errors import HttpProblem, problem_of
from daifu.api.http.media_types import HTML, JSON, PROBLEM
from daifu.api.http.monitoring import request_log
from daifu.api.http.responses import problem_response
from daifu.api.views.addresses import is_api_path
from daifu.api.web.languages import own_address
from daifu.api.web.responses import sign_in_page, uncached_page
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
