"""Operations of the tests, one for each thing that operations share."""

from collections.abc import Callable
from typing import Any, Final

from flask import Response, g, request

from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.etags import Version, answers_not_modified, if_match_version, requires_if_match, with_version
from daifu.api.http.media_types import JSON, PLAIN
from daifu.api.http.operation import answers, takes_body, takes_query
from daifu.api.http.request_body import check_media_type, open_body, read_body
from daifu.api.http.responses import json_response
from daifu.api.http.routes import Group, LazyViews, Route
from daifu.data.store.values import ADMIN, READER, SCOREKEEPER
from daifu.schemas.http.query_fields import QuerySchema, day, flag, name, whole, word

MOST_SENT: Final = 1_000
MOST_UNPACKED: Final = 2_000
VERSION: Final = Version(7, "a5f0c2d1")
MARKS: Final = {3: "3c3c3c3c", 4: "4d4d4d4d", 12: "12121212"}
"""The marks of the versions that there are."""


class TrialQuery(QuerySchema):
    """One parameter of each kind."""

    limit = whole(1, 500, "How many.", load_default=50)
    rules = word(("uecda", "biga"), "Which game.")
    legal = flag("Whether it is legal.")
    since = day("From when on.")
    player = name("Who.")


@answers(200, "What was understood", {"type": "object"})
@requires_read_access
@takes_query(TrialQuery)
def tell_query(query: dict[str, Any]) -> Response:
    """Tell what was asked.

    As it was understood.
    """
    return json_response(query)


@answers(200, "How long it is", {"type": "object"})
@takes_body({JSON: {}, PLAIN: {}})
@requires_read_access
def measure_body() -> Response:
    """Tell how long a body is.

    Unpacked.
    """
    check_media_type([JSON, PLAIN])
    return json_response({"length": len(read_body(MOST_SENT, MOST_UNPACKED))})


@answers(200, "How long each line is", {"type": "object"})
@takes_body({JSON: {}})
@requires_read_access
def measure_lines() -> Response:
    """Tell how long the lines of a body are.

    Unpacked.
    """
    return json_response({"lengths": [len(line) for line in open_body(MOST_SENT, MOST_UNPACKED)]})


@answers(200, "Something long", {"type": "object"}, headers=["ETag"])
@answers_not_modified
@requires_read_access
def read_version() -> Response:
    """Read something that has a version.

    It is long enough to be compressed.
    """
    return with_version(json_response({"long": "x" * 1_000}), VERSION)


@answers(200, "The revision that was understood", {"type": "object"})
@requires_if_match
@requires_role(SCOREKEEPER)
def change_version() -> Response:
    """Change something that has a version.

    Nothing is changed.
    """
    return json_response({"revision": if_match_version(MARKS.get), "author": current_author().name})


@answers(204, "Never")
@requires_read_access
def fail() -> Response:
    """Fail.

    As if nobody had foreseen it.
    """
    raise ZeroDivisionError(f"the secret of {request.path}")


@answers(200, "Some lines", {"type": "string"}, media_type=PLAIN)
@requires_read_access
def stream() -> Response:
    """Answer bit by bit.

    In three parts.
    """
    return Response(iter([b"a\n", b"b\n", b"c\n"]), content_type=PLAIN)


def _reading_as(role: str) -> Callable[[], Response]:
    @answers(200, "Who asks", {"type": "object"})
    @requires_role(role)
    def read_as() -> Response:
        """Tell who asks.

        By the name of the token.
        """
        return json_response({"name": g.token.name})

    return read_as


read_as_reader = _reading_as(READER)
read_as_scorekeeper = _reading_as(SCOREKEEPER)
read_as_admin = _reading_as(ADMIN)

_VIEWS: Final = LazyViews(__name__)

TRIAL: Final = Group(
    "trial",
    "Operations of the tests",
    (
        Route("GET", "/v1/trial/query", _VIEWS.tell_query),
        Route("POST", "/v1/trial/bodies", _VIEWS.measure_body),
        Route("POST", "/v1/trial/streams", _VIEWS.measure_lines),
        Route("GET", "/v1/trial/versions", _VIEWS.read_version),
        Route("PUT", "/v1/trial/versions", _VIEWS.change_version),
        Route("POST", "/v1/trial/errors", _VIEWS.fail),
        Route("GET", "/v1/trial/streamed", _VIEWS.stream),
        Route("GET", f"/v1/trial/{READER}", _VIEWS.read_as_reader),
        Route("GET", f"/v1/trial/{SCOREKEEPER}", _VIEWS.read_as_scorekeeper),
        Route("GET", f"/v1/trial/{ADMIN}", _VIEWS.read_as_admin),
    ),
)
