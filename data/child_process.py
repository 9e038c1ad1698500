"""Processes that do work for this one, and that can be ended at any time: plots, draws, the judging of long records.

Objects are told before a process forks, and in the child afterwards. SQLite forbids a child to use, or even to close, a
connection that its parent opened. So idle connections are closed before a fork, and the child opens its own. A fork
while other threads use the store is still not safe: servers start their processes first.

`multiprocessing` is imported by the functions that start a process: most commands start none.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from math import inf
from threading import Lock, Semaphore, Thread, Timer
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakSet

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class Forkable(Protocol):
    """What has to know of forks."""

    def before_fork(self) -> None:
        """Close what must not be carried over."""

    def after_fork(self) -> None:
        """Begin anew, in the child."""


_LISTENERS: Final[WeakSet[Forkable]] = WeakSet()


def call_at_forks(one: Forkable) -> None:
    """Tell it of each fork from now on, as long as it lives."""
    _LISTENERS.add(one)


def _before_fork() -> None:
    for one in list(_LISTENERS):
        one.before_fork()


def _after_fork() -> None:
    for one in list(_LISTENERS):
        one.after_fork()


os.register_at_fork(before=_before_fork, after_in_child=_after_fork)

IDLE_SECONDS: Final = 60.0
"""Seconds without work after which processes are ended, and their memory is free again."""
WATCH_SECONDS: Final = 0.2
"""Seconds after which it is asked again whether what a process does is still wanted."""


def end_with_parent() -> None:
    """End this process when its parent ends, also when that is killed; Ctrl-C in the terminal does not reach it."""
    os.setsid()
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


class ProcessLostError(Exception):
    """A process ended by itself, such as for want of memory."""


class NotWantedError(Exception):
    """Nobody waits any more for what a process does."""


class ChildProcess:
    """A process that calls functions for this one, one after the other, and that can be ended in the middle of one."""

    def __init__(self, prepare: Callable[[], None] = end_with_parent) -> None:
        """Start the process, which calls `prepare` first."""
        from multiprocessing import get_context  # noqa: PLC0415

        context = get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, prepare), daemon=True)
        self._process.start()
        other.close()
        self.is_free = True
        """Whether it may be called. One that was lost, was given up or ran out of memory is to be ended."""

    def call(
        self, function: Callable[..., Any], *arguments: object, seconds: float, is_wanted: Callable[[], bool]
    ) -> Any:  # noqa: ANN401 - what the function returns
        """What the function returns in that process. Raises what the function raises.

        Raises `TimeoutError` after these seconds, `NotWantedError` once it `is_wanted` no more, and `ProcessLostError`.
        """
        end = monotonic() + seconds
        self.is_free = False
        try:
            self._connection.send((function, arguments))
            while not self._connection.poll(WATCH_SECONDS):  # a client may leave meanwhile
                if not is_wanted():
                    raise NotWantedError
                if monotonic() > end:
                    raise TimeoutError
            error, found = self._connection.recv()
        except (EOFError, ConnectionError) as lost:
            raise ProcessLostError from lost
        self.is_free = not isinstance(error, MemoryError)
        if error is not None:
            raise error
        return found

    @property
    def number(self) -> int | None:
        """The id of the process."""
        return self._process.pid

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self._connection.close()


class ChildProcesses:
    """Processes for one kind of work of all threads, which are kept for a while for what comes next."""

    def __init__(self, most: int, prepare: Callable[[], None] = end_with_parent) -> None:
        """At most `most` processes at a time; each calls `prepare` when it starts."""
        self._most = most
        self._prepare = prepare
        self._idle: list[ChildProcess] = []
        self._clock: Timer | None = None
        self.after_fork()
        call_at_forks(self)

    def call(
        self,
        function: Callable[..., Any],
        *arguments: object,
        seconds: float = inf,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Any:  # noqa: ANN401 - what the function returns
        """What the function returns in a process, once one is free. Raises what `ChildProcess.call` raises."""
        with self._room:
            if not is_wanted():
                raise NotWantedError
            process = self._take()
            try:
                return process.call(function, *arguments, seconds=seconds, is_wanted=is_wanted)
            finally:
                if process.is_free:
                    self._give_back(process)
                else:
                    process.end()

    def end_idle(self) -> None:
        """End the processes that do nothing."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.end()

    def before_fork(self) -> None:
        """End the processes that do nothing: a child must not share them."""
        self.end_idle()

    def after_fork(self) -> None:
        """Begin without processes, also in a child: those of the parent are not its own."""
        self._lock = Lock()
        self._room = Semaphore(self._most)
        self._idle, self._clock = [], None

    def _take(self) -> ChildProcess:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return ChildProcess(self._prepare)

    def _give_back(self, process: ChildProcess) -> None:
        with self._lock:
            self._idle.append(process)
            if self._clock is not None:
                self._clock.cancel()
            self._clock = Timer(IDLE_SECONDS, self.end_idle)
            self._clock.daemon = True
            self._clock.start()


def _serve(connection: "Connection", prepare: Callable[[], None]) -> None:
    """Call the functions that the parent process sends, until it closes the connection."""
    prepare()
    with suppress(EOFError, ConnectionError):
        while True:
            function, arguments = connection.recv()
            try:
                connection.send((None, function(*arguments)))
            except Exception as error:  # noqa: BLE001 - the parent process raises it
                connection.send((error, None))
