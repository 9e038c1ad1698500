"""Traces of requests: one each, with no secret in it, and none of their libraries where nobody wants them."""

import subprocess
import sys
from typing import Any

import pytest
from flask import Flask
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from daifu.api.http.lanes import BEGUN_KEY
from daifu.api.http.request_log import trace_requests


@pytest.fixture
def spans(app: Flask) -> InMemorySpanExporter:
    """Where the traces of the app come."""
    found, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(found))
    trace_requests(app, provider)
    return found


def test_a_request_is_traced_with_its_route_status_and_wait(app: Flask, spans: InMemorySpanExporter) -> None:
    app.test_client().get("/v1/records/7", environ_overrides={BEGUN_KEY: 1})
    [span] = spans.get_finished_spans()
    told: dict[str, Any] = dict(span.attributes or {})
    assert span.name == "GET /v1/records/<number:id>"
    assert told["http.status_code"] == 404
    assert told["daifu.waited_ms"] > 0


@pytest.mark.parametrize("path", ["/v1/players/secret/stats?from=secret", "/tables/secret", "/evenings/secret/secret"])
def test_ids_of_people_links_and_queries_are_left_out(path: str, app: Flask, spans: InMemorySpanExporter) -> None:
    app.test_client().get(path)
    [span] = spans.get_finished_spans()
    assert "secret" not in span.to_json()


def test_probes_are_not_traced(app: Flask, spans: InMemorySpanExporter) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        app.test_client().get(path)
    assert spans.get_finished_spans() == ()


def test_without_the_setting_nothing_of_it_is_loaded() -> None:
    program = "import sys, daifu.api.web.app; sys.exit('opentelemetry' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
