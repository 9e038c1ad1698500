"""Work shared among processes: results come in the order of the tasks, and only a few tasks are under way at once."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final, TypeVar

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

AHEAD: Final = 3
"""Tasks under way for each process: one that it does, and some that wait, so that it never does."""


def in_processes(work: Callable[[_Task], _Result], tasks: Iterable[_Task], processes: int) -> Iterator[_Result]:
    """The result of each task, done by one of so many processes. Raises what the work raises."""
    fresh = multiprocessing.get_context("spawn")  # a fork would copy the threads' locks, and not every system has it
    waiting: deque[Future[_Result]] = deque()
    with ProcessPoolExecutor(processes, mp_context=fresh, initializer=_leave_interrupts) as pool:
        try:
            for task in tasks:
                waiting.append(pool.submit(work, task))
                if len(waiting) >= processes * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C goes to every process of a terminal; only the first one is to answer it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
