"""Large uploads are judged by a process of the worker, which never outlives it."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.support.http_client import ndjson
from tests.support.processes import WAIT_SECONDS, is_alive, wait_until, worker_processes
from tests.support.running_service import (
    ChunkedUpload,
    RunningService,
    assert_store_is_sound,
    export_records,
    http_client,
    run_service,
    upload_in_bulk,
)
from tests.support.stores import raw_sitting

pytestmark = pytest.mark.skipif(len(os.sched_getaffinity(0)) == 1, reason="with one core every worker judges by itself")

SITTINGS = [json.loads(json.dumps(raw_sitting(f"table {number}"))) for number in range(900)]
LARGE = 300


def judges(service: RunningService) -> set[int]:
    """The ids of the processes that judge for the workers of the service."""
    return {judge for worker in service.workers() for judge in worker_processes(worker)}


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


def test_nothing_stays_behind_when_all_is_killed(tmp_path: Path) -> None:
    with run_service(tmp_path) as running, ChunkedUpload(running) as upload:
        upload.listen()
        upload.send(ndjson(SITTINGS))
        wait_until(lambda: bool(judges(running)))
        found = judges(running)
        running.kill()
        wait_until(lambda: not any(map(is_alive, found)))
    assert_store_is_sound(tmp_path)


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
