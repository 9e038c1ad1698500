"""Processes that do work for this one: what each of them does when it starts, and one that can be ended at any time."""

import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic
from typing import Any, Final

WATCH_SECONDS: Final = 0.2
"""Seconds after which it is asked again whether what a process does is still wanted."""


def end_with_parent() -> None:
    """End this process when its parent ends, also when that is killed; Ctrl-C in the terminal does not reach it."""
    os.setsid()
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
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
        context = get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, prepare), daemon=True)
        self._process.start()
        other.close()

    def call(
        self, function: Callable[..., Any], *arguments: object, seconds: float, is_wanted: Callable[[], bool]
    ) -> Any:  # noqa: ANN401 - what the function returns
        """What the function returns in that process. Raises what the function raises.

        Raises `TimeoutError` after these seconds, `NotWantedError` once it `is_wanted` no more, and `ProcessLostError`.
        The process is to be ended then.
        """
        end = monotonic() + seconds
        try:
            self._connection.send((function, arguments))
            while not self._connection.poll(WATCH_SECONDS):
                if not is_wanted():
                    raise NotWantedError
                if monotonic() > end:
                    raise TimeoutError
            error, found = self._connection.recv()
        except (EOFError, ConnectionError) as lost:
            raise ProcessLostError from lost
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


def _serve(connection: Connection, prepare: Callable[[], None]) -> None:
    """Call the functions that the parent process sends, until it closes the connection."""
    prepare()
    with suppress(EOFError, ConnectionError):
        while True:
            function, arguments = connection.recv()
            try:
                connection.send((None, function(*arguments)))
            except Exception as error:  # noqa: BLE001 - the parent process raises it
                connection.send((error, None))
