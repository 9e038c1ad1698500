"""Draws plots to SVG in a process of their own, because the library that draws takes 100 MB and keeps a thread busy."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Lock, Timer
from typing import Final

from data.child_process import end_with_parent
from data.fork_hooks import call_at_forks

IDLE_SECONDS: Final = 60.0
"""Seconds without a plot after which the process is ended, and its memory is free again."""
DRAWING_SECONDS: Final = 30.0
"""Seconds after which a plot is given up. One takes a tenth of a second, and the start of the process two."""


class PlotProcess:
    """The process that draws, for all threads. It is started for the first plot."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._executor: ProcessPoolExecutor | None = None
        self._idle: Timer | None = None
        call_at_forks(self)

    def draw(self, specification: bytes) -> bytes:
        """The SVG of a specification. It is drawn once more if the process was lost, such as for want of memory.

        Raises `TimeoutError`, `BrokenProcessPool` where the process is lost again, and `ValueError` for a
        specification that cannot be drawn.
        """
        try:
            return self._submit(specification).result(DRAWING_SECONDS)
        except BrokenProcessPool:
            self.end()
            return self._submit(specification).result(DRAWING_SECONDS)

    @property
    def number(self) -> int:
        """The id of the process, which is started if there is none."""
        with self._lock:
            return self._start().submit(os.getpid).result(DRAWING_SECONDS)

    def end(self) -> None:
        """End the process once it has drawn what it was given."""
        with self._lock:
            if self._executor is not None:
                self._executor.shutdown(wait=False)
            self._executor = None

    def before_fork(self) -> None:
        """End the process: a child must not share it."""
        self.end()

    def after_fork(self) -> None:
        """Begin without a process, in the child."""
        self._lock = Lock()
        self._executor = self._idle = None

    def _submit(self, specification: bytes) -> "Future[bytes]":
        with self._lock:
            drawing = self._start().submit(draw_svg, specification)
            self._restart_clock(self.end)
            return drawing

    def _start(self) -> ProcessPoolExecutor:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(1, get_context("spawn"), end_with_parent)
        return self._executor

    def _restart_clock(self, act: Callable[[], None]) -> None:
        """Call this after `IDLE_SECONDS` unless another plot is drawn before."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = Timer(IDLE_SECONDS, act)
        self._idle.daemon = True
        self._idle.start()


def draw_svg(specification: bytes) -> bytes:
    """The SVG of a Vega-Lite specification; nothing is loaded from elsewhere. Raises `ValueError`."""
    import vl_convert  # noqa: PLC0415 - only the process that draws needs it

    return vl_convert.vegalite_to_svg(specification.decode(), allowed_base_urls=[]).encode()
