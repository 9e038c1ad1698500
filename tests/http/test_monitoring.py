"""What a service says of itself: health, metrics, a line of the log for each request, and traces."""

import json
import logging
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from errno import ENOSPC
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from daifu.api.http.gunicorn.metrics_folder import PREFIX, remove_abandoned_folders, shared_metrics_folder
from daifu.api.http.lanes import BEGUN_KEY
from daifu.api.http.request_log import LOG, configure_log, trace_requests
from daifu.api.installation import is_compiled
from daifu.api.settings import Settings
from daifu.data.store.errors import StoreBusy, StoreDamaged, StoreFull, StoreReadOnly
from daifu.data.store.store import Store
from tests.support.http_app import bearer_headers, restore_log
from tests.support.http_client import HttpScorekeeper
from tests.support.stores import ANN, judged_sitting


def figure(client: FlaskClient, name: str) -> float:
    """The value of a metric, 0 if it was never set."""
    found = re.search(rf"^{re.escape(name)} ([0-9.e+]+)$", client.get("/metrics").get_data(as_text=True), re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_a_service_that_answers_is_healthy(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}


def test_a_service_whose_store_answers_is_ready(client: FlaskClient) -> None:
    assert client.get("/readyz").get_json() == {"status": "ready"}


@pytest.mark.parametrize("refusal", [StoreBusy(), StoreDamaged()])
def test_a_service_whose_store_does_not_answer_is_not_ready(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, refusal: Exception
) -> None:
    def refuse(_store: Store) -> None:
        raise refusal

    monkeypatch.setattr(Store, "ready", refuse)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers


def test_requests_are_counted_by_method_route_and_status(client: FlaskClient) -> None:
    name = 'daifu_requests_total{method="GET",route="/v1/rules/<string:profile>",status="200"}'
    before = figure(client, name)
    client.get("/v1/rules/uecda")
    client.get("/v1/rules/biga")
    assert figure(client, name) == before + 2


def test_addresses_that_are_not_there_are_counted_as_one(client: FlaskClient) -> None:
    name = 'daifu_requests_total{method="GET",route="none",status="404"}'
    before = figure(client, name)
    client.get("/a")
    client.get("/b")
    assert figure(client, name) == before + 2


def test_methods_that_nobody_knows_are_counted_as_one(client: FlaskClient) -> None:
    name = 'daifu_requests_total{method="other",route="none",status="405"}'
    before = figure(client, name)
    client.open("/v1/rules", method="BREW")
    client.open("/v1/rules", method="WHEN")
    assert figure(client, name) == before + 2


def test_how_long_requests_take_is_measured(client: FlaskClient) -> None:
    name = 'daifu_request_seconds_count{method="GET",route="/v1/rules"}'
    before = figure(client, name)
    client.get("/v1/rules")
    assert figure(client, name) == before + 1


def test_the_size_of_the_store_is_told(client: FlaskClient, store: Store) -> None:
    assert figure(client, "daifu_store_records") == 0
    assert figure(client, "daifu_store_bytes") == store.counts().bytes > 0


def test_the_queue_of_analyses_is_told(client: FlaskClient, store: Store) -> None:
    store.add([judged_sitting()], ANN)
    store.jobs.order(1, 1, "method", ANN)
    states = {state: figure(client, f'daifu_analysis_jobs{{state="{state}"}}') for state in ("waiting", "running")}
    assert states == {"waiting": 1, "running": 0}


def test_who_follows_a_tournament_is_counted_as_long_as_he_does(
    client: FlaskClient, scorekeeper: dict[str, str]
) -> None:
    before = figure(client, "daifu_followers")
    answer = client.get(f"{HttpScorekeeper(client, scorekeeper).address}/events", buffered=False)
    assert figure(client, "daifu_followers") == before + 1
    answer.close()
    assert figure(client, "daifu_followers") == before


def test_the_version_and_the_engine_are_told(client: FlaskClient) -> None:
    engine = "compiled" if is_compiled() else "plain"
    build = {"engine": engine, "python": platform.python_version(), "version": version("daifu")}
    labels = ",".join(f'{name}="{value}"' for name, value in build.items())
    assert figure(client, f"daifu_build{{{labels}}}") == 1


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which programs make their temporary folders."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_the_folder_of_a_service_that_was_killed_is_removed_by_the_next(temporary: Path) -> None:
    left = temporary / f"{PREFIX}left"
    left.mkdir()
    (left / "counter_7.db").touch()
    with shared_metrics_folder():
        [own] = temporary.iterdir()
        assert own != left
    assert list(temporary.iterdir()) == []


def test_the_folder_of_a_service_that_runs_is_not_removed(temporary: Path) -> None:
    with shared_metrics_folder():
        [own] = temporary.iterdir()
        remove_abandoned_folders()
        assert list(temporary.iterdir()) == [own]


def test_folders_of_other_programs_are_not_removed(temporary: Path) -> None:
    (temporary / "daifu-7f2k").mkdir()
    (temporary / f"{PREFIX}file").touch()
    remove_abandoned_folders()
    assert len(list(temporary.iterdir())) == 2


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """The file that the log goes to."""
    path = tmp_path / "daifu.log"
    with restore_log():
        configure_log(Settings(log=str(path)))
        yield path


def lines(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def test_each_request_is_a_line(client: FlaskClient, log: Path) -> None:
    client.get("/v1/records?limit=1", headers={"Accept-Language": "ja"})
    [line] = lines(log)
    assert re.fullmatch(r"[0-9-]{10}T[0-9:]{8}Z", line.pop("time"))
    assert line.pop("process") > 0
    assert line.pop("ms") >= 0
    assert re.fullmatch("[0-9a-f]{16}", line.pop("request_id"))
    assert line == {
        "level": "INFO",
        "message": "request",
        "method": "GET",
        "path": "/v1/records",
        "status": 200,
        "address": "127.0.0.1",
        "token": None,
        "received": None,
        "sent": len(client.get("/v1/records").data),
    }


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/v1/players/Haru", "/v1/players/{player}"),
        ("/v1/players/Haru/stats?rules=biga", "/v1/players/{player}/stats"),
        ("/v1/players/Haru/against/Natsu", "/v1/players/{player}/against/{other}"),
        ("/v1/players/Haru/nothing", "/v1/players/{...}"),
        ("/v1/players/merges/7", "/v1/players/{...}"),
        ("/clubs/evenings/secret", "/clubs/evenings/{...}"),
        ("/v1/records/1", "/v1/records/1"),
    ],
)
def test_ids_of_people_are_not_logged(client: FlaskClient, log: Path, path: str, logged: str) -> None:
    client.get(path)
    assert [json.loads(line)["path"] for line in log.read_text("utf-8").splitlines()] == [logged]


