"""Bulk uploads by a client that reads the answer while sending."""

import json
import time
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from bench.service.process import Service

BULK = "/v1/records/bulk"
JUDGE = "/v1/yardsticks/judge"
PEAK = "/v1/yardsticks/peak"


class UploadResult(NamedTuple):
    """How long an upload took from its first byte to the last one of the answer, and the lines of that."""

    seconds: float
    lines: list[bytes]


def upload(stack: Service, path: Path) -> UploadResult:
    """Send the records in ``path``, one a line. Raise ``ValueError`` unless each becomes a new record."""
    answer = _send(stack, BULK, path)
    sums = json.loads(answer.lines[-1])
    if not sums["done"] or sums["created"] != sums["records"] or sums["records"] != len(answer.lines) - 1:
        raise ValueError(f"not every record is new: {sums}")
    return answer


def judge_upload(stack: Service, path: Path) -> float:
    """Let a process of the service judge the records in ``path`` and store none; the seconds that this took."""
    seconds: float = json.loads(_send(stack, JUDGE, path).lines[0])["seconds"]
    return seconds


def peak_memory(stack: Service) -> int:
    """The most memory that a process of the service has had, in bytes."""
    connection = HTTPConnection(*stack.address)
    connection.request("GET", PEAK)
    answer: int = json.load(connection.getresponse())["peak"]
    connection.close()
    return answer


def _send(stack: Service, address: str, path: Path) -> UploadResult:
    connection = HTTPConnection(*stack.address)
    with path.open("rb") as file:
        begin = time.monotonic()
        connection.putrequest("POST", address)
        for name, value in _headers(stack, path).items():
            connection.putheader(name, value)
        connection.endheaders()
        sending = Thread(target=connection.sock.sendfile, args=(file,))
        sending.start()
        answer = connection.getresponse()
        lines = answer.read().splitlines()
        seconds = time.monotonic() - begin
        sending.join()
    connection.close()
    if answer.status != 200:
        raise ValueError(f"expected 200, found {answer.status}: {lines}")
    return UploadResult(seconds, lines)


def _headers(stack: Service, path: Path) -> dict[str, Any]:
    return {
        "Authorization": f"Bearer {stack.token}",
        "Content-Type": "application/x-ndjson",
        "Content-Length": path.stat().st_size,
    }
