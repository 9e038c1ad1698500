"""Runs tasks on a Dask cluster: a given one, or workers of this machine. Only this module knows Dask.

A few tasks for each worker are handed out at a time. A task of a worker that was lost is run again by another. Where
the scheduler is lost, tasks go on when it is there again.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from data.judging.pool import core_count
from data.judging.process import relaxed_gc

if TYPE_CHECKING:
    from distributed import Client

TASKS_AHEAD: Final = 2
"""The tasks of a worker that run or wait at the scheduler."""
MAX_AWAY_SECONDS: Final = 60.0
"""Seconds for which a scheduler may be away."""
CONNECT_SECONDS: Final = 5.0
"""Seconds that an attempt to connect to a scheduler may take."""

Key = TypeVar("Key")
Result = TypeVar("Result")


class ClusterMissing(Exception):
    """The libraries of the extra `cluster` are not installed."""


class ClusterLost(Exception):
    """The scheduler cannot be reached, or was away for too long."""


class TaskLost(Exception):
    """A task whose worker was lost several times; `args[0]` says which."""


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

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at an address. Raises `ClusterLost`."""
        self._address = address
        self._client = self._connect(0.0)

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

        Raises what a task raises, `TaskLost` and `ClusterLost`.
        """
        left = dict(tasks)
        while left:
            lost = self._run_until_lost(work, left, finish)
            if lost:
                self.close()
                self._client = self._connect(MAX_AWAY_SECONDS)

    def _run_until_lost(
        self,
        work: Callable[..., Result],
        left: dict[str, tuple[Any, ...]],
        finish: Callable[[str, Result], None],
    ) -> bool:
        """Run the tasks that are left, and take those that are done from them; whether the scheduler was lost."""
        from distributed import CancelledError, KilledWorker, as_completed  # noqa: PLC0415 - of an extra
        from distributed.comm import CommClosedError  # noqa: PLC0415

        try:
            waiting = iter(list(left.items()))
            running = as_completed()
            keys: dict[str, str] = {}
            for _ in range(self._tasks_at_once()):
                self._submit(work, waiting, running, keys)
            for future in running:
                key = keys.pop(future.key)
                finish(key, future.result())
                del left[key]
                self._submit(work, waiting, running, keys)
        except KilledWorker as lost:
            raise TaskLost(str(lost)) from lost
        except (CancelledError, CommClosedError, TimeoutError, OSError):
            if self._client.status == "running" and self._answers():
                raise
            return True
        return False

    def _submit(
        self,
        work: Callable[..., Result],
        waiting: Iterator[tuple[str, tuple[Any, ...]]],
        running: Any,  # noqa: ANN401 - as_completed has no types
        keys: dict[str, str],
    ) -> None:
        """Hand out the next task, if there is one."""
        for key, arguments in waiting:
            future = self._client.submit(run_task, work, *arguments, pure=False)
            keys[future.key] = key
            running.add(future)
            return

    def _tasks_at_once(self) -> int:
        return TASKS_AHEAD * max(1, sum(map(int, self._client.nthreads().values())))

    def _answers(self) -> bool:
        try:
            self._client.nthreads()
        except Exception:  # noqa: BLE001 - any failure says that the scheduler does not answer
            return False
        return True

    def _connect(self, seconds: float) -> "Client":
        """A connection to a scheduler, for which this waits up to `seconds`. Raises `ClusterLost`."""
        from distributed import Client  # noqa: PLC0415 - of an extra

        end = monotonic() + seconds
        while True:
            try:
                return Client(self._address, timeout=CONNECT_SECONDS)
            except (OSError, TimeoutError) as error:
                if monotonic() >= end:
                    raise ClusterLost(self._address) from error
                sleep(0.5)


def run_task(work: Callable[..., Result], *arguments: Any) -> Result:  # noqa: ANN401 - any arguments
    """What a worker does for a task. Garbage is looked for seldom: records are many objects, but without circles."""
    with relaxed_gc():
        return work(*arguments)


@contextmanager
def open_cluster(address: str | None, workers: int | None) -> Iterator[Cluster]:
    """The cluster at an address, or one of this number of processes of this machine, by default one for each core.

    Raises `ClusterMissing` and `ClusterLost`.
    """
    try:
        import distributed  # noqa: PLC0415 - of an extra, and takes long to load
    except ImportError as error:
        raise ClusterMissing from error
    _silence_logs()
    if address is not None:
        yield from _opened(address)
        return
    with distributed.LocalCluster(
        n_workers=workers or core_count(),
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        preload="data.archive.worker",
        silence_logs=logging.CRITICAL,
    ) as local:
        yield from _opened(local.scheduler_address)


def _silence_logs() -> None:
    """Let Dask log nothing here: what is lost is said by errors, or made good. Each logger has its own level."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _opened(address: str) -> Iterator[Cluster]:
    cluster = Cluster(address)
    try:
        yield cluster
    finally:
        cluster.close()
