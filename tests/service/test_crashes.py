"""Processes that are killed, and a service that is told to stop: nothing that was acknowledged is lost."""

import json
import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from threading import Thread

import httpx2
import pytest

from tests.support.http_app import bearer_headers
from tests.support.http_client import Json, ndjson
from tests.support.processes import WAIT_SECONDS, wait_until
from tests.support.running_service import (
    ChunkedUpload,
    RunningService,
    assert_store_is_sound,
    export_records,
    http_client,
    list_records,
    run_service,
    upload_in_bulk,
    wait_until_refused,
)
from tests.support.stores import raw_sitting

SITTINGS = [json.loads(json.dumps(raw_sitting(f"table {number}"))) for number in range(1_000)]
AT_A_TIME = 20
MOST_UNACKNOWLEDGED = 600
"""More than the service takes for one commit, so that it can always go on."""
ATTEMPTS = 20
WORKERS = 2
KILLS = 25


def send_until(upload: ChunkedUpload, acknowledged: int) -> None:
    """Send sittings until this many were acknowledged, and some more that were not."""
    end = time.monotonic() + WAIT_SECONDS
    sent = 0
    while len(upload.received) < acknowledged:
        assert time.monotonic() < end
        if sent - len(upload.received) < MOST_UNACKNOWLEDGED:
            upload.send(ndjson(SITTINGS[sent : sent + AT_A_TIME]))
            sent += AT_A_TIME
        else:
            time.sleep(0.01)
    assert sent < len(SITTINGS)


def table_number(record: Json) -> int:
    return int(record["event"]["table"].rpartition(" ")[2])


@pytest.mark.parametrize("lines", [pytest.param(1, marks=pytest.mark.soak), 300])
def test_acknowledged_records_survive_a_kill_and_sending_all_again_adds_the_rest(tmp_path: Path, lines: int) -> None:
    with run_service(tmp_path) as running, ChunkedUpload(running) as upload:
        upload.listen()
        send_until(upload, lines)
        running.kill()
        acknowledged = upload.wait_for_end()
        token = running.token
    assert_store_is_sound(tmp_path)
    with run_service(tmp_path) as running, http_client(running, token) as client:
        stored = dict(enumerate(export_records(client), 1))
        for line in acknowledged:
            assert stored[line["id"]] == SITTINGS[line["line"] - 1]
        answers, sums = upload_in_bulk(client, ndjson(SITTINGS))
        assert (sums["exists"], sums["created"]) == (len(stored), len(SITTINGS) - len(stored))
        assert {line["line"]: line["id"] for line in answers}.items() >= {
            line["line"]: line["id"] for line in acknowledged
        }.items()
        assert sorted(export_records(client), key=table_number) == SITTINGS
    assert_store_is_sound(tmp_path)


class Acknowledged:
    """What a service has acknowledged: the text of each record, and the entrants of a tournament up to each version."""

    def __init__(self) -> None:
        self.records: dict[int, bytes] = {}
        self.entrants: dict[int, list[str]] = {}
        self._numbers = count()

    def sittings(self) -> Iterator[bytes]:
        """The texts of sittings as the service keeps them, no two of them equal."""
        for number in self._numbers:
            yield json.dumps(raw_sitting(f"table {number}"), separators=(",", ":"), ensure_ascii=False).encode()

    def post(self, running: RunningService, token: str) -> None:
        """Send one record after the other until the service is gone."""
        with http_client(running, token) as client, suppress(httpx2.TransportError):
            for text in self.sittings():
                answer = client.post("/v1/records", content=text, headers={"Content-Type": "application/json"})
                assert answer.status_code == 201, answer.text
                self.records[answer.json()["id"]] = text

    def post_in_bulk(self, running: RunningService, token: str) -> None:
        """Send records in bulk, some at a time, until the service is gone."""
        with ChunkedUpload(running, **bearer_headers(token)) as upload, suppress(OSError):
            sent: list[bytes] = []
            upload.listen()
            try:
                for number, text in enumerate(self.sittings(), 1):
                    sent.append(text)
                    upload.send(text + b"\n")
                    if number % AT_A_TIME == 0:
                        upload.wait_for_lines(number)
            finally:
                for line in upload.wait_for_end():
                    self.records[line["id"]] = sent[line["line"] - 1]

    def enter(self, running: RunningService, token: str) -> None:
        """Add entrants to the tournament until the service is gone."""
        with http_client(running, token) as client, suppress(httpx2.TransportError):
            while True:
                state = client.get("/v1/tournaments/1").json()
                names = [*(entrant["name"] for entrant in state["entrants"]), f"P{state['version']}"]
                answer = client.post(
                    "/v1/tournaments/1/changes",
                    json={"change": "entered", "name": names[-1]},
                    headers={"If-Match": f'"{state["version"]}"'},
                )
                assert answer.status_code == 200, answer.text
                self.entrants[answer.json()["version"]] = names

    def number(self) -> int:
        """How much was acknowledged."""
        return len(self.records) + len(self.entrants)

    def check(self, client: httpx2.Client, records: Iterable[int]) -> None:
        """Check that these records are there with their texts, and the entrants of the latest version."""
        for record in records:
            answer = client.get(f"/v1/records/{record}").raise_for_status()
            assert answer.content == self.records[record]
        if self.entrants:
            version, names = max(self.entrants.items())
            state = client.get(f"/v1/tournaments/1?version={version}").json()
            assert [entrant["name"] for entrant in state["entrants"]] == names


