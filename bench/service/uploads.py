"""Uploads in bulk, as a client makes them who reads the answer while he sends."""

import json
import time
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from bench.service.parts import Parts
from bench.service.stack import Stack

BULK = "/v1/records/bulk"
JUDGE = "/v1/yardsticks/judge"
PEAK = "/v1/yardsticks/peak"


class Told(NamedTuple):
    """How long an upload took from its first byte to the last one of the answer, and the lines of that."""

    seconds: float
    lines: list[bytes]


def upload(stack: Stack, path: Path) -> Told:
    """Send the records in ``path``, one a line. Raise ``ValueError`` unless each becomes a new record."""
    told = _sent(stack, BULK, path)
    sums = json.loads(told.lines[-1])
    if not sums["done"] or sums["created"] != sums["records"] or sums["records"] != len(told.lines) - 1:
        raise ValueError(f"not every record is new: {sums}")
    return told


def judged(stack: Stack, path: Path) -> Parts:
    """Let a process of the service judge the records in ``path`` and store none; what that took."""
    return Parts(**json.loads(_sent(stack, JUDGE, path).lines[0]))


def peak(stack: Stack) -> int:
    """The most memory that a process of the service has had, in bytes."""
    connection = HTTPConnection(*stack.address)
    connection.request("GET", PEAK)
    told: int = json.load(connection.getresponse())["peak"]
    connection.close()
    return told


def _sent(stack: Stack, address: str, path: Path) -> Told:
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
    return Told(seconds, lines)


def _headers(stack: Stack, path: Path) -> dict[str, Any]:
    return {
        "Authorization": f"Bearer {stack.token}",
        "Content-Type": "application/x-ndjson",
        "Content-Length": path.stat().st_size,
    }
