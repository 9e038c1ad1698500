"""`/healthz`, `/readyz` and `/metrics`, for operators of the service."""

from typing import Final

from flask import Response

from api.http import metrics, problem_types
from api.http.blueprint import OperationGroup
from api.http.openapi import fails_with
from api.http.responses import json_response
from api.http.services import services
from schemas.http.service import State

OPERATIONS: Final = OperationGroup("operations", "For operators of the service")


@OPERATIONS.at("/healthz")
@OPERATIONS.answers(200, "The process is alive", State, example=State("ok"))
def tell_health() -> Response:
    """Check that the process is alive.

    Nothing else is checked. If there is no answer, restart the service.
    """
    return json_response(State("ok"))


@OPERATIONS.at("/readyz")
@OPERATIONS.answers(200, "Requests can be answered", State, example=State("ready"))
@fails_with(problem_types.STORE_BUSY, problem_types.UNAVAILABLE)
def tell_readiness() -> Response:
    """Check that requests can be answered.

    The store is asked for its version. 503 says that it does not answer, or has another version than this program.
    """
    services().store.ready()
    return json_response(State("ready"))


@OPERATIONS.at("/metrics")
@OPERATIONS.answers(
    200,
    "All metrics, in the text format of Prometheus",
    {"type": "string"},
    media_type=metrics.CONTENT_TYPE,
    example='daifu_requests_total{method="GET",route="/v1/rules",status="200"} 12.0\n',
)
@fails_with(problem_types.STORE_BUSY, problem_types.UNAVAILABLE)
def tell_metrics() -> Response:
    """Read the metrics of the service.

    Requests by method, route and status, their durations, records sent, and the size of the store, summed over all
    processes.
    """
    counts = services().store.counts()
    return Response(metrics.exposition(counts), content_type=metrics.CONTENT_TYPE)
