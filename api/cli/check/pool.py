"""Work shared among processes: results come in the order of the tasks, and only a few tasks run ahead.

The pools of `concurrent.futures`, joblib and pebble let all workers answer on one pipe. When a worker dies in the
middle of an answer, that pipe stays open and they wait for ever. Here each worker has a pipe of its own. joblib also
reads tasks ahead without waiting for anyone to take the results, and keeps all of them.
"""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

TASKS_AHEAD: Final = 4
"""For each process, so many tasks may be under way or done before their turn."""


class ProcessLost(Exception):
    """A process ended before its work was done."""


def map_in_processes(work: Callable[[_Task], _Result], tasks: Iterable[_Task], processes: int) -> Iterator[_Result]:
    """The result of each task, done by one of so many processes. Raises `ProcessLost`."""
    with _worker_pool(work, processes) as workers:
        shift: _Schedule[_Task, _Result] = _Schedule(workers, tasks)
        while shift.hand_out():
            yield from shift.results()
            shift.collect()


class _Worker:
    """A process that does the work; it ends with this one.

    It is spawned: a fork would copy locks that other threads hold, and not every system has it.
    """

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.link, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, task: object) -> None:
        """Let it do a task."""
        with _connection_errors():
            self.link.send(task)

    def end(self) -> Any:  # noqa: ANN401 - whatever the work makes
        """The result of its task, waited for."""
        with _connection_errors():
            return self.link.recv()

    def dismiss(self) -> None:
        """Stop it, whatever it is doing."""
        self._process.terminate()
        self._process.join()


class _Schedule(Generic[_Task, _Result]):
    """Who does which task, and what is done.

    A worker gets its next task when its last result was taken, so that the two never wait for each other to read.
    """

    def __init__(self, workers: list[_Worker], tasks: Iterable[_Task]) -> None:
        self._tasks = enumerate(tasks)
        self._idle = list(workers)
        self._most = len(workers) * TASKS_AHEAD
        self._busy: dict[_Worker, int] = {}
        self._done: dict[int, _Result] = {}
        self._turn = 0

    def hand_out(self) -> bool:
        """Give tasks to the workers that have none; whether there is anything under way or done then."""
        while self._idle and len(self._busy) + len(self._done) < self._most:
            place, task = next(self._tasks, (None, None))
            if place is None:
                break
            worker = self._idle.pop()
            worker.begin(task)
            self._busy[worker] = place
        return bool(self._busy or self._done)

    def collect(self) -> None:
        """Wait until some task is done if one is under way, and take the results that there are."""
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
    """So many workers, dismissed at the end of the block, however it ends."""
    workers: list[_Worker] = []
    try:
        with _interrupts_ignored():
            workers += (_Worker(work) for _ in range(count))
        yield workers
    finally:
        for worker in workers:
            worker.dismiss()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal; those started inside leave it to this one, which hears it after."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _connection_errors() -> Iterator[None]:
    """A line that breaks, be it in the middle of an answer, means that the process at its other end is gone."""
    try:
        yield
    except (EOFError, OSError) as error:
        raise ProcessLost from error


def _serve(link: "Connection[Any, Any]", work: Callable[[Any], Any]) -> None:
    """Do what comes over the line, one task after the other."""
    for task in _received_tasks(link):
        link.send(work(task))


def _received_tasks(link: "Connection[Any, Any]") -> Iterator[Any]:
    """What comes over a line, for as long as there is somebody at its other end."""
    with suppress(EOFError):
        while True:
            yield link.recv()
