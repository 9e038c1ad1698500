"""Processes that are killed, and a service that is told to stop: nothing that was acknowledged is lost."""

import json
import os
import signal
import time
from pathlib import Path

import httpx
import pytest

from tests.support.calling import Json, assert_whole, caller, exported, listed, ndjson, sent_in_bulk
from tests.support.kept import sitting
from tests.support.served import PATIENCE, Served, served
from tests.support.wire import Wire

SITTINGS = [json.loads(json.dumps(sitting(f"table {number}"))) for number in range(3_000)]
AT_A_TIME = 20
UNTOLD = 600
"""More than the service takes for one commit, so that it can always go on."""
ATTEMPTS = 20


def sent_until(wire: Wire, told: int) -> None:
    """Send sittings until so many were told of, and some more that were not."""
    end = time.monotonic() + PATIENCE
    sent = 0
    while len(wire.told) < told:
        assert time.monotonic() < end
        if sent - len(wire.told) < UNTOLD:
            wire.send(ndjson(SITTINGS[sent : sent + AT_A_TIME]))
            sent += AT_A_TIME
        else:
            time.sleep(0.01)
    assert sent < len(SITTINGS)


def round_of(record: Json) -> int:
    return int(record["event"]["table"].rpartition(" ")[2])


@pytest.mark.parametrize("told", [1, 300])
def test_what_was_told_of_is_there_after_a_kill_and_to_send_all_again_adds_the_rest(tmp_path: Path, told: int) -> None:
    with served(tmp_path) as running, Wire(running) as wire:
        wire.listen()
        sent_until(wire, told)
        running.kill()
        acknowledged = wire.hear_all()
        token = running.token
    assert_whole(tmp_path)
    with served(tmp_path) as running, caller(running, token) as client:
        stored = dict(enumerate(exported(client), 1))
        for line in acknowledged:
            assert stored[line["id"]] == SITTINGS[line["line"] - 1]
        lines, sums = sent_in_bulk(client, ndjson(SITTINGS))
        assert (sums["exists"], sums["created"]) == (len(stored), len(SITTINGS) - len(stored))
        assert {line["line"]: line["id"] for line in lines}.items() >= {
            line["line"]: line["id"] for line in acknowledged
        }.items()
        assert sorted(exported(client), key=round_of) == SITTINGS
    assert_whole(tmp_path)


def test_when_one_worker_is_killed_the_others_go_on_and_another_takes_its_place(tmp_path: Path) -> None:
    with served(tmp_path) as running, caller(running) as client:
        before = running.workers()
        os.kill(before[0], signal.SIGKILL)
        for number in range(20):
            taken(client, number)
        while len(running.workers()) < len(before) or before[0] in running.workers():
            time.sleep(0.05)
        assert len(listed(client)) == 20
    assert_whole(tmp_path)


def taken(client: httpx.Client, number: int) -> None:
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
    with served(tmp_path) as running, Wire(running) as wire:
        wire.listen()
        sent_until(wire, 1)
        running.process.send_signal(signal.SIGTERM)
        until_refused(running)
        wire.send(ndjson(SITTINGS[-100:]))
        wire.finish()
        last = wire.hear_all()[-1]
        assert (last["done"], last["refused"]) == (True, 0)
        assert running.process.wait(PATIENCE) == 0
    assert_whole(tmp_path)


def until_refused(service: Served) -> None:
    """Wait until the service takes no new connections."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            httpx.get(f"{service.url}/healthz", timeout=PATIENCE)
        except httpx.TransportError:
            return
        time.sleep(0.05)
    raise AssertionError


def test_an_upload_that_takes_longer_than_there_is_time_is_broken_off_and_what_was_told_of_stays(
    tmp_path: Path,
) -> None:
    with served(tmp_path, DAIFU_GRACEFUL="1") as running, Wire(running) as wire:
        wire.listen()
        sent_until(wire, 1)
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(PATIENCE) == 0
        told = wire.hear_all()
        token = running.token
    assert all("done" not in line for line in told)
    with served(tmp_path) as running, caller(running, token) as client:
        assert {line["id"] for line in told} <= {record["id"] for record in listed(client, limit=500)}
    assert_whole(tmp_path)
