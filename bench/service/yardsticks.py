"""Operations that the service is compared with: they do what every operation of the app does, and nothing more."""

import resource
from time import perf_counter
from typing import Any, Final

from flask import Flask, Response

from bench.child import PEAK_UNIT
from daifu.api.http import problem_types
from daifu.api.http.access import requires_read_access, requires_role
from daifu.api.http.bare_app import add_operations
from daifu.api.http.media_types import JSON, NDJSON
from daifu.api.http.operation import answers, fails_with, takes_body, takes_query
from daifu.api.http.request_body import check_media_type
from daifu.api.http.requests import RECORD_MEDIA_TYPES, read_body_bytes
from daifu.api.http.responses import empty_response, json_response
from daifu.api.http.routes import Group, Route
from daifu.api.http.services import services
from daifu.data.store.values import SCOREKEEPER
from daifu.schemas.http.queries import RulesQuery, UploadQuery
from daifu.schemas.judgement import check_json


@answers(204, "It was read")
@requires_role(SCOREKEEPER)
@takes_query(UploadQuery)
@takes_body({JSON: {}})
def take_nothing(asked: dict[str, Any]) -> Response:  # noqa: ARG001 - it is what a record is sent with
    """Read a body.

    And do nothing with it.
    """
    check_media_type(RECORD_MEDIA_TYPES)
    read_body_bytes()
    return empty_response()


@answers(204, "There is nothing")
@requires_read_access
@takes_query(RulesQuery)
def read_nothing(asked: dict[str, Any]) -> Response:  # noqa: ARG001 - it is what a report is asked for with
    """Read nothing.

    There is nothing to read.
    """
    return empty_response()


@answers(200, "The row", {"type": "object"})
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN)
@requires_read_access
@takes_query(RulesQuery)
def read_row(asked: dict[str, Any], id: int) -> Response:  # noqa: ARG001 - it is what a report is asked for with
    """Read one row of the store by its key.

    The answer has one number of it.
    """
    return json_response({"revision": services().store.latest(id)})


@answers(200, "How long that took", {"type": "object"})
@requires_role(SCOREKEEPER)
@takes_body({NDJSON: {}})
def time_judging() -> Response:
    """Judge records, one a line, and store none.

    In this process, where an upload in bulk would be judged.
    """
    check_media_type([NDJSON])
    lines = read_body_bytes().splitlines()
    begin = perf_counter()
    for line in lines:
        check_json(line)
    return json_response({"seconds": perf_counter() - begin})


@answers(200, "How many bytes", {"type": "object"})
@requires_read_access
def tell_peak() -> Response:
    """Tell how much memory this process has had at most.

    Since it began.
    """
    return json_response({"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT})


YARDSTICKS: Final = Group(
    "yardsticks",
    "What the service is compared with",
    (
        Route("POST", "/v1/yardsticks/nothing", take_nothing),
        Route("GET", "/v1/yardsticks/nothing", read_nothing),
        Route("GET", "/v1/yardsticks/row/<number:id>", read_row),
        Route("POST", "/v1/yardsticks/judge", time_judging),
        Route("GET", "/v1/yardsticks/peak", tell_peak),
    ),
)


def with_yardsticks(app: Flask) -> Flask:
    """The app with these operations."""
    add_operations(app, [YARDSTICKS])
    return app
