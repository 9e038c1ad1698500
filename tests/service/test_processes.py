"""Processes beside those that answer: they analyse records, make backups, judge uploads, and never outlive them."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest

from daifu.api.http.gunicorn import analysis_workers as workers_module
from daifu.api.http.gunicorn.analysis_workers import LONGEST_PAUSE, AnalysisWorkers
from daifu.api.http.gunicorn.backups import is_due
from daifu.api.settings import Settings
from daifu.data.store.open import open_store
from tests.support.http_client import RECORDS, Json, ndjson
from tests.support.processes import WAIT_SECONDS, analysis_workers, is_alive, wait_until, worker_processes
from tests.support.running_service import (
    ChunkedUpload,
    RunningService,
    assert_store_is_sound,
    export_records,
    http_client,
    run_service,
    upload_in_bulk,
)
from tests.support.small_records import document
from tests.support.stores import raw_sitting


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


class Machine:
    """A clock, and the moments at which processes were started. Each of them lives for some seconds."""

    def __init__(self, lifetime: float) -> None:
        self.now = 1_000.0
        self.starts: list[float] = []
        self._lifetime = lifetime

    def monotonic(self) -> float:
        return self.now

    def start_worker(self, _settings: Settings) -> "Process":
        self.starts.append(self.now)
        return Process(self, self.now + self._lifetime)


class Process:
    pid = 1

    def __init__(self, machine: Machine, end: float) -> None:
        self._machine = machine
        self._end = end

    def poll(self) -> int | None:
        return 1 if self._machine.now >= self._end else None


def pauses(machine: Machine, monkeypatch: pytest.MonkeyPatch, seconds: int) -> list[float]:
    """The seconds between the starts of a worker that is watched for this long."""
    monkeypatch.setattr(workers_module, "time", machine)
    monkeypatch.setattr(workers_module, "_start_worker", machine.start_worker)
    workers = AnalysisWorkers(Settings(analysis_workers=1))
    for _ in range(seconds):
        workers.watch()
        machine.now += 1
    return [later - earlier for earlier, later in zip(machine.starts, machine.starts[1:], strict=False)]


def test_a_worker_that_ends_again_and_again_is_started_after_longer_and_longer_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = pauses(Machine(lifetime=1), monkeypatch, 400)
    assert found == sorted(found)
    assert found[0] <= 4
    assert found[-1] == LONGEST_PAUSE + 1


def test_a_worker_that_ends_after_long_is_started_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(pauses(Machine(lifetime=100), monkeypatch, 400)) == {101}


def test_no_more_workers_are_started_than_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(lifetime=1_000)
    pauses(machine, monkeypatch, 10)
    assert len(machine.starts) == 1


NOW = datetime(2026, 11, 28, 20, tzinfo=UTC)


def backup(folder: Path, at: datetime) -> Path:
    place = folder / f"daifu-{at:%Y%m%dT%H%M%SZ}.db"
    place.touch()
    return place


def test_a_backup_is_due_where_there_is_none_or_the_newest_is_old_enough(tmp_path: Path) -> None:
    assert is_due(tmp_path, 24, NOW)
    backup(tmp_path, NOW - timedelta(hours=30))
    assert is_due(tmp_path, 24, NOW)
    backup(tmp_path, NOW - timedelta(hours=23))
    assert not is_due(tmp_path, 24, NOW)


def test_a_service_makes_a_backup_and_deletes_the_oldest(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    old = [backup(folder, NOW - timedelta(days=days)) for days in (400, 300)]
    with run_service(tmp_path, DAIFU_BACKUP=str(folder), DAIFU_BACKUP_KEEP="2"):
        wait_until(lambda: not old[0].exists())
    [kept, made] = sorted(folder.glob("daifu-*.db"))
    assert kept == old[1]
    with closing(open_store(made, read_only=True)) as store:
        assert [token.name for token in store.tokens()] == ["Who opened this club"]


SEVERAL_CORES = pytest.mark.skipif(
    len(os.sched_getaffinity(0)) == 1, reason="with one core every worker judges by itself"
)

SITTINGS = [json.loads(json.dumps(raw_sitting(f"table {number}"))) for number in range(900)]
LARGE = 300


def judges(service: RunningService) -> set[int]:
    """The ids of the processes that judge for the workers of the service."""
    return {judge for worker in service.workers() for judge in worker_processes(worker)}


@SEVERAL_CORES
def test_only_large_uploads_start_a_process_which_ends_with_the_service(tmp_path: Path) -> None:
    with run_service(tmp_path) as running:
        with http_client(running) as client:  # which leaves: for open connections a service waits until it stops
            upload_in_bulk(client, ndjson(SITTINGS[:100]))
            assert judges(running) == set()
            for sent in (SITTINGS[:LARGE], SITTINGS):
                lines, sums = upload_in_bulk(client, ndjson(sent))
                assert [line["line"] for line in lines] == [*range(1, len(sent) + 1)]
                assert len(judges(running)) in {1, 2}
            assert (sums["created"], sums["exists"]) == (len(SITTINGS) - LARGE, LARGE)
            assert export_records(client) == SITTINGS
        found = judges(running)
        assert found
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(WAIT_SECONDS) == 0
        wait_until(lambda: not any(map(is_alive, found)))
    assert_store_is_sound(tmp_path)


@SEVERAL_CORES
def test_nothing_stays_behind_when_all_is_killed(tmp_path: Path) -> None:
    with run_service(tmp_path) as running, ChunkedUpload(running) as upload:
        upload.listen()
        upload.send(ndjson(SITTINGS))
        wait_until(lambda: bool(judges(running)))
        found = judges(running)
        running.kill()
        wait_until(lambda: not any(map(is_alive, found)))
    assert_store_is_sound(tmp_path)


@SEVERAL_CORES
def test_an_upload_whose_judge_is_killed_goes_on(tmp_path: Path) -> None:
    with run_service(tmp_path) as running, ChunkedUpload(running) as upload:
        upload.listen()
        upload.send(ndjson(SITTINGS[:LARGE]))
        wait_until(lambda: bool(judges(running)))
        for judge in judges(running):
            os.kill(judge, signal.SIGKILL)
        upload.send(ndjson(SITTINGS[LARGE:]))
        upload.finish()
        *lines, sums = upload.wait_for_end()
        assert [line["line"] for line in lines] == [*range(1, len(SITTINGS) + 1)]
        assert (sums["done"], sums["created"]) == (True, len(SITTINGS))
        logged = [json.loads(line) for line in running.log.read_text(encoding="utf-8").splitlines()]
        assert "the process that judges is lost" in {line["message"] for line in logged}
    assert_store_is_sound(tmp_path)
