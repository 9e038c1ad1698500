"""Errors as pages where a browser asks, and as problems for everybody else."""

from flask import Response, request

from api.http import request_log
from api.http.errors import HttpProblem, problem_of
from api.http.media_types import HTML, JSON, PROBLEM
from api.http.responses import problem_response
from api.views.addresses import PREFIX
from api.web.rendering import page


def error_response(error: Exception) -> Response:
    """The response to a request that failed."""
    problem = problem_of(error)
    request_log.log_error(error, problem.kind)
    answer = error_page(problem) if wants_page() else problem_response(problem)
    answer.vary.add("Accept")
    return answer


def wants_page() -> bool:
    """Whether the client prefers a page, as browsers do. Answers under `/v1` are never pages."""
    if request.path.startswith(f"{PREFIX}/"):
        return False
    return request.accept_mimetypes.best_match([PROBLEM, JSON, HTML], PROBLEM) == HTML


def error_page(problem: HttpProblem) -> Response:
    """The page that describes a problem."""
    answer = page("error.html", status=problem.kind.status, problem=problem)
    answer.headers.update(problem.headers)
    answer.headers["Cache-Control"] = "no-store"
    return answer
