"""What the service is held against: operations of the same app that have all which every operation has, and no more."""

import resource
from typing import Any, Final

from flask import Flask, Response

from api.http import kinds
from api.http.answers import json_answer, nothing
from api.http.auth import needs, reads
from api.http.blueprint import Resource
from api.http.bodies import JSON, NDJSON, check_media_type
from api.http.documented import fails
from api.http.services import services
from api.http.uploads import MEDIA_TYPES, uploaded_bytes
from bench.child import PEAK_UNIT
from bench.service.parts import dissected
from data.store.asked import SCOREKEEPER
from schemas.http.queries import ReportQuery, UploadQuery

YARDSTICKS: Final = Resource("yardsticks", "What the service is held against")


@YARDSTICKS.at("/yardsticks/nothing", "POST")
@YARDSTICKS.answers(204, "It was read")
@needs(SCOREKEEPER)
@YARDSTICKS.takes_query(UploadQuery())
@YARDSTICKS.takes_body({JSON: {"schema": {}}})
def take_nothing(asked: dict[str, Any]) -> Response:  # noqa: ARG001 - it is what a record is sent with
    """Read a body.

    And do nothing with it.
    """
    check_media_type(MEDIA_TYPES)
    uploaded_bytes()
    return nothing()


@YARDSTICKS.at("/yardsticks/nothing")
@YARDSTICKS.answers(204, "There is nothing")
@reads
@YARDSTICKS.takes_query(ReportQuery())
def read_nothing(asked: dict[str, Any]) -> Response:  # noqa: ARG001 - it is what a report is asked for with
    """Read nothing.

    There is nothing to read.
    """
    return nothing()


@YARDSTICKS.at("/yardsticks/row/<number:id>")
@YARDSTICKS.answers(200, "The row", {"type": "object"}, example={})
@fails(kinds.NOT_FOUND, kinds.WITHDRAWN)
@reads
@YARDSTICKS.takes_query(ReportQuery())
def read_row(asked: dict[str, Any], id: int) -> Response:  # noqa: ARG001 - it is what a report is asked for with
    """Read one row of the store by its key.

    And tell one number of it.
    """
    return json_answer({"revision": services().store.latest(id)})


@YARDSTICKS.at("/yardsticks/judge", "POST")
@YARDSTICKS.answers(200, "How long that took", {"type": "object"}, example={})
@needs(SCOREKEEPER)
@YARDSTICKS.takes_body({NDJSON: {"schema": {}}})
def time_judging() -> Response:
    """Judge records, one a line, and store none.

    In this process, where an upload in bulk would be judged.
    """
    check_media_type([NDJSON])
    return json_answer(dissected(uploaded_bytes().splitlines())._asdict())


@YARDSTICKS.at("/yardsticks/peak")
@YARDSTICKS.answers(200, "How many bytes", {"type": "object"}, example={})
@reads
def tell_peak() -> Response:
    """Tell how much memory this process has had at most.

    Since it began.
    """
    return json_answer({"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT})


def with_yardsticks(app: Flask) -> Flask:
    """The app with these operations."""
    app.extensions["flask-smorest"]["apis"][""]["ext_obj"].register_blueprint(YARDSTICKS)
    return app
