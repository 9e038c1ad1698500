"""A line to a process that judges, from its start to its end.

This is not `multiprocessing`: its processes import the main module of this one again, share its terminal and want to be
started by its main thread, and a service has them started by any thread.
"""

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from socket import socketpair
from typing import Any, Final, NamedTuple
from weakref import finalize

from data.judging.process import READY
from data.judging.verdicts import Sent, Verdict
from data.judging.wire import Receiving

IDLE: Final = 60.0
"""Seconds without work after which the process ends, and its memory is free again."""
_PROGRAM: Final = """
import sys
_, link, idle, *sys.path = sys.argv
from data.judging.process import serve
serve(int(link), float(idle))
"""
LOG: Final = logging.getLogger("daifu.judging")


class LineLost(Exception):  # noqa: N818 - it happened to the line, whoever is at fault
    """There is no process at the other end; it is logged why, unless it had only been idle."""


class LineEnded(LineLost):
    """The process has ended of itself, for it was idle."""


class Answer(NamedTuple):
    """So many verdicts have come; they are read in the order in which they came, when there is time for it."""

    told: int
    read: Callable[[], list[Verdict]]


class Line:
    """A process of its own that judges, and the line to it: it ends when this object does, or this process.

    It gets its next task when its last result was taken, so that the two never wait for each other to read.
    """

    def __init__(self) -> None:
        """Start it. Raises `LineLost` where that cannot be."""
        ours, theirs = socketpair()
        with ours, theirs:
            self._process = _started(theirs.fileno())
            self._link: Connection[Any, Any] = Connection(ours.detach())
        self._receiving = Receiving()
        self._is_ready = False
        self._owed = 0
        self._end = finalize(self, _end, self._process, self._link)

    @property
    def process(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_ready(self) -> bool:
        """Whether it has said that it can judge; asked while it has nothing to do. Raises `LineLost`."""
        with self._alive():
            if self._link.poll():
                self._is_ready = self._link.recv_bytes() == READY
        return self._is_ready

    @property
    def is_idle(self) -> bool:
        """Whether it has told all that it was asked, and can be asked more; one that is lost never has."""
        return not self._owed

    def begin(self, entries: Sequence[Sent]) -> None:
        """Let it judge. Raises `LineLost`."""
        self._owed = len(entries)
        with self._alive():
            self._link.send(entries)

    def next(self) -> Answer:
        """The next verdicts, waited for: as many as go together. Raises `LineLost`."""
        with self._alive():
            count = self._link.recv()
            told = self._link.recv_bytes()
        self._owed -= count
        return Answer(count, partial(self._receiving.verdicts, told))

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
                raise LineEnded from error
            LOG.warning("the process that judges is lost: it ended with %d", code)
            raise LineLost from error


def _started(link: int) -> "subprocess.Popen[bytes]":
    """A process that judges at the other end of the line; Ctrl-C in the terminal of this one is not its business."""
    path = [entry or str(Path.cwd()) for entry in sys.path]
    try:
        return subprocess.Popen(  # noqa: S603 - it is this very program
            [sys.executable, "-c", _PROGRAM, str(link), str(IDLE), *path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[link],
            start_new_session=True,
        )
    except OSError as error:
        LOG.warning("no process that judges can be started: %s", error)
        raise LineLost from error


def _end(process: "subprocess.Popen[bytes]", link: "Connection[Any, Any]") -> None:
    link.close()
    process.kill()
    process.wait()
