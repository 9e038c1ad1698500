"""Clients that break off, send slowly, wait for answers or do not read them: other clients are served all the same."""

import gzip
import json
import re
import socket
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER
from tests.support.http_app import bearer_headers
from tests.support.http_client import BULK, Json, ndjson
from tests.support.processes import WAIT_SECONDS, wait_until
from tests.support.running_service import (
    ChunkedUpload,
    RunningService,
    assert_store_is_sound,
    connect,
    http_client,
    list_records,
    run_service,
    upload_in_bulk,
)
from tests.support.stores import raw_sitting

THREADS = 4
SILENCE = "2"
"""Seconds after which the impatient service gives up a silent client."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("clients")


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[RunningService]:
    """A service with few threads, which waits for silent clients longer than any test does."""
    with run_service(folder, DAIFU_THREADS=str(THREADS)) as running:
        yield running


@pytest.fixture(scope="module")
def impatient_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service with few threads, which soon gives up silent clients."""
    folder = tmp_path_factory.mktemp("silent clients")
    with run_service(folder, DAIFU_THREADS=str(THREADS), DAIFU_SILENCE=SILENCE) as running:
        yield running


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx2.Client]:
    with http_client(service) as called:
        yield called


def sittings(event: str, count: int) -> list[dict[str, Any]]:
    return [raw_sitting(f"{number}", event={"name": event, "table": f"{number}"}) for number in range(count)]


def send_lines(service: RunningService, *lines: str) -> socket.socket:
    """A connection on which these lines of a request were sent, with the first token."""
    connection = connect(service)
    headers = [f"{name}: {value}" for name, value in bearer_headers(service.token).items()]
    connection.sendall("\r\n".join((lines[0], "Host: localhost", *headers, *lines[1:])).encode())
    return connection


def log_lines(service: RunningService, since: int) -> list[Json]:
    """The lines of the log behind its first `since` bytes."""
    return [json.loads(line) for line in service.log.read_bytes()[since:].splitlines()]


def logged_request(service: RunningService, since: int, **fields: str) -> Json:
    """The line with these fields that is logged at the end of a request. Waits until it is there."""
    found: list[Json] = []

    def is_logged() -> bool:
        lines = log_lines(service, since)
        found[:] = [line for line in lines if line["message"] == "request" and fields.items() <= line.items()]
        return bool(found)

    wait_until(is_logged)
    return found[0]


def test_each_record_is_answered_while_the_client_waits_for_it(service: RunningService) -> None:
    with ChunkedUpload(service) as upload:
        upload.listen()
        for number, record in enumerate(sittings("waits", 5), 1):
            upload.send(ndjson([record]))
            upload.wait_for_lines(number)
        upload.finish()
        assert upload.wait_for_end()[-1]["created"] == 5


def test_each_record_of_a_gzipped_upload_is_answered_while_the_client_waits_for_it(service: RunningService) -> None:
    packing = zlib.compressobj(wbits=31)
    with ChunkedUpload(service, Content_Encoding="gzip") as upload:
        upload.listen()
        for number, record in enumerate(sittings("waits, gzipped", 5), 1):
            upload.send(packing.compress(ndjson([record])) + packing.flush(zlib.Z_SYNC_FLUSH))
            upload.wait_for_lines(number)
        upload.send(packing.flush())
        upload.finish()
        assert upload.wait_for_end()[-1]["created"] == 5


def test_an_upload_ends_when_its_token_is_revoked(service: RunningService, folder: Path, client: httpx2.Client) -> None:
    with closing(open_store(folder / "daifu.db")) as store:
        token, secret = store.create_token("Natsu", SCOREKEEPER)
        with ChunkedUpload(service, Authorization=f"Bearer {secret}") as upload:
            upload.listen()
            first, second = sittings("revoked", 2)
            upload.send(ndjson([first]))
            upload.wait_for_lines(1)
            store.revoke(token.id)
            upload.send(ndjson([second]))
            upload.finish()
            last = upload.wait_for_end()[-1]
    assert (last["done"], last["problem"]["type"]) == (False, "urn:daifu:problem:not-authenticated")
    assert len(list_records(client, tournament="revoked")) == 1


def test_records_before_a_line_that_breaks_off_are_stored(service: RunningService, client: httpx2.Client) -> None:
    records = sittings("breaks off", 50)
    since = service.log.stat().st_size
    with ChunkedUpload(service) as upload:
        upload.send(ndjson(records)[:-20])
        upload.listen()
        upload.wait_for_lines(49)
        upload.disconnect()
    assert logged_request(service, since, path=BULK)["status"] == 200
    assert len(list_records(client, tournament="breaks off")) == 49
    assert upload_in_bulk(client, ndjson(records))[1]["created"] == 1


