"""The service as a process of its own, and clients that call it over the network."""

import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path
from threading import Thread
from typing import Any, Self
from urllib.parse import urlsplit

import httpx

from tests.support.command_line import command_environment, daifu, daifu_command
from tests.support.http_app import bearer_headers
from tests.support.http_client import BULK, EXPORT, RECORDS, Json

TIMEOUT = 60.0
"""Seconds in which it has to come up, and to stop."""
QUIET_SECONDS = 0.3
"""Seconds without a further line after which it has said what it has to say."""


class RunningService:
    """A running service: its process, its address, what it printed at the start, and where its log is."""

    def __init__(self, process: "subprocess.Popen[bytes]", greeting: list[str], log: Path) -> None:
        self.process = process
        self.greeting = greeting
        self.log = log
        found = re.search(r"http://\S+", greeting[0])
        assert found, greeting
        self.url = found[0]

    @property
    def token(self) -> str:
        """The token that was printed at the first start."""
        return self.greeting[1].rpartition(" ")[2]

    def stop(self) -> int:
        """Ask it to stop as Ctrl-C does, and wait; what it leaves with."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(TIMEOUT)

    def workers(self) -> list[int]:
        """The processes that do its work at this moment, by their ids."""
        main = self.process.pid
        return [int(child) for child in Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii").split()]

    def kill(self) -> None:
        """End all of it without a warning, as a loss of power does."""
        workers = self.workers()
        self.process.kill()
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        self.process.wait()


@contextmanager
def run_service(folder: Path, wrapped: Sequence[str] = (), **variables: str) -> Iterator[RunningService]:
    """A service on a store in the folder, with further settings by their variables; killed at the end if need be.

    `wrapped` is a command that starts it, as `nice` would.
    """
    log = folder / "daifu.log"
    settings = {
        "DAIFU_DB": str(folder / "daifu.db"),
        "DAIFU_PORT": "0",
        "DAIFU_WORKERS": "2",
        "DAIFU_LOG": str(log),
        **variables,
    }
    printed = folder / "printed.txt"
    with printed.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [*wrapped, *daifu_command("serve")],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=command_environment(**settings),
        )
    try:
        yield RunningService(process, _startup_lines(process, printed), log)
    finally:
        process.kill()
        process.wait()


def _startup_lines(process: "subprocess.Popen[bytes]", printed: Path) -> list[str]:
    """The lines that it prints until it has been quiet for a moment."""
    end = time.monotonic() + TIMEOUT
    before, now = "", ""
    while not now or now != before:
        assert time.monotonic() < end, now
        assert process.poll() is None, now
        time.sleep(QUIET_SECONDS)
        before, now = now, printed.read_text(encoding="utf-8")
    return now.splitlines()


def http_client(service: RunningService, token: str | None = None) -> httpx.Client:
    """A client that has the token with which the service began, or another one."""
    return httpx.Client(base_url=service.url, headers=bearer_headers(token or service.token), timeout=TIMEOUT)


def upload_in_bulk(client: httpx.Client, body: bytes, **settings: Any) -> tuple[list[Json], Json]:  # noqa: ANN401 - the client's own
    """What is told of each record of an upload, and the sums."""
    answer = client.post(BULK, content=body, **settings)
    assert answer.status_code == 200, answer.text
    *lines, last = map(json.loads, answer.text.splitlines())
    assert last["done"], last
    return lines, last


def record_pages(client: httpx.Client, **query: str | int) -> Iterator[list[Json]]:
    """A list of records, page by page, as its links lead."""
    address: str | None = str(httpx.URL(RECORDS, params=query))
    while address:
        answer = client.get(address)
        assert answer.status_code == 200, answer.text
        yield answer.json()["records"]
        address = answer.links.get("next", {}).get("url")


def list_records(client: httpx.Client, **query: str | int) -> list[Json]:
    """The whole list."""
    return [record for page in record_pages(client, **query) for record in page]


def export_records(client: httpx.Client, **query: str) -> list[Json]:
    """All records, as an export has them."""
    answer = client.get(EXPORT, params=query)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def assert_store_is_sound(folder: Path) -> None:
    """Let `daifu verify` look at the store in the folder of a service."""
    result = daifu("verify", "--db", folder / "daifu.db")
    assert result.exit_code == 0, result.output


class ChunkedUpload:
    """A connection on which an upload is under way; its length is not told before.

    `told` is what was heard of it, line by line, once somebody listens.
    """

    def __init__(self, service: RunningService, **headers: str) -> None:
        address = urlsplit(service.url)
        assert address.hostname
        self.told: list[Json] = []
        self._listening = Thread(target=self._hear)
        self._connection = HTTPConnection(address.hostname, address.port, timeout=TIMEOUT)
        self._connection.putrequest("POST", BULK)
        for name, value in (bearer_headers(service.token) | headers).items():
            self._connection.putheader(name.replace("_", "-"), value)
        self._connection.putheader("Transfer-Encoding", "chunked")
        self._connection.endheaders()

    def send(self, data: bytes) -> None:
        """Send more of the body. Raises OSError where nobody is there any more."""
        self._connection.sock.sendall(b"%x\r\n%b\r\n" % (len(data), data))

    def finish(self) -> None:
        """Say that this was all."""
        self._connection.sock.sendall(b"0\r\n\r\n")

    def lines(self) -> Iterator[Json]:
        """What is told, line by line as it comes; it ends where the connection does."""
        try:
            with self._connection.getresponse() as answer:
                assert answer.status == 200, answer.read()
                for line in answer:
                    if line.endswith(b"\n"):  # what breaks off was not told
                        yield json.loads(line)
        except (OSError, IncompleteRead):
            return

    def listen(self) -> None:
        """Begin to hear what is told, while more is sent."""
        self._listening.start()

    def wait_for_lines(self, lines: int) -> None:
        """Wait until so many lines were told."""
        end = time.monotonic() + TIMEOUT
        while len(self.told) < lines:
            assert time.monotonic() < end
            time.sleep(0.002)

    def wait_for_end(self) -> list[Json]:
        """Everything that was told, when nothing more can come."""
        self._listening.join(TIMEOUT)
        assert not self._listening.is_alive()
        return self.told

    def disconnect(self) -> None:
        """Hang up, unless the service has done so."""
        with suppress(OSError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._listening.is_alive():
            self.disconnect()
            self._listening.join()
        self._connection.close()

    def _hear(self) -> None:
        for line in self.lines():
            self.told.append(line)
