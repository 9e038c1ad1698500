"""The worker process that judges, seen from the process that started it.

This is not `multiprocessing`: its processes import the main module again, share the terminal and want to be started by
the main thread, while a service starts them from any thread.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from socket import socketpair
from threading import Lock
from typing import Any, Final, NamedTuple
from weakref import finalize

from data.fork_hooks import call_at_forks
from data.judging.batches import JudgeInput, Verdict
from data.judging.messages import VerdictDecoder
from data.judging.process import READY_MESSAGE


class WorkerResult(NamedTuple):
    """So many verdicts have come; they are read in the order in which they came, when there is time for it."""

    told: int
    read: Callable[[], list[Verdict]]


class Worker:
    """A process of its own that judges, and the line to it: it ends when this object does, or this process.

    It gets its next task when its last result was taken, so that the two never wait for each other to read.
    """

    def __init__(self) -> None:
        """Start it. Raises `WorkerLost` where that cannot be."""
        ours, theirs = socketpair()
        with ours, theirs:
            self._process = _start_process(theirs.fileno())
            self._link: Connection[Any, Any] = Connection(ours.detach())
        self._receiving = VerdictDecoder()
        self._is_ready = False
        self._owed = 0
        self._end = finalize(self, _stop_process, self._process, self._link)

    @property
    def process(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_ready(self) -> bool:
        """Whether it has said that it can judge; asked while it has nothing to do. Raises `WorkerLost`."""
        with self._alive():
            if self._link.poll():
                self._is_ready = self._link.recv_bytes() == READY_MESSAGE
        return self._is_ready

    @property
    def is_idle(self) -> bool:
        """Whether it has told all that it was asked, and can be asked more; one that is lost never has."""
        return not self._owed

    def begin(self, entries: Sequence[JudgeInput]) -> None:
        """Let it judge. Raises `WorkerLost`."""
        self._owed = len(entries)
        with self._alive():
            self._link.send(entries)

    def next(self) -> WorkerResult:
        """The next verdicts, waited for: as many as go together. Raises `WorkerLost`."""
        with self._alive():
            count = self._link.recv()
            told = self._link.recv_bytes()
        self._owed -= count
        return WorkerResult(count, partial(self._receiving.verdicts, told))

    def dismiss(self) -> None:
        """End it, whatever it is doing."""
        self._end()

    @contextmanager
    def _alive(self) -> Iterator[None]:
        """A line that breaks, be it in the middle of an answer, means that the process at its other end is gone."""
        try:
            yield
        except (EOFError, OSError) as error:
            code = self._process.wait()
            if self._is_ready and not code:
                raise WorkerEnded from error
            LOG.warning("the process that judges is lost: it ended with %d", code)
            raise WorkerLost from error


class WorkerPool:
    """Has a process that judges, started when it is first wanted and kept for the next who wants it.

    That ends with this one, or when it has been idle. Any thread may ask for it.
    """

    def __init__(self) -> None:
        self._lent = Lock()
        self._line: Worker | None = None
        call_at_forks(self)

    def acquire(self) -> Worker | None:
        """The line to the process, to be given back; None while others have it, and until it is ready.

        Raises `WorkerLost` where there is none.
        """
        if _core_count() == 1 or not self._lent.acquire(blocking=False):
            return None
        try:
            line = self._at_hand()
        except WorkerLost:
            self._line = None
            self._lent.release()
            raise
        if line is None:
            self._lent.release()
        return line

    def release(self, line: Worker) -> None:
        """Let others have it. A process that is still at work on something is ended: nobody would take the results."""
        if not line.is_idle:
            line.dismiss()
            self._line = None
        self._lent.release()

    def before_fork(self) -> None:
        """End the process, unless it is at work: a line has two ends, not three."""
        if self._lent.acquire(blocking=False):
            self._line = None
            self._lent.release()

    def after_fork(self) -> None:
        """Begin anew, in the child."""
        self._lent = Lock()
        self._line = None

    def _at_hand(self) -> Worker | None:
        """The line to the process if it is ready; if there is none, one is started. Raises `WorkerLost`."""
        line = self._line or Worker()
        try:
            is_ready = line.is_ready
        except WorkerEnded:
            line, is_ready = Worker(), False
        self._line = line
        return line if is_ready else None


def _core_count() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


IDLE_SECONDS: Final = 60.0
"""Seconds without work after which the process ends, and its memory is free again."""
_PROGRAM: Final = """
import sys
_, link, idle, *sys.path = sys.argv
from data.judging.process import serve
serve(int(link), float(idle))
"""
LOG: Final = logging.getLogger("daifu.judging")


class WorkerLost(Exception):
    """There is no process at the other end; it is logged why, unless it had only been idle."""


class WorkerEnded(WorkerLost):
    """The process has ended of itself, for it was idle."""


def _start_process(link: int) -> "subprocess.Popen[bytes]":
    """A process that judges at the other end of the line; Ctrl-C in the terminal of this one is not its business."""
    path = [entry or str(Path.cwd()) for entry in sys.path]
    try:
        return subprocess.Popen(  # noqa: S603 - it is this very program
            [sys.executable, "-c", _PROGRAM, str(link), str(IDLE_SECONDS), *path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[link],
            start_new_session=True,
        )
    except OSError as error:
        LOG.warning("no process that judges can be started: %s", error)
        raise WorkerLost from error


def _stop_process(process: "subprocess.Popen[bytes]", link: "Connection[Any, Any]") -> None:
    link.close()
    process.kill()
    process.wait()
