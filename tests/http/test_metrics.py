"""Health, readiness and metrics of the service."""

import platform
import re
import tempfile
from importlib.metadata import version
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from daifu.api.http.gunicorn.metrics_folder import PREFIX, remove_abandoned_folders, shared_metrics_folder
from daifu.api.installation import is_compiled
from daifu.data.store.errors import StoreBusy, StoreDamaged
from daifu.data.store.store import Store
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
