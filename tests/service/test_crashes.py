"""Processes that are killed, and a service that is told to stop: nothing that was acknowledged is lost."""

import json
import os
import signal
import time
from pathlib import Path

import httpx
import pytest

from tests.support.http_client import Json, ndjson
from tests.support.running_service import (
    TIMEOUT,
    ChunkedUpload,
    RunningService,
    assert_store_is_sound,
    export_records,
    http_client,
    list_records,
    run_service,
    upload_in_bulk,
)
from tests.support.stores import raw_sitting

SITTINGS = [json.loads(json.dumps(raw_sitting(f"table {number}"))) for number in range(3_000)]
AT_A_TIME = 20
MOST_UNACKNOWLEDGED = 600
"""More than the service takes for one commit, so that it can always go on."""
ATTEMPTS = 20


def send_until(wire: ChunkedUpload, told: int) -> None:
    """Send sittings until so many were told of, and some more that were not."""
    end = time.monotonic() + TIMEOUT
    sent = 0
    while len(wire.told) < told:
        assert time.monotonic() < end
        if sent - len(wire.told) < MOST_UNACKNOWLEDGED:
            wire.send(ndjson(SITTINGS[sent : sent + AT_A_TIME]))
            sent += AT_A_TIME
        else:
            time.sleep(0.01)
    assert sent < len(SITTINGS)


def round_number(record: Json) -> int:
    return int(record["event"]["table"].rpartition(" ")[2])


@pytest.mark.parametrize("told", [1, 300])
def test_what_was_told_of_is_there_after_a_kill_and_to_send_all_again_adds_the_rest(tmp_path: Path, told: int) -> None:
    with run_service(tmp_path) as running, ChunkedUpload(running) as wire:
        wire.listen()
        send_until(wire, told)
        running.kill()
        acknowledged = wire.wait_for_end()
        token = running.token
    assert_store_is_sound(tmp_path)
    with run_service(tmp_path) as running, http_client(running, token) as client:
        stored = dict(enumerate(export_records(client), 1))
        for line in acknowledged:
            assert stored[line["id"]] == SITTINGS[line["line"] - 1]
        lines, sums = upload_in_bulk(client, ndjson(SITTINGS))
        assert (sums["exists"], sums["created"]) == (len(stored), len(SITTINGS) - len(stored))
        assert {line["line"]: line["id"] for line in lines}.items() >= {
            line["line"]: line["id"] for line in acknowledged
        }.items()
        assert sorted(export_records(client), key=round_number) == SITTINGS
    assert_store_is_sound(tmp_path)


def test_when_one_worker_is_killed_the_others_go_on_and_another_takes_its_place(tmp_path: Path) -> None:
    with run_service(tmp_path) as running, http_client(running) as client:
        before = running.workers()
        os.kill(before[0], signal.SIGKILL)
        for number in range(20):
            send_with_retries(client, number)
        while len(running.workers()) < len(before) or before[0] in running.workers():
            time.sleep(0.05)
        assert len(list_records(client)) == 20
    assert_store_is_sound(tmp_path)


def send_with_retries(client: httpx.Client, number: int) -> None:
    """Send a sitting until somebody answers: the one who was killed may have had it."""
    for _attempt in range(ATTEMPTS):
        try:
            answer = client.post("/v1/records", json=SITTINGS[number])
        except httpx.TransportError:
            continue
        assert answer.status_code in {200, 201}, answer.text
        return
    raise AssertionError(number)


def test_an_upload_that_is_under_way_is_finished_before_the_service_stops(tmp_path: Path) -> None:
    with run_service(tmp_path) as running, ChunkedUpload(running) as wire:
        wire.listen()
        send_until(wire, 1)
        running.process.send_signal(signal.SIGTERM)
        until_refused(running)
        wire.send(ndjson(SITTINGS[-100:]))
        wire.finish()
        last = wire.wait_for_end()[-1]
        assert (last["done"], last["refused"]) == (True, 0)
        assert running.process.wait(TIMEOUT) == 0
    assert_store_is_sound(tmp_path)


def until_refused(service: RunningService) -> None:
    """Wait until the service takes no new connections."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        try:
            httpx.get(f"{service.url}/healthz", timeout=TIMEOUT)
        except httpx.TransportError:
            return
        time.sleep(0.05)
    raise AssertionError


def test_an_upload_that_takes_longer_than_there_is_time_is_broken_off_and_what_was_told_of_stays(
    tmp_path: Path,
) -> None:
    with run_service(tmp_path, DAIFU_GRACEFUL="1") as running, ChunkedUpload(running) as wire:
        wire.listen()
        send_until(wire, 1)
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(TIMEOUT) == 0
        told = wire.wait_for_end()
        token = running.token
    assert all("done" not in line for line in told)
    with run_service(tmp_path) as running, http_client(running, token) as client:
        assert {line["id"] for line in told} <= {record["id"] for record in list_records(client, limit=500)}
    assert_store_is_sound(tmp_path)
