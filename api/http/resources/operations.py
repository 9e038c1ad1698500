"""What whoever runs the service asks it: whether it lives, whether it is ready, and what it measured."""

from typing import Final

from flask import Response

from api.http import kinds, metrics
from api.http.answers import json_answer
from api.http.blueprint import Group
from api.http.documented import fails
from api.http.services import services
from schemas.http.operations import StateSchema

OPERATIONS: Final = Group("operations", "For whoever runs the service")

_STATE: Final = StateSchema()


@OPERATIONS.at("/healthz")
@OPERATIONS.answers(200, "It lives", _STATE, example={"status": "ok"})
def tell_health() -> Response:
    """Tell whether the process lives.

    Nothing else is looked at: who gets no answer should start the service anew.
    """
    return json_answer({"status": "ok"})


@OPERATIONS.at("/readyz")
@OPERATIONS.answers(200, "It is ready", _STATE, example={"status": "ready"})
@fails(kinds.STORE_BUSY, kinds.UNAVAILABLE)
def tell_readiness() -> Response:
    """Tell whether requests can be answered.

    The store is asked for its version; 503 says that it does not answer, or is not of the version of this program.
    """
    services().store.ready()
    return json_answer({"status": "ready"})


@OPERATIONS.at("/metrics")
@OPERATIONS.answers(
    200,
    "All figures, in the text format of Prometheus",
    {"type": "string"},
    media_type=metrics.CONTENT_TYPE,
    example='daifu_requests_total{method="GET",route="/v1/rules",status="200"} 12.0\n',
)
@fails(kinds.STORE_BUSY, kinds.UNAVAILABLE)
def tell_metrics() -> Response:
    """Tell what the service measured about itself.

    Requests by method, route and status, how long they took, records that were sent, and the size of the store;
    summed over all processes.
    """
    counts = services().store.counts()
    return Response(metrics.exposition(counts), content_type=metrics.CONTENT_TYPE)
