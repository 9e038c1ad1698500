"""`/healthz`, `/readyz` and `/metrics`, for operators of the service."""

from typing import Final

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.monitoring import metrics
from daifu.api.http.operation import answers, fails_with, lane
from daifu.api.http.responses import json_response, preferred_language
from daifu.api.http.services import services
from daifu.api.languages import say
from daifu.replay.text import Text
from daifu.schemas.http.service import State

JUDGED_EARLIER: Final = Text(
    "some records were judged by an earlier version of daifu; daifu verify --repair judges them by the present rules",
    "以前の版のdaifuで判定された棋譜があります。daifu verify --repairを実行すると、現在の規則で判定し直します",
)


@answers(200, "The process is alive", State)
def tell_health() -> Response:
    """Check that the process is alive.

    Nothing else is checked. If there is no answer, restart the service.
    """
    return json_response(State("ok"))


@answers(200, "Requests can be answered", State)
@fails_with(problem_types.STORE_BUSY, problem_types.UNAVAILABLE)
def tell_readiness() -> Response:
    """Check that requests can be answered.

    The store is asked for its version. 503 says that it does not answer, or has another version than this program.
    `notice` says if some of its records were judged by an earlier version.
    """
    store = services().store
    store.ready()
    if store.is_judged():
        return json_response(State("ready"))
    return json_response(State("ready", say(JUDGED_EARLIER, preferred_language())))


@answers(200, "All metrics, in the text format of Prometheus", {"type": "string"}, media_type=metrics.CONTENT_TYPE)
@fails_with(problem_types.STORE_BUSY, problem_types.UNAVAILABLE)
@requires_read_access
@lane(Lane.COSTLY)
def tell_metrics() -> Response:
    """Read the metrics of the service.

    Requests by method, route and status, their durations, records sent, followers of tournaments, the queue of analyses
    and the size of the store, summed over all processes; and which version and engine run.
    """
    store = services().store
    return Response(metrics.exposition(store.counts(), store.jobs.counts()), content_type=metrics.CONTENT_TYPE)
