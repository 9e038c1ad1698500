"""Runs tasks on a Dask cluster: a given one, or workers of this machine. Only this module knows Dask.

A few tasks for each worker are handed out at a time. A task of a worker that was lost is run again by another, and one
that joins later gets its part. Where the scheduler or all workers are lost, tasks go on when they are there again.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from enum import Enum, auto
from importlib.metadata import version
from itertools import islice
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from daifu.data.child_process import end_with_parent
from daifu.data.judging import core_count, relaxed_gc

if TYPE_CHECKING:
    from distributed import Client, Future


def dask_setup(_worker: object) -> None:
    """Prepare a worker: Ctrl-C in the terminal does not reach it, and it ends with the command."""
    end_with_parent()


def program_version() -> str:
    """The version of daifu of this process."""
    return version("daifu")


TASKS_AHEAD: Final = 2
"""The tasks of a worker that run or wait at the scheduler."""
MAX_AWAY_SECONDS: Final = 300.0
"""Seconds for which a scheduler, or all workers, may be away."""
TELL_SECONDS: Final = 10
"""Seconds of a wait after which it is told, again and again."""
CONNECT_SECONDS: Final = 5.0
"""Seconds that an attempt to connect to a scheduler may take."""
ANSWER_SECONDS: Final = 5.0
"""Seconds that a scheduler may take for an answer."""
LOOK_SECONDS: Final = 1.0
"""Seconds after which the workers are looked at again."""

Key = TypeVar("Key")
Result = TypeVar("Result")


class ClusterMissing(Exception):
    """The libraries of the extra `cluster` are not installed."""


class NoScheduler(Exception):
    """An address is none, or that of another program."""


class ClusterLost(Exception):
    """The scheduler cannot be reached, or was away for too long."""


class WorkersMissing(Exception):
    """The scheduler had no workers for too long."""


class WorkerDiffers(Exception):
    """A worker has another version of daifu, `version`, or none at all."""

    def __init__(self, worker: str, version: str | None) -> None:
        super().__init__(f"{worker} has daifu {version}")
        self.worker = worker
        self.version = version


class TaskLost(Exception):
    """A task whose worker was lost several times; `args[0]` says which."""


class Waiting(Enum):
    """Who is waited for."""

    SCHEDULER = auto()
    WORKERS = auto()


Tell = Callable[[Waiting, int], None]
"""Says who has been waited for, and for how many seconds."""


class TaskRunner(Protocol):
    """Runs tasks."""

    def run(
        self,
        work: Callable[..., Result],
        tasks: Mapping[str, tuple[Any, ...]],
        finish: Callable[[str, Result], None],
        /,
    ) -> None:
        """Run `work` with the arguments of each task, and call `finish` with its key and its result, in any order."""
        ...


class Cluster:
    """Runs tasks on a scheduler."""

    def __init__(self, address: str, tell: Tell = lambda _waiting, _seconds: None) -> None:
        """Connect to the scheduler at an address; `tell` is called each ten seconds of a wait. Raises `ClusterLost`."""
        self._address = address
        self._tell = tell
        self._client = self._connect()
        self._same_program: set[str] = set()
        """The addresses of the workers that have this version of daifu."""

    def close(self) -> None:
        """End the connection. Tasks that run are cancelled."""
        with suppress(OSError, TimeoutError):
            self._client.close(timeout=5)

    def run(
        self,
        work: Callable[..., Result],
        tasks: Mapping[str, tuple[Any, ...]],
        finish: Callable[[str, Result], None],
    ) -> None:
        """Run `work` with the arguments of each task, and call `finish` with its key and its result, in any order.

        Raises what a task raises, `TaskLost`, `WorkerDiffers`, `WorkersMissing` and `ClusterLost`.
        """
        left = dict(tasks)
        while left:
            lost = self._run_until_lost(work, left, finish)
            if lost:
                self.close()
                self._client = self._connect_again()

    def _run_until_lost(
        self,
        work: Callable[..., Result],
        left: dict[str, tuple[Any, ...]],
        finish: Callable[[str, Result], None],
    ) -> bool:
        """Run the tasks that are left, and take those that are done from them; whether the scheduler was lost."""
        from distributed import CancelledError  # noqa: PLC0415 - of an extra

        waiting = iter(list(left.items()))
        running: dict[Future[Result], str] = {}
        wait = _Wait(Waiting.WORKERS, self._tell)
        while left:
            try:
                threads = self._threads()
                room = max(0, TASKS_AHEAD * max(1, threads) - len(running))
                for key, arguments in islice(waiting, room):
                    running[self._client.submit(run_task, work, *arguments, pure=False)] = key
                done = _done_soon(running)
            except CancelledError:  # the scheduler was away so shortly that the connection is back by itself
                return True
            except OSError:  # of the network, or an answer that takes too long; those of tasks are raised below
                if self._client.status != "running" or not self._answers():
                    return True
                threads, done = 0, []
            if threads:
                wait = _Wait(Waiting.WORKERS, self._tell)
            elif not wait.goes_on():
                raise WorkersMissing
            for future, result, error in done:
                if error:
                    raise error
                key = running.pop(future)
                finish(key, result)
                del left[key]
        return False

    def _threads(self) -> int:
        """How many threads the workers have together. Raises `WorkerDiffers` for a new one with another program."""
        threads: dict[str, int] = self._client.sync(self._client.scheduler.ncores, callback_timeout=CONNECT_SECONDS)
        new = threads.keys() - self._same_program
        if new:
            found = self._client.run(program_version, workers=list(new), on_error="return")
            same = {worker for worker, version in found.items() if version == program_version()}
            for worker, version in found.items():
                if worker not in same and not isinstance(version, OSError):  # such a worker went away meanwhile
                    raise WorkerDiffers(worker, version if isinstance(version, str) else None)
            self._same_program = self._same_program & threads.keys() | same
        return sum(threads.values())

    def _answers(self) -> bool:
        try:
            self._client.sync(self._client.scheduler.ncores, callback_timeout=CONNECT_SECONDS)
        except Exception:  # noqa: BLE001 - any failure says that the scheduler does not answer
            return False
        return True

    def _connect(self) -> "Client":
        """A connection to the scheduler. Raises `ClusterLost` and `NoScheduler`."""
        from distributed import Client  # noqa: PLC0415 - of an extra

        with ThreadPoolExecutor(1) as pool:  # this thread may run a loop of its own, as that of a notebook does
            pool.submit(asyncio.run, _ask_scheduler(self._address)).result()
        try:
            return Client(self._address, timeout=CONNECT_SECONDS)
        except (OSError, TimeoutError) as error:
            raise ClusterLost from error

    def _connect_again(self) -> "Client":
        """A connection to a scheduler that was lost, when it is there again. Raises `ClusterLost`."""
        wait = _Wait(Waiting.SCHEDULER, self._tell)
        while True:
            try:
                return self._connect()
            except (ClusterLost, NoScheduler):
                if not wait.goes_on():
                    raise ClusterLost from None
                sleep(0.5)


class _Wait:
    """A wait that is told each ten seconds and ends after `MAX_AWAY_SECONDS`."""

    def __init__(self, reason: Waiting, tell: Tell) -> None:
        self._reason = reason
        self._tell = tell
        self._began = monotonic()
        self._told = 0

    def goes_on(self) -> bool:
        """Whether to wait on; the tenth, twentieth, … second is told."""
        waited = monotonic() - self._began
        if waited >= self._told + TELL_SECONDS:
            self._told += TELL_SECONDS
            self._tell(self._reason, int(waited))
        return waited < MAX_AWAY_SECONDS


async def _ask_scheduler(address: str) -> None:
    """Ask whoever listens at an address whether it is a scheduler. Raises `ClusterLost` and `NoScheduler`.

    `distributed.Client` waits without end for a program that says nothing, and takes the words of others for sizes.
    """
    from distributed.comm import CommClosedError, connect  # noqa: PLC0415 - of an extra
    from distributed.security import Security  # noqa: PLC0415

    try:
        arguments = Security().get_connection_args("client")
        connecting = connect(address, timeout=CONNECT_SECONDS, **arguments)
        connection = await asyncio.wait_for(connecting, CONNECT_SECONDS + ANSWER_SECONDS)
        try:
            await connection.write({"op": "identity", "reply": True})
            answer = await asyncio.wait_for(connection.read(), ANSWER_SECONDS)
        finally:
            connection.abort()
        is_scheduler = answer["type"] == "Scheduler"
    except (TimeoutError, CommClosedError) as error:  # somebody listens, but does not speak as Dask does
        raise NoScheduler from error
    except OSError as error:
        raise ClusterLost from error
    except Exception as error:  # other words of another program, or an address that is none
        raise NoScheduler from error
    if not is_scheduler:
        raise NoScheduler


def _done_soon(running: "Mapping[Future[Any], str]") -> "list[tuple[Future[Any], Any, Exception | None]]":
    """The tasks that are done within a moment, with their results, or the errors that they ended with."""
    from distributed import KilledWorker, wait  # noqa: PLC0415 - of an extra

    try:
        done = wait(list(running), timeout=LOOK_SECONDS, return_when="FIRST_COMPLETED").done
    except TimeoutError:
        return []
    found: list[tuple[Future[Any], Any, Exception | None]] = []
    for future in done:
        error = future.exception() if future.status == "error" else None
        if isinstance(error, KilledWorker):
            error = TaskLost(str(error))
        found.append((future, None if error else future.result(), error))
    return found


def run_task(work: Callable[..., Result], *arguments: Any) -> Result:  # noqa: ANN401 - any arguments
    """What a worker does for a task. Garbage is looked for seldom: records are many objects, but without circles."""
    with relaxed_gc():
        return work(*arguments)


@contextmanager
def open_cluster(
    address: str | None, workers: int | None, tell: Tell = lambda _waiting, _seconds: None
) -> Iterator[Cluster]:
    """The cluster at an address, or one of this number of processes of this machine, by default one for each core.

    `tell` is called each ten seconds of a wait. Raises `ClusterMissing`, `ClusterLost` and `NoScheduler`.
    """
    try:
        import distributed  # noqa: PLC0415 - of an extra, and takes long to load
    except ImportError as error:
        raise ClusterMissing from error
    _silence_logs()
    if address is not None:
        yield from _opened(address, tell)
        return
    with distributed.LocalCluster(
        n_workers=workers or core_count(),
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        preload="daifu.data.archive.cluster",
        silence_logs=logging.CRITICAL,
    ) as local:
        yield from _opened(local.scheduler_address, tell)


def _silence_logs() -> None:
    """Let Dask log nothing here: what is lost is said by errors, or made good. Each logger has its own level."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _opened(address: str, tell: Tell) -> Iterator[Cluster]:
    cluster = Cluster(address, tell)
    try:
        yield cluster
    finally:
        cluster.close()
