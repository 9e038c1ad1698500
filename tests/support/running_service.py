"""`daifu serve` as a process, clients that call it over the network, and a server that it tells things at."""

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, IncompleteRead
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import httpx2

from tests.support.command_line import command_environment, daifu, daifu_command
from tests.support.http_app import bearer_headers
from tests.support.http_client import BULK, EXPORT, RECORDS, Json
from tests.support.processes import WAIT_SECONDS, wait_until

T = TypeVar("T")


class RunningService:
    """A running service: its process, its address, the lines it printed at its start, and the file of its log."""

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
        return next(line for line in self.greeting if line.startswith("token")).rpartition(" ")[2]

    def stop(self) -> int:
        """Stop it as Ctrl-C does. Returns its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(WAIT_SECONDS)

    def workers(self) -> list[int]:
        """The ids of its worker processes at this moment."""
        main = self.process.pid
        return [int(child) for child in Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii").split()]

    def kill(self) -> None:
        """Kill all its processes, as a loss of power does: none has time to see that another one is gone."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitpid(self.process.pid, os.WUNTRACED)
        for worker in self.workers():
            os.kill(worker, signal.SIGKILL)
        self.process.kill()
        self.process.wait()


@contextmanager
def run_service(folder: Path, wrapped: Sequence[str] = (), **variables: str) -> Iterator[RunningService]:
    """A service on a store in the folder, with further settings as variables. It is killed at the end.

    `wrapped` is a command that runs it, such as `nice`. What it leaves in its folder for temporary files goes with the
    folder.
    """
    log = folder / "daifu.log"
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    settings = {
        "DAIFU_DB": str(folder / "daifu.db"),
        "DAIFU_PORT": "0",
        "DAIFU_WORKERS": "2",
        "DAIFU_ANALYSIS_WORKERS": "0",
        "DAIFU_LOG": str(log),
        "TMPDIR": str(temporary),
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
    """The lines that the service prints at its start, all of them written before it answers for the first time."""
    lines: list[str] = []

    def answers() -> bool:
        text = printed.read_text(encoding="utf-8")
        assert process.poll() is None, text
        lines[:] = text.splitlines() if text.endswith("\n") else []
        address = re.search(r"http://\S+", lines[0]) if lines else None
        return address is not None and httpx2.get(f"{address[0]}/readyz", timeout=WAIT_SECONDS).status_code < 500

    wait_until(answers)
    return printed.read_text(encoding="utf-8").splitlines()


def connect(service: RunningService) -> socket.socket:
    """A bare connection to the service, for requests that no HTTP client would send."""
    address = urlsplit(service.url)
    assert address.hostname
    return socket.create_connection((address.hostname, address.port or 80), timeout=WAIT_SECONDS)


def wait_until_refused(service: RunningService) -> None:
    """Wait until the service takes no new connections."""

    def is_refused() -> bool:
        try:
            httpx2.get(f"{service.url}/healthz", timeout=WAIT_SECONDS)
        except httpx2.TransportError:
            return True
        return False

    wait_until(is_refused)


def http_client(service: RunningService, token: str | None = None) -> httpx2.Client:
    """A client with the first token of the service, or with another one."""
    return httpx2.Client(base_url=service.url, headers=bearer_headers(token or service.token), timeout=WAIT_SECONDS)


def upload_in_bulk(client: httpx2.Client, body: bytes, **settings: Any) -> tuple[list[Json], Json]:  # noqa: ANN401 - the client's own
    """The lines about the records of an upload, and the last line, with the sums."""
    answer = client.post(BULK, content=body, **settings)
    assert answer.status_code == 200, answer.text
    *lines, last = map(json.loads, answer.text.splitlines())
    assert last["done"], last
    return lines, last


def record_pages(client: httpx2.Client, **query: str | int) -> Iterator[list[Json]]:
    """The pages of a list of records, by the links from each to the next."""
    address: str | None = str(httpx2.URL(RECORDS, params=query))
    while address:
        answer = client.get(address)
        assert answer.status_code == 200, answer.text
        yield answer.json()["records"]
        address = answer.links.get("next", {}).get("url")


def list_records(client: httpx2.Client, **query: str | int) -> list[Json]:
    """The records of all pages of a list."""
    return [record for page in record_pages(client, **query) for record in page]


def export_records(client: httpx2.Client, **query: str) -> list[Json]:
    """All records of an export."""
    answer = client.get(EXPORT, params=query)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def run_at_once(*calls: Callable[[], T]) -> list[T]:
    """Make these calls at once, each in a thread of its own. Returns their results."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def assert_store_is_sound(folder: Path) -> None:
    """Check the store in the folder of a service by `daifu verify`."""
    result = daifu("verify", "--db", folder / "daifu.db")
    assert result.exit_code == 0, result.output


class ChunkedUpload:
    """An upload in bulk under way, sent in chunks.

    `received` holds the lines of the answer that have come so far, once `listen` was called.
    """

    def __init__(self, service: RunningService, **headers: str) -> None:
        address = urlsplit(service.url)
        assert address.hostname
        self.received: list[Json] = []
        self._listening = Thread(target=self._receive)
        self._connection = HTTPConnection(address.hostname, address.port, timeout=WAIT_SECONDS)
        self._connection.putrequest("POST", BULK)
        for name, value in (headers if "Authorization" in headers else bearer_headers(service.token) | headers).items():
            self._connection.putheader(name.replace("_", "-"), value)
        self._connection.putheader("Transfer-Encoding", "chunked")
        self._connection.endheaders()
        self._socket = self._connection.sock  # the connection forgets it when the answer begins and is to be the last

    def send(self, data: bytes) -> None:
        """Send more of the body. Raises OSError if the service has closed the connection."""
        self._socket.sendall(b"%x\r\n%b\r\n" % (len(data), data))

    def finish(self) -> None:
        """Send the end of the body."""
        self._socket.sendall(b"0\r\n\r\n")

    def lines(self) -> Iterator[Json]:
        """The lines of the answer as they come, until the connection ends."""
        try:
            with self._connection.getresponse() as answer:
                assert answer.status == 200, answer.read()
                for line in answer:
                    if line.endswith(b"\n"):  # a line that breaks off acknowledges nothing
                        yield json.loads(line)
        except (OSError, IncompleteRead):
            return

    def listen(self) -> None:
        """Read the answer in a thread, while more is sent."""
        self._listening.start()

    def wait_for_lines(self, lines: int) -> None:
        """Wait until this many lines have come, or no more can come."""
        wait_until(lambda: len(self.received) >= lines or not self._listening.is_alive())

    def wait_for_end(self) -> list[Json]:
        """All lines of the answer, when no more can come."""
        self._listening.join(WAIT_SECONDS)
        assert not self._listening.is_alive()
        return self.received

    def disconnect(self) -> None:
        """Close the connection, unless the service has closed it."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._listening.is_alive():
            self.disconnect()
            self._listening.join()
        self._connection.close()

    def _receive(self) -> None:
        for line in self.lines():
            self.received.append(line)


class Receiver:
    """A server that answers all calls with its `status`, and keeps what came: the path, headers and body of each."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.calls: list[tuple[str, dict[str, str], bytes]] = []
        self.asked: list[tuple[str, int]] = []
        """The hosts and ports that it was taken for."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.calls.append((self.path, dict(self.headers), body))
                self.send_response(receiver.status)
                self.send_header("Location", "http://127.0.0.1/inside")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)

    @contextmanager
    def running(self) -> Iterator[Self]:
        thread = Thread(target=self.server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield self
        finally:
            self.server.shutdown()
            thread.join()
            self.server.server_close()

    def connect(self, host: str, port: int) -> socket.socket:
        """A connection to this server in place of the host."""
        self.asked.append((host, port))
        return socket.create_connection(("127.0.0.1", self.server.server_port))
