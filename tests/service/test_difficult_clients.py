"""Clients that break off, send slowly, wait for answers or read none do not hinder others."""

import gzip
import json
import socket
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.http_app import bearer_headers
from tests.support.http_client import BULK, Json, ndjson
from tests.support.running_service import (
    TIMEOUT,
    ChunkedUpload,
    RunningService,
    assert_store_is_sound,
    http_client,
    list_records,
    run_service,
    upload_in_bulk,
)
from tests.support.stores import raw_sitting

THREADS = 4
SILENT_SECONDS = 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("clients")


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[RunningService]:
    """A service with few threads, which does not wait for long for clients who are silent."""
    with run_service(folder, DAIFU_THREADS=str(THREADS), DAIFU_SILENCE=str(SILENT_SECONDS)) as running:
        yield running


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx.Client]:
    with http_client(service) as called:
        yield called


def sittings(event: str, count: int) -> list[dict[str, Any]]:
    return [raw_sitting(f"{number}", event={"name": event, "table": f"{number}"}) for number in range(count)]


def raw(service: RunningService, *lines: str, token: bool = True) -> socket.socket:
    """A connection on which these lines of a request were sent."""
    host, port = service.url.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=TIMEOUT)
    headers = [f"{name}: {value}" for name, value in bearer_headers(service.token).items()] if token else []
    connection.sendall("\r\n".join((lines[0], "Host: localhost", *headers, *lines[1:])).encode())
    return connection


def log_lines(service: RunningService, since: int) -> list[Json]:
    return [json.loads(line) for line in service.log.read_bytes()[since:].splitlines()]


