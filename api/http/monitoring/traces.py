"""Traces of requests for OpenTelemetry, where the settings name a collector. Otherwise its libraries are not loaded."""

from importlib.metadata import version
from time import time_ns
from typing import TYPE_CHECKING, Final

from flask import Flask, request

from daifu.api.http.lanes import BEGUN_KEY
from daifu.api.http.monitoring.request_log import logged_path

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

_ADDRESSES: Final = ("http.target", "http.url", "url.path")
_NOT_TRACED: Final = "/healthz$,/readyz$,/metrics$"


def sent_to(collector: str) -> "TracerProvider":
    """What sends traces to a collector by OTLP, in the background. The environment of OpenTelemetry adds to it."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - see above
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    provider = TracerProvider(resource=Resource.create({"service.name": "daifu", "service.version": version("daifu")}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{collector.rstrip('/')}/v1/traces")))
    return provider


def trace_requests(app: Flask, provider: "TracerProvider") -> None:
    """Trace each request of the app, and how long it waited for a thread. Addresses are those of the log."""
    from opentelemetry.instrumentation.flask import FlaskInstrumentor  # noqa: PLC0415 - see above
    from opentelemetry.trace import get_current_span  # noqa: PLC0415

    def describe() -> None:
        span, rule = get_current_span(), request.url_rule
        span.update_name(f"{request.method} {rule.rule if rule else 'none'}")
        span.set_attributes(dict.fromkeys(_ADDRESSES, logged_path()) | {"url.query": ""})
        if begun := request.environ.get(BEGUN_KEY):
            span.set_attribute("daifu.waited_ms", (time_ns() - begun) / 1e6)

    instrument = FlaskInstrumentor().instrument_app
    instrument(app, tracer_provider=provider, excluded_urls=_NOT_TRACED, enable_commenter=False)  # type: ignore[no-untyped-call]
    app.before_request(describe)
