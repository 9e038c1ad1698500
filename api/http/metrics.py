"""The metrics of the service for Prometheus, summed over all its processes.

If there are several processes, import this module inside `metrics_folder.shared_metrics_folder`.
"""

import os
import platform
from collections.abc import Iterator, Mapping
from functools import partial
from importlib.metadata import version
from time import perf_counter
from typing import Final

from flask import Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from daifu.api.http.gunicorn.metrics_folder import FOLDER_VARIABLE
from daifu.api.installation import is_compiled
from daifu.data.store.values import StoreCounts

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"})
_REQUESTS: Final = Counter("daifu_requests", "Requests by method, route and status", ["method", "route", "status"])
_SECONDS: Final = Histogram(
    "daifu_request_seconds",
    "Seconds from a request to the end of its answer",
    ["method", "route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60),
)
_UPLOADS: Final = Counter("daifu_uploads", "Records that were sent, by what became of them", ["status"])


FOLLOWERS: Final = Gauge("daifu_followers", "Clients that follow tournaments now", multiprocess_mode="livesum")
_JOB_STATES: Final = ("waiting", "running", "failed", "cancelled")


class StoreCollector:
    """Collects the size of the store, its queue of analyses and the build for Prometheus."""

    def __init__(self, counts: StoreCounts, jobs: Mapping[str, int]) -> None:
        self._counts = counts
        self._jobs = jobs

    def collect(self) -> Iterator[Metric]:
        """The metrics of the store."""
        build = GaugeMetricFamily("daifu_build", "What runs: 1", labels=("version", "engine", "python"))
        build.add_metric((version("daifu"), "compiled" if is_compiled() else "plain", platform.python_version()), 1)
        yield build
        queue = GaugeMetricFamily("daifu_analysis_jobs", "Analyses that were ordered, by state", labels=("state",))
        for state in _JOB_STATES:
            queue.add_metric((state,), self._jobs.get(state, 0))
        yield queue
        counts = self._counts
        yield GaugeMetricFamily("daifu_store_records", "Records in the store", counts.records)
        yield GaugeMetricFamily("daifu_store_withdrawn", "Records that were withdrawn", counts.withdrawn)
        yield GaugeMetricFamily("daifu_store_revisions", "Revisions of all records", counts.revisions)
        yield GaugeMetricFamily("daifu_store_bytes", "Bytes that the store takes", counts.bytes)


def measure_requests(app: Flask) -> None:
    """Count each request of the app at its end, and measure how long it took. Unknown methods count as one method."""
    app.after_request(_measure_request)


def _measure_request(answer: Response) -> Response:
    method = request.method if request.method in _METHODS else "other"
    count = partial(_count_request, answer, method, request.url_rule.rule if request.url_rule else "none", g.started)
    if answer.is_streamed:
        answer.call_on_close(count)
    else:
        count()
    return answer


def _count_request(answer: Response, method: str, route: str, started: float) -> None:
    _REQUESTS.labels(method, route, str(answer.status_code)).inc()
    _SECONDS.labels(method, route).observe(perf_counter() - started)


def count_upload(status: str, number: int = 1) -> None:
    """Count records that were sent, by what became of them: created, grown, exists or refused."""
    _UPLOADS.labels(status).inc(number)


def exposition(counts: StoreCounts, jobs: Mapping[str, int]) -> bytes:
    """All metrics, with the size of the store and its queue of analyses, in the text format of Prometheus."""
    of_store = CollectorRegistry()
    of_store.register(StoreCollector(counts, jobs))
    registry = REGISTRY
    if FOLDER_VARIABLE in os.environ:  # that of this process alone would tell a part
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry) + generate_latest(of_store)