def end_of(service: RunningService, path: str, since: int) -> Json:
    """What is logged of a request to this path, when it is over."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        for line in log_lines(service, since):
            if line.get("path") == path and line["message"] == "request":
                return line
        time.sleep(0.02)
    raise AssertionError(service.log.read_text(encoding="utf-8"))


def test_each_record_is_told_of_while_the_client_waits_for_it(service: RunningService) -> None:
    with ChunkedUpload(service) as wire:
        wire.listen()
        for number, record in enumerate(sittings("waits", 5), 1):
            wire.send(ndjson([record]))
            wire.wait_for_lines(number)
        wire.finish()
        assert wire.wait_for_end()[-1]["created"] == 5


def test_so_it_is_where_the_upload_is_gzipped(service: RunningService) -> None:
    packing = zlib.compressobj(wbits=31)
    with ChunkedUpload(service, Content_Encoding="gzip") as wire:
        wire.listen()
        for number, record in enumerate(sittings("waits, gzipped", 5), 1):
            wire.send(packing.compress(ndjson([record])) + packing.flush(zlib.Z_SYNC_FLUSH))
            wire.wait_for_lines(number)
        wire.send(packing.flush())
        wire.finish()
        assert wire.wait_for_end()[-1]["created"] == 5


def test_what_came_before_a_client_broke_off_in_the_middle_of_a_line_is_stored(
    service: RunningService, client: httpx.Client
) -> None:
    records = sittings("breaks off", 50)
    since = service.log.stat().st_size
    with ChunkedUpload(service) as wire:
        wire.send(ndjson(records)[:-20])
        wire.listen()
        wire.wait_for_lines(49)
        wire.disconnect()
    assert end_of(service, BULK, since)["status"] == 200
    assert len(list_records(client, tournament="breaks off")) == 49
    assert upload_in_bulk(client, ndjson(records))[1]["created"] == 1


def test_what_came_before_a_client_broke_off_in_the_middle_of_gzip_is_there_only_if_he_was_told(
    service: RunningService, client: httpx.Client
) -> None:
    records = sittings("breaks off, gzipped", 400)
    packed = gzip.compress(ndjson(records))
    since = service.log.stat().st_size
    with ChunkedUpload(service, Content_Encoding="gzip") as wire:
        wire.send(packed[: len(packed) // 2])
        wire.listen()
        wire.wait_for_lines(1)
        wire.disconnect()
    end_of(service, BULK, since)
    told = {line["id"] for line in wire.told if "id" in line}
    stored = {record["id"] for record in list_records(client, tournament="breaks off, gzipped", limit=500)}
    assert told <= stored
    assert upload_in_bulk(client, ndjson(records))[1]["exists"] == len(stored)


@pytest.mark.parametrize(
    ("path", "framing"),
    [
        (BULK, "Content-Length: 1000"),
        (BULK, "Transfer-Encoding: chunked"),
        ("/v1/records", "Content-Length: 1000"),
        ("/v1/records", "Transfer-Encoding: chunked"),
    ],
)
def test_a_body_that_breaks_off_is_a_bad_request_and_no_failure_of_the_service(
    service: RunningService, path: str, framing: str
) -> None:
    log = b"%-----%palyer_name% Ume Take Matsu Kiku Ran\n"
    since = service.log.stat().st_size
    with raw(service, f"POST {path} HTTP/1.1", framing, "", "") as connection:
        connection.sendall(log if "Length" in framing else b"100\r\n" + log)
        connection.shutdown(socket.SHUT_WR)
        answer = connection.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert end_of(service, path, since)["status"] == 400
    assert {line["level"] for line in log_lines(service, since)} == {"INFO"}


@pytest.mark.parametrize("path", [BULK, "/v1/records"])
def test_chunks_that_are_none_are_a_bad_request(service: RunningService, path: str) -> None:
    with raw(service, f"POST {path} HTTP/1.1", "Transfer-Encoding: chunked", "", "zz\r\n") as connection:
        head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["type"] == "urn:daifu:problem:bad-request"


def test_a_client_may_read_nothing_until_he_has_sent_everything(service: RunningService) -> None:
    wrong = b'{"format": "daifu/1", "rules": "poker"}\n' * 1_000
    with ChunkedUpload(service) as wire:
        for _piece in range(10):
            wire.send(wrong)
        wire.finish()
        told = list(wire.lines())
    assert told[-1]["refused"] == len(told) - 1 == 10_000
    assert len(json.dumps(told)) > 4_000_000


def test_a_client_who_does_not_take_his_answer_is_left_alone_after_a_while(service: RunningService) -> None:
    since = service.log.stat().st_size
    with ChunkedUpload(service) as wire:
        wire.send(b'{"format": "daifu/1", "rules": "poker"}\n' * 20_000)
        wire.finish()
        assert end_of(service, BULK, since)["ms"] < 1_000 * TIMEOUT


def test_slow_clients_do_not_keep_others_waiting(service: RunningService, client: httpx.Client) -> None:
    """As long as a worker has threads left: all of them may have come to one that has still to do with others."""
    body = b'{"name": "Aki", "role": "reader"}'
    head = ("POST /v1/tokens HTTP/1.1", f"Content-Length: {len(body)}", "", "")
    slow = [raw(service, *head) for _ in range(THREADS // 2)]
    for place in range(3):
        for connection in slow:
            connection.sendall(body[place : place + 1])
        begin = time.monotonic()
        assert client.get("/v1/rules").status_code == 200
        assert time.monotonic() - begin < 1
        time.sleep(0.3)
    for connection in slow:
        connection.close()


@pytest.mark.parametrize("begin", ["GET /healthz HTTP/1.1\r\nHost: lo", "POST /v1/records HTTP/1.1"])
def test_clients_who_fall_silent_do_not_block_the_service_for_ever(service: RunningService, begin: str) -> None:
    rest = ("Content-Length: 10", "", "{") if begin.startswith("POST") else ("Accept: a",)
    silent = [raw(service, begin, *rest) for _ in range(4 * THREADS)]
    assert httpx.get(f"{service.url}/healthz", timeout=TIMEOUT).status_code == 200
    for connection in silent:
        connection.close()


def test_the_store_is_whole_after_all_that(service: RunningService, folder: Path) -> None:
    assert service.process.poll() is None
    assert_store_is_sound(folder)