def test_records_acknowledged_before_gzip_that_breaks_off_are_stored(
    service: RunningService, client: httpx2.Client
) -> None:
    records = sittings("breaks off, gzipped", 400)
    packed = gzip.compress(ndjson(records))
    since = service.log.stat().st_size
    with ChunkedUpload(service, Content_Encoding="gzip") as upload:
        upload.send(packed[: len(packed) // 2])
        upload.listen()
        upload.wait_for_lines(1)
        upload.disconnect()
    logged_request(service, since, path=BULK)
    acknowledged = {line["id"] for line in upload.received if "id" in line}
    stored = {record["id"] for record in list_records(client, tournament="breaks off, gzipped", limit=500)}
    assert acknowledged <= stored
    again = upload_in_bulk(client, ndjson(records))[1]
    assert again["exists"] >= len(stored)  # a part that was on its way may be stored after the request has ended
    assert again["exists"] + again["created"] == len(records)
    assert len(list_records(client, tournament="breaks off, gzipped", limit=500)) == len(records)


def send_part_of_a_log(service: RunningService, path: str, framing: str) -> tuple[str, dict[str, Any]]:
    """Send the beginning of a log and no more. The answer, and what the service notes of the request."""
    log = b"%-----%palyer_name% Ume Take Matsu Kiku Ran\n"
    since = service.log.stat().st_size
    with send_lines(service, f"POST {path} HTTP/1.1", framing, "", "") as connection:
        connection.sendall(log if "Length" in framing else b"100\r\n" + log)
        connection.shutdown(socket.SHUT_WR)
        answer = connection.makefile("rb").read().decode()
    [number] = re.findall(r"X-Request-Id: (\w+)", answer)
    noted = logged_request(service, since, request_id=number)
    assert {line["level"] for line in log_lines(service, since)} == {"INFO"}
    return answer, noted


@pytest.mark.parametrize("framing", ["Content-Length: 1000", "Transfer-Encoding: chunked"])
def test_a_body_that_breaks_off_is_a_bad_request_and_not_a_failure_of_the_service(
    service: RunningService, framing: str
) -> None:
    answer, noted = send_part_of_a_log(service, "/v1/records", framing)
    assert answer.startswith("HTTP/1.1 400 ")
    assert noted["status"] == 400


@pytest.mark.parametrize("framing", ["Content-Length: 1000", "Transfer-Encoding: chunked"])
def test_a_body_in_bulk_that_breaks_off_is_said_to_have_done_so_behind_what_came_of_it(
    service: RunningService, framing: str
) -> None:
    answer, noted = send_part_of_a_log(service, BULK, framing)
    assert answer.startswith("HTTP/1.1 200 ")
    assert '"done":false' in answer
    assert "urn:daifu:problem:bad-request" in answer
    assert noted["status"] == 200


@pytest.mark.parametrize("path", [BULK, "/v1/records"])
def test_malformed_chunks_are_a_bad_request(service: RunningService, path: str) -> None:
    with send_lines(service, f"POST {path} HTTP/1.1", "Transfer-Encoding: chunked", "", "zz\r\n") as connection:
        head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["type"] == "urn:daifu:problem:bad-request"


def test_a_client_may_send_everything_before_it_reads_an_answer(service: RunningService) -> None:
    wrong = b'{"format": "daifu/1", "rules": "poker"}\n' * 1_000
    with ChunkedUpload(service) as upload:
        for _piece in range(10):
            upload.send(wrong)
        upload.finish()
        lines = list(upload.lines())
    assert lines[-1]["refused"] == len(lines) - 1 == 10_000
    assert len(json.dumps(lines)) > 4_000_000


def test_a_client_that_never_reads_its_answer_is_given_up(impatient_service: RunningService) -> None:
    since = impatient_service.log.stat().st_size
    with ChunkedUpload(impatient_service) as upload:
        upload.send(b'{"format": "daifu/1", "rules": "poker"}\n' * 20_000)
        upload.finish()
        assert logged_request(impatient_service, since, path=BULK)["status"] == 200


def test_slow_clients_do_not_keep_others_waiting(service: RunningService, client: httpx2.Client) -> None:
    """All slow clients may have come to one worker, so there are fewer of them than it has threads."""
    body = b'{"name": "Aki", "role": "reader"}'
    head = ("POST /v1/tokens HTTP/1.1", f"Content-Length: {len(body)}", "", "")
    slow = [send_lines(service, *head) for _ in range(THREADS // 2)]
    for place in range(3):
        for connection in slow:
            connection.sendall(body[place : place + 1])
        assert client.get("/v1/rules").status_code == 200
    for connection in slow:
        connection.close()


@pytest.mark.parametrize("begin", ["GET /healthz HTTP/1.1\r\nHost: lo", "POST /v1/records HTTP/1.1"])
def test_silent_clients_on_all_threads_are_given_up(impatient_service: RunningService, begin: str) -> None:
    rest = ("Content-Length: 10", "", "{") if begin.startswith("POST") else ("Accept: a",)
    silent = [send_lines(impatient_service, begin, *rest) for _ in range(4 * THREADS)]
    assert httpx2.get(f"{impatient_service.url}/healthz", timeout=WAIT_SECONDS).status_code == 200
    for connection in silent:
        connection.close()


def test_the_store_is_sound_after_all_of_this(service: RunningService, folder: Path) -> None:
    assert service.process.poll() is None
    assert_store_is_sound(folder)


def test_half_a_head_is_answered_when_its_time_is_over(impatient_service: RunningService) -> None:
    with connect(impatient_service) as connection:
        connection.sendall(b"GET /healthz HT")
        connection.sendall(b"TP/1.1\r\n")
        answer = connection.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert b"urn:daifu:problem:timeout" in answer