@pytest.mark.soak
@pytest.mark.parametrize("quarter", range(4))
def test_a_hundred_kills_lose_nothing_that_was_acknowledged(tmp_path: Path, quarter: int) -> None:
    acknowledged, rng, token = Acknowledged(), Random(quarter), ""
    new: set[int] = set()
    for _ in range(KILLS):
        with run_service(tmp_path, DAIFU_RATE="0") as running:
            if not token:
                token = running.token
                with http_client(running, token) as client:
                    client.post("/v1/tournaments", json={"name": "Cup", "rules": "dalmuti"}).raise_for_status()
            with http_client(running, token) as client:
                acknowledged.check(client, new)
            known, before = set(acknowledged.records), acknowledged.number()
            senders = [
                Thread(target=send, args=(running, token))
                for send in (acknowledged.post, acknowledged.post_in_bulk, acknowledged.enter)
            ]
            for sender in senders:
                sender.start()
            enough = before + rng.randrange(1, 200)
            wait_until(lambda enough=enough: acknowledged.number() >= enough)  # type: ignore[misc]
            running.kill()
            for sender in senders:
                sender.join(WAIT_SECONDS)
            new = set(acknowledged.records) - known
    assert_store_is_sound(tmp_path)
    with run_service(tmp_path, DAIFU_RATE="0") as running, http_client(running, token) as client:
        acknowledged.check(client, acknowledged.records)


def test_when_a_worker_is_killed_the_others_go_on_and_a_new_one_is_started(tmp_path: Path) -> None:
    with run_service(tmp_path, DAIFU_WORKERS=str(WORKERS)) as running, http_client(running) as client:
        wait_until(lambda: len(running.workers()) == WORKERS)  # the first one may answer before there is another
        killed = running.workers()[0]
        os.kill(killed, signal.SIGKILL)
        for number in range(20):
            send_with_retries(client, number)
        wait_until(lambda: len(running.workers()) == WORKERS and killed not in running.workers())
        assert len(list_records(client)) == 20
    assert_store_is_sound(tmp_path)


def send_with_retries(client: httpx2.Client, number: int) -> None:
    """Send a sitting until a worker answers. The killed worker may have had the request."""
    for _attempt in range(ATTEMPTS):
        try:
            answer = client.post("/v1/records", json=SITTINGS[number])
        except httpx2.TransportError:
            continue
        assert answer.status_code in {200, 201}, answer.text
        return
    raise AssertionError(number)


def test_an_upload_that_is_under_way_is_finished_before_the_service_stops(tmp_path: Path) -> None:
    with run_service(tmp_path) as running:
        with ChunkedUpload(running) as upload:
            upload.listen()
            send_until(upload, 1)
            running.process.send_signal(signal.SIGTERM)
            wait_until_refused(running)
            upload.send(ndjson(SITTINGS[-100:]))
            upload.finish()
            last = upload.wait_for_end()[-1]
            assert (last["done"], last["refused"]) == (True, 0)
        assert running.process.wait(WAIT_SECONDS) == 0
    assert_store_is_sound(tmp_path)


@pytest.mark.soak
def test_an_upload_that_outlasts_the_graceful_time_is_broken_off_and_acknowledged_records_stay(
    tmp_path: Path,
) -> None:
    with run_service(tmp_path, DAIFU_GRACEFUL="1") as running, ChunkedUpload(running) as upload:
        upload.listen()
        send_until(upload, 1)
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(WAIT_SECONDS) == 0
        received = upload.wait_for_end()
        token = running.token
    assert all("done" not in line for line in received)
    with run_service(tmp_path) as running, http_client(running, token) as client:
        assert {line["id"] for line in received} <= {record["id"] for record in list_records(client, limit=500)}
    assert_store_is_sound(tmp_path)
