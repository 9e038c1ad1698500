"""A running service analyses records in processes of their own, and no job is lost with its worker."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.support.http_client import RECORDS, Json
from tests.support.processes import analysis_workers, is_alive, wait_until
from tests.support.running_service import RunningService, assert_store_is_sound, http_client, run_service
from tests.support.small_records import document


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the service."""
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[RunningService]:
    """A service with one process that analyses."""
    with run_service(folder, DAIFU_WORKERS="1", DAIFU_ANALYSIS_WORKERS="1", DAIFU_ANALYSIS_PLAYOUTS="0") as running:
        yield running


def wait_until_done(client: httpx2.Client, job: str) -> Json:
    """The job, when it is done."""
    found: Json = {}

    def is_done() -> bool:
        found.update(client.get(job).json())
        assert found["state"] in {"waiting", "running", "done"}, found
        return bool(found["state"] == "done")

    wait_until(is_done)
    return found


def test_a_job_is_not_lost_with_its_worker(service: RunningService, folder: Path) -> None:
    with http_client(service) as client:
        record = client.post(RECORDS, json=document(notes="a job")).json()["address"]
        wait_until(lambda: len(analysis_workers(service.process.pid)) == 1)
        [worker] = analysis_workers(service.process.pid)
        job = client.post(f"{record}/analysis").headers["Location"]
        os.kill(worker, signal.SIGKILL)
        done = wait_until_done(client, job)
        assert (done["done"], done["deals"]) == (1, 1)
        assert len(client.get(done["analysis"]).json()["deals"]) == 1
        wait_until(lambda: analysis_workers(service.process.pid) not in ([], [worker]))
    assert_store_is_sound(folder)


def test_a_corrected_record_is_analysed_anew(service: RunningService) -> None:
    with http_client(service) as client:
        record = client.post(RECORDS, json=document()).json()["address"]
        first = client.post(f"{record}/analysis").headers["Location"]
        wait_until_done(client, first)
        headers = {"If-Match": '"1"'}
        assert (
            client.put(
                record, json=document(notes="with notes"), headers=headers, params={"reason": "a test"}
            ).status_code
            == 200
        )
        assert client.get(f"{record}/analysis").status_code == 404
        wait_until_done(client, client.post(f"{record}/analysis").headers["Location"])
        assert client.get(f"{record}/analysis").json()["revision"] == 2


def test_a_worker_has_the_time_that_others_leave(service: RunningService) -> None:
    wait_until(lambda: len(analysis_workers(service.process.pid)) == 1)
    [worker] = analysis_workers(service.process.pid)
    wait_until(lambda: os.sched_getscheduler(worker) == os.SCHED_IDLE)
    assert os.getpriority(os.PRIO_PROCESS, worker) > os.getpriority(os.PRIO_PROCESS, service.process.pid)


@pytest.mark.soak
def test_the_processes_that_analyse_end_when_the_service_is_killed(tmp_path: Path) -> None:
    with run_service(tmp_path, DAIFU_WORKERS="1", DAIFU_ANALYSIS_WORKERS="1") as killed:
        wait_until(lambda: len(analysis_workers(killed.process.pid)) == 1)
        [worker] = analysis_workers(killed.process.pid)
        killed.process.send_signal(signal.SIGKILL)
        wait_until(lambda: not is_alive(worker))


def test_the_processes_that_analyse_end_with_the_service(service: RunningService) -> None:
    """The last test here, for it stops the service."""
    wait_until(lambda: len(analysis_workers(service.process.pid)) == 1)
    [worker] = analysis_workers(service.process.pid)
    assert service.stop() == 0
    wait_until(lambda: not is_alive(worker))
