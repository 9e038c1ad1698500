"""Tasks for several processes; results come in the order of the tasks, and only a few tasks run ahead.

The pools of `concurrent.futures`, joblib and pebble let all workers answer on one pipe. When a worker dies in the
middle of an answer, that pipe stays open and they wait for ever. Here each worker has a pipe of its own. joblib also
reads tasks ahead without waiting for anyone to take the results, and keeps all of them.
"""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

TASKS_AHEAD: Final = 4
"""The number of tasks for each process that may be running, or done before their turn."""


class ProcessLost(Exception):
    """A process ended before its work was done."""


def map_in_processes(work: Callable[[_Task], _Result], tasks: Iterable[_Task], processes: int) -> Iterator[_Result]:
    """The results of the tasks, done by `processes` processes. Raises `ProcessLost`."""
    with _worker_pool(work, processes) as workers:
        shift: _Schedule[_Task, _Result] = _Schedule(workers, tasks)
        while shift.hand_out():
            yield from shift.results()
            shift.collect()


class _Worker:
    """A process that does tasks, and ends with this process.

    It is spawned, because a fork would copy locks that other threads hold.
    """

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.link, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, task: object) -> None:
        """Send it a task."""
        with _connection_errors():
            self.link.send(task)

    def end(self) -> Any:  # noqa: ANN401 - any result
        """Wait for the result of its task."""
        with _connection_errors():
            return self.link.recv()

    def dismiss(self) -> None:
        """Stop it at once."""
        self._process.terminate()
        self._process.join()


class _Schedule(Generic[_Task, _Result]):
    """The tasks of the workers, and the results whose turn has not come.

    A worker gets its next task after its last result was read, so that both sides never wait for each other.
    """

    def __init__(self, workers: list[_Worker], tasks: Iterable[_Task]) -> None:
        self._tasks = enumerate(tasks)
        self._idle = list(workers)
        self._most = len(workers) * TASKS_AHEAD
        self._busy: dict[_Worker, int] = {}
        self._done: dict[int, _Result] = {}
        self._turn = 0

    def hand_out(self) -> bool:
        """Give tasks to idle workers; whether any task is running or done."""
        # A slow task would let the results of all others pile up in memory.
        while self._idle and len(self._busy) + len(self._done) < self._most:
            place, task = next(self._tasks, (None, None))
            if place is None:
                break
            worker = self._idle.pop()
            worker.begin(task)
            self._busy[worker] = place
        return bool(self._busy or self._done)

    def collect(self) -> None:
        """Wait until a task is done if one is running, and read all results."""
        ready = wait([worker.link for worker in self._busy]) if self._busy else ()
        for worker in [worker for worker in self._busy if worker.link in ready]:
            self._done[self._busy.pop(worker)] = worker.end()
            self._idle.append(worker)

    def results(self) -> Iterator[_Result]:
        """The results whose turn has come."""
        while self._turn in self._done:
            yield self._done.pop(self._turn)
            self._turn += 1


@contextmanager
def _worker_pool(work: Callable[[Any], Any], count: int) -> Iterator[list[_Worker]]:
    """`count` workers, stopped at the end of the block."""
    workers: list[_Worker] = []
    try:
        # Ctrl-C reaches all processes of a terminal: workers are started as those that ignore it, this one handles it
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            workers += (_Worker(work) for _ in range(count))
        finally:
            signal.signal(signal.SIGINT, before)
        yield workers
    finally:
        for worker in workers:
            worker.dismiss()


@contextmanager
def _connection_errors() -> Iterator[None]:
    """Turn a broken pipe, also in the middle of a result, into `ProcessLost`."""
    try:
        yield
    except (EOFError, OSError) as error:
        raise ProcessLost from error


def _serve(link: "Connection[Any, Any]", work: Callable[[Any], Any]) -> None:
    """Do the tasks that come over the pipe."""
    while True:
        try:
            task = link.recv()
        except EOFError:  # the other end is closed
            return
        link.send(work(task))