def test_a_path_cannot_break_a_line(client: FlaskClient, log: Path) -> None:
    client.get("/v1/rules/E%C2%85%E2%80%A8D")
    [line] = log.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["path"] == "/v1/rules/E%C2%85%E2%80%A8D"


def test_who_asks_is_logged_by_name_and_the_secret_is_not(client: FlaskClient, log: Path, store: Store) -> None:
    secret = store.create_token("Haru", "reader").secret
    client.get("/v1/trial/reader", headers=bearer_headers(secret))
    assert lines(log)[0]["token"] == "Haru"
    assert secret not in log.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/nothing", "/v1/trial/reader", "/healthz"])
def test_an_answer_has_the_id_under_which_it_is_logged(client: FlaskClient, log: Path, path: str) -> None:
    answer = client.get(path)
    assert lines(log)[-1]["request_id"] == answer.headers["X-Request-Id"]


def test_an_id_that_is_brought_along_is_kept(client: FlaskClient, log: Path) -> None:
    assert client.get("/healthz", headers={"X-Request-Id": "proxy-17"}).headers["X-Request-Id"] == "proxy-17"
    assert lines(log)[0]["request_id"] == "proxy-17"


@pytest.mark.parametrize("brought", ["", "a b", 'a"b', "x" * 129, "大"])
def test_an_id_that_could_harm_a_log_is_replaced(client: FlaskClient, brought: str) -> None:
    headers = {"X-Request-Id": brought.encode().decode("latin-1")}
    assert re.fullmatch("[0-9a-f]{16}", client.get("/healthz", headers=headers).headers["X-Request-Id"])


def test_an_answer_in_parts_is_logged_at_its_end(client: FlaskClient, log: Path) -> None:
    answer = client.get("/v1/trial/streamed", buffered=False)
    assert lines(log) == []
    assert answer.data == b"a\nb\nc\n"
    answer.close()
    assert lines(log)[0]["path"] == "/v1/trial/streamed"


def test_an_error_is_logged_with_its_traceback(client: FlaskClient, log: Path) -> None:
    client.post("/v1/trial/errors")
    error, request = lines(log)
    assert (error["level"], error["path"], request["status"]) == ("ERROR", "/v1/trial/errors", 500)
    assert "ZeroDivisionError" in error["exc_info"]
    assert error["request_id"] == request["request_id"]


@pytest.mark.parametrize("reason", [StoreFull(), StoreReadOnly(), StoreDamaged(), OSError(ENOSPC, "no space")])
def test_an_error_that_is_to_be_expected_is_one_line_without_a_traceback(
    client: FlaskClient, log: Path, store: Store, monkeypatch: pytest.MonkeyPatch, reason: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise reason from OSError("the cause")

    headers = {**bearer_headers(store.create_token("Haru", "scorekeeper").secret), "If-Match": '"1"'}
    monkeypatch.setattr(type(store), "withdraw", fail)
    assert client.delete("/v1/records/1?reason=x", headers=headers).status_code in {503, 507}
    assert "exc_info" not in lines(log)[0]
    assert lines(log)[0].get("reason") in {None, str(reason)}
    assert len(log.read_bytes()) < 800


def test_a_log_that_cannot_be_written_is_told_once_until_it_can(
    client: FlaskClient, log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = LOG.handlers[0]

    def fail(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    for _ in range(2):
        with monkeypatch.context() as full:
            full.setattr(handler, "format", fail)
            client.get("/healthz")
            client.get("/healthz")
        client.get("/healthz")
    said = "daifu: the log cannot be written: [Errno 28] No space left on device\n"
    assert capsys.readouterr().err == said * 2
    assert len(lines(log)) == 2


def test_a_quiet_log_has_errors_alone(client: FlaskClient, log: Path) -> None:
    LOG.setLevel(logging.ERROR)
    client.get("/v1/rules")
    client.post("/v1/trial/errors")
    assert [line["message"] for line in lines(log)] == ["error"]


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
