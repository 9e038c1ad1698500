"""Clients in processes of their own, which start together and send requests without a pause."""

import math
import re
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.synchronize import Barrier
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess
    from multiprocessing.sharedctypes import Synchronized


Address = tuple[str, int]

_BLOCK = 1 << 16
_END_OF_HEAD = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)
_STATUS = slice(9, 12)  # behind "HTTP/1.1 "


class Answer(NamedTuple):
    """What came back."""

    status: int
    body: bytes


class Connection:
    """A connection that is kept from one request to the next."""

    def __init__(self, address: Address) -> None:
        self._socket = socket.create_connection(address)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> Answer:
        """Send a request and wait for the whole answer. Raise ``ConnectionError`` if it breaks off."""
        self._socket.sendall(request)
        data = b""
        while (end := data.find(_END_OF_HEAD)) < 0:
            data += self._more()
        length = _LENGTH.search(data, 0, end + len(_END_OF_HEAD))
        begin = end + len(_END_OF_HEAD)
        whole = begin + (int(length[1]) if length else 0)
        while len(data) < whole:
            data += self._more()
        return Answer(int(data[_STATUS]), data[begin:])

    def close(self) -> None:
        """Let go of the connection."""
        self._socket.close()

    def _more(self) -> bytes:
        data = self._socket.recv(_BLOCK)
        if not data:
            raise ConnectionError("the service ended its answer before it was whole")
        return data


def get(path: str) -> bytes:
    """A request to read something."""
    return f"GET {path} HTTP/1.1\r\nHost: daifu\r\n\r\n".encode()


def post(path: str, token: str, body: bytes) -> bytes:
    """A request that brings JSON, and a token."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: daifu\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


READY_TIMEOUT = 120.0
"""Seconds in which all have to be ready for the next task."""

_PROCESSES = get_context("spawn")


class Task(NamedTuple):
    """Requests, each of which the next free client sends, and the status that every answer must have."""

    status: int
    requests: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Laps:
    """How long a task took by the clock, and each of its requests."""

    seconds: float
    requests: Sequence[float]

    @property
    def rate(self) -> float:
        """Requests a second."""
        return len(self.requests) / self.seconds

    @property
    def p99(self) -> float:
        """The seconds within which 99 of 100 requests were answered."""
        return sorted(self.requests)[math.ceil(0.99 * len(self.requests)) - 1]


class Lap(NamedTuple):
    """One client's part of a task: when it began and ended, and the seconds of each request."""

    begin: float
    end: float
    requests: list[float]


class Clients:
    """A context with `count` clients of the service at this address. At its end they are closed."""

    def __init__(self, address: Address, count: int) -> None:
        self._asked = _PROCESSES.Value("L")
        self._barrier = _PROCESSES.Barrier(count, partial(_reset, self._asked))
        self._processes: list[SpawnProcess] = []
        self._pipes = [self._started(address) for _ in range(count)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join()

    def work(self, tasks: Sequence[Task]) -> list[Laps]:
        """Do the tasks one after the other, on connections that are opened for them.

        Which process of the service gets how many of these is chance, so new ones are tried each time. Raise
        ``EOFError`` if a client fails, which says itself why.
        """
        for pipe in self._pipes:
            pipe.send(tasks)
        return [combine_clients(laps) for laps in zip(*[pipe.recv() for pipe in self._pipes], strict=True)]

    def _started(self, address: Address) -> Pipe:
        ours, theirs = _PROCESSES.Pipe()
        client = _Client(address, self._barrier, self._asked)
        process = _PROCESSES.Process(target=client.serve, args=(theirs,), daemon=True)
        process.start()
        self._processes.append(process)
        theirs.close()
        return ours


def combine_clients(laps: Sequence[Lap]) -> Laps:
    """A task as a whole, from the begin of its first client to the end of its last."""
    seconds = max(lap.end for lap in laps) - min(lap.begin for lap in laps)
    return Laps(seconds, [request for lap in laps for request in lap.requests])


def combine_turns(laps: Sequence[Laps]) -> Laps:
    """Parts of a task that were done one after the other, with something else between them, as a whole."""
    return Laps(sum(lap.seconds for lap in laps), [request for lap in laps for request in lap.requests])


class _Client:
    """A client in its own process."""

    def __init__(self, address: Address, barrier: Barrier, asked: "Synchronized[int]") -> None:
        self._address = address
        self._barrier = barrier
        self._asked = asked

    def serve(self, pipe: Pipe) -> None:
        """Do what comes through the pipe until its other end is closed."""
        try:
            while tasks := _next_tasks(pipe.recv):
                pipe.send(self._work(tasks))
        except Exception:
            self._barrier.abort()  # the others need not wait
            raise

    def _work(self, tasks: Sequence[Task]) -> list[Lap]:
        connection = Connection(self._address)
        laps = []
        for task in tasks:
            self._barrier.wait(READY_TIMEOUT)
            laps.append(self._lap(connection, task))
        connection.close()
        return laps

    def _lap(self, connection: Connection, task: Task) -> Lap:
        seconds = []
        begin = before = time.monotonic()
        while (number := self._claimed()) < len(task.requests):
            answer = connection.ask(task.requests[number])
            if answer.status != task.status:
                raise ValueError(f"expected {task.status}, found {answer.status}: {answer.body.decode()}")
            now = time.monotonic()
            seconds.append(now - before)
            before = now
        return Lap(begin, before, seconds)

    def _claimed(self) -> int:
        """The next request that nobody has taken yet."""
        with self._asked:
            number = self._asked.value
            self._asked.value = number + 1
        return number


def _reset(asked: "Synchronized[int]") -> None:
    asked.value = 0


def _next_tasks(receive: Callable[[], Sequence[Task]]) -> Sequence[Task]:
    """The next tasks; none at the end."""
    try:
        return receive()
    except EOFError:
        return ()
