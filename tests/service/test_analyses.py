"""A running service analyses records: the job is watched and cancelled, and is not lost with its worker."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.support.http_client import RECORDS, Json
from tests.support.processes import child_processes, is_alive, wait_until
from tests.support.running_service import RunningService, assert_store_is_sound, http_client, run_service
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import document

GAME: Final[Json] = json.loads((SAMPLES_FOLDER / "akagiri.ndjson").read_bytes().splitlines()[0])
ONE_DEAL: Final = {**GAME, "deals": GAME["deals"][:1], "event": {"name": "Another league"}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the service."""
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[RunningService]:
    """A service with one process that analyses."""
    with run_service(folder, DAIFU_WORKERS="1", DAIFU_ANALYSIS_WORKERS="1", DAIFU_ANALYSIS_PLAYOUTS="0") as running:
        yield running


def analysis_workers(service: RunningService) -> list[int]:
    """The ids of the processes that analyse."""
    return [
        process
        for process in child_processes(service.process.pid)
        if b"analysis_workers" in Path(f"/proc/{process}/cmdline").read_bytes()
    ]


def wait_for(client: httpx.Client, job: str, *states: str) -> Json:
    """The job, when it is in one of these states."""
    found: Json = {}

    def has_come() -> bool:
        found.update(client.get(job).json())
        assert found["state"] in {"waiting", "running", *states}, found
        return found["state"] in states

    wait_until(has_come)
    return found


def test_a_job_is_not_lost_with_its_worker(service: RunningService, folder: Path) -> None:
    with http_client(service) as client:
        record, other = (client.post(RECORDS, json=game).json()["address"] for game in (ONE_DEAL, GAME))
        job, later = (client.post(f"{address}/analysis").headers["Location"] for address in (record, other))
        wait_for(client, job, "running", "done")
        [worker] = analysis_workers(service)
        os.kill(worker, signal.SIGKILL)
        assert client.delete(later).json()["state"] == "cancelled"
        done = wait_for(client, job, "done")
        assert (done["done"], done["deals"]) == (1, 1)
        assert len(client.get(done["analysis"]).json()["deals"]) == 1
        assert client.get(f"{other}/analysis").status_code == 404
        assert analysis_workers(service) not in ([], [worker])
    assert_store_is_sound(folder)


def test_a_corrected_record_is_analysed_anew(service: RunningService) -> None:
    with http_client(service) as client:
        record = client.post(RECORDS, json=document()).json()["address"]
        first = client.post(f"{record}/analysis").headers["Location"]
        wait_for(client, first, "done")
        headers = {"If-Match": '"1"'}
        assert (
            client.put(
                record, json=document(notes="with notes"), headers=headers, params={"reason": "a test"}
            ).status_code
            == 200
        )
        assert client.get(f"{record}/analysis").status_code == 404
        wait_for(client, client.post(f"{record}/analysis").headers["Location"], "done")
        assert client.get(f"{record}/analysis").json()["revision"] == 2


def test_a_worker_stands_back_behind_requests(service: RunningService) -> None:
    wait_until(lambda: len(analysis_workers(service)) == 1)
    [worker] = analysis_workers(service)
    wait_until(lambda: os.getpriority(os.PRIO_PROCESS, worker) > os.getpriority(os.PRIO_PROCESS, service.process.pid))


def test_the_processes_that_analyse_end_when_the_service_is_killed(tmp_path: Path) -> None:
    with run_service(tmp_path, DAIFU_WORKERS="1", DAIFU_ANALYSIS_WORKERS="2") as service:
        wait_until(lambda: len(analysis_workers(service)) == 2)
        workers = analysis_workers(service)
        service.process.kill()
        wait_until(lambda: not any(map(is_alive, workers)))


def test_the_processes_that_analyse_end_with_the_service(service: RunningService) -> None:
    wait_until(lambda: len(analysis_workers(service)) == 1)
    [worker] = analysis_workers(service)
    assert service.stop() == 0
    assert not is_alive(worker)
