"""The worker process that judges large uploads, as a pool of one process."""

import logging
import os
import signal
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from threading import Lock, Timer
from typing import Final

from daifu.data.fork_hooks import call_at_forks
from daifu.data.judging.batches import JudgeInput, Verdict
from daifu.data.judging.process import judge_share, start_worker

IDLE_SECONDS: Final = 60.0
"""Seconds without work after which the process is ended, and its memory is free again."""

LOG: Final = logging.getLogger("daifu.judging")


class WorkerPool:
    """A process that judges, for one upload at a time. It is started when it is first wanted, by any thread."""

    def __init__(self) -> None:
        self._in_use = Lock()
        self._executor: ProcessPoolExecutor | None = None
        self._started: Future[int] | None = None
        self._idle: Timer | None = None
        call_at_forks(self)

    @property
    def process(self) -> int:
        """The id of the process, while the caller has it. Raises `BrokenProcessPool` where there is none."""
        if self._started is None:
            raise BrokenProcessPool
        return self._started.result()

    def acquire(self) -> bool:
        """Whether the process is there for the caller, who then has to `release` it.

        It is not where another upload has it, where it has not started yet, and where there is only one core. Raises
        `BrokenProcessPool` where it has ended or cannot be started, which is logged.
        """
        if core_count() == 1 or not self._in_use.acquire(blocking=False):
            return False
        is_ready = False
        try:
            is_ready = self._is_ready()
        finally:
            if not is_ready:
                self._in_use.release()
        return is_ready

    def release(self) -> None:
        """Let another upload have the process, or end it when none wants it for a while."""
        self._idle = Timer(IDLE_SECONDS, self.end_if_free)
        self._idle.daemon = True
        self._idle.start()
        self._in_use.release()

    def submit(self, entries: Sequence[JudgeInput]) -> Future[list[Verdict]]:
        """Have the next entries of an upload judged by the process that was acquired for it.

        The future raises `BrokenProcessPool` where the process has ended, and so may this.
        """
        if self._executor is None:
            raise BrokenProcessPool
        return self._executor.submit(judge_share, entries)

    def discard(self) -> None:
        """Drop a process that was lost; the next upload gets another one."""
        LOG.warning("the process that judges is lost")
        self._end()

    def close(self) -> None:
        """End the process, also while it judges."""
        executor, started = self._executor, self._started
        if executor is not None:
            if started is not None and started.done() and not started.exception():
                with suppress(ProcessLookupError):
                    os.kill(started.result(), signal.SIGKILL)
            executor.shutdown(cancel_futures=True)
        self._executor = self._started = None

    def before_fork(self) -> None:
        """End the process, unless an upload has it: a child must not share it."""
        self.end_if_free()

    def end_if_free(self) -> None:
        """End the process, unless an upload has it."""
        if self._in_use.acquire(blocking=False):
            self._end()
            self._in_use.release()

    def after_fork(self) -> None:
        """Begin without a process, in the child."""
        self._in_use = Lock()
        self._executor = self._started = self._idle = None

    def _is_ready(self) -> bool:
        if self._idle is not None:
            self._idle.cancel()
        try:
            if self._executor is None or self._started is None:
                self._executor = ProcessPoolExecutor(1, get_context("spawn"), start_worker)
                self._started = self._executor.submit(os.getpid)
            return self._started.done() and bool(self._started.result())
        except BrokenProcessPool:
            self.discard()
            raise
        except OSError as error:
            LOG.warning("no process that judges can be started: %s", error)
            self._end()
            raise BrokenProcessPool from error

    def _end(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._started = None


def core_count() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
