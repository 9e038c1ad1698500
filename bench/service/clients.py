"""Clients in processes of their own, who all begin at once and ask without a pause."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.synchronize import Barrier
from types import TracebackType
from typing import NamedTuple, Self

from bench.service.connection import Address, Connection

PATIENCE = 120.0
"""Seconds in which all have to be ready for the next task."""

_PROCESSES = get_context("spawn")


class Task(NamedTuple):
    """What each client is to ask, and the status that every answer must have."""

    status: int
    requests: Sequence[Sequence[bytes]]


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


class _Lap(NamedTuple):
    """One client's part of a task: when it began and ended, and the seconds of each request."""

    begin: float
    end: float
    requests: list[float]


class Clients:
    """So many clients of the service at this address; a block at whose end they are gone."""

    def __init__(self, address: Address, count: int) -> None:
        self._barrier = _PROCESSES.Barrier(count)
        self._pipes = [self._started(address) for _ in range(count)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        for pipe in self._pipes:
            pipe.close()

    def work(self, tasks: Sequence[Task]) -> list[Laps]:
        """Do the tasks one after the other, on connections that are opened for them.

        Which process of the service gets how many of these is chance, so new ones are tried each time. Raise
        ``EOFError`` if a client fails, which says itself why.
        """
        for place, pipe in enumerate(self._pipes):
            pipe.send([(task.status, task.requests[place]) for task in tasks])
        laps: list[list[_Lap]] = [pipe.recv() for pipe in self._pipes]
        return [_together(parts) for parts in zip(*laps, strict=True)]

    def _started(self, address: Address) -> Pipe:
        ours, theirs = _PROCESSES.Pipe()
        _PROCESSES.Process(target=_work, args=(address, theirs, self._barrier), daemon=True).start()
        theirs.close()
        return ours


def _together(laps: Sequence[_Lap]) -> Laps:
    seconds = max(lap.end for lap in laps) - min(lap.begin for lap in laps)
    return Laps(seconds, [request for lap in laps for request in lap.requests])


def _work(address: Address, pipe: Pipe, barrier: Barrier) -> None:
    """Be a client until the other end of the pipe is closed."""
    try:
        while True:
            try:
                tasks = pipe.recv()
            except EOFError:
                return
            pipe.send(_asked(Connection(address), tasks, barrier))
    except Exception:
        barrier.abort()
        raise


def _asked(connection: Connection, tasks: Sequence[tuple[int, Sequence[bytes]]], barrier: Barrier) -> list[_Lap]:
    laps = []
    for status, requests in tasks:
        barrier.wait(PATIENCE)
        laps.append(_lap(connection, status, requests))
    connection.close()
    return laps


def _lap(connection: Connection, status: int, requests: Sequence[bytes]) -> _Lap:
    seconds = []
    begin = before = time.monotonic()
    for request in requests:
        answer = connection.ask(request)
        if answer.status != status:
            raise ValueError(f"expected {status}, found {answer.status}: {answer.body.decode()}")
        now = time.monotonic()
        seconds.append(now - before)
        before = now
    return _Lap(begin, before, seconds)
