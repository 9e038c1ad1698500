"""The queue of analyses of a store: jobs are ordered, watched and cancelled, and done by workers.

huey keeps the queue, in a file beside an SQLite store or in tables of a PostgreSQL database. It forgets a job when a
worker takes it, so the order of a job stays beside the queue until its analysis is in the store. Whatever ends a
worker, `restore_lost` finds the order and lets the job run again.
"""

import time
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from typing import Any, Final
from weakref import finalize

import msgspec
from huey import Huey
from huey.registry import Message
from huey.serializer import Serializer
from huey.signals import SIGNAL_ERROR, SIGNAL_INTERRUPTED

from data.analysis.jobs import ENDED, Job, JobState, QueueFull
from data.store.errors import StoreReadOnly, StoreUnusable
from data.store.interface import Store
from data.store.values import LOCAL_AUTHOR
from replay.analysis.deal_estimates import effort_of
from replay.analysis.deals import METHOD
from replay.analysis.estimates import ENOUGH
from schemas.analysis import analysis_json, deal_analyses
from schemas.record.decode import load_record

MAX_WAITING: Final = 1_000
"""The most jobs of one person that wait at once."""
MAX_WAITING_IN_ALL: Final = 5_000
"""The most jobs of all people that wait at once."""
MAX_ATTEMPTS: Final = 3
"""How often a job may end with its worker before it has failed: what it needs may be too much for the machine."""
IDLE_SECONDS: Final = 0.5
"""Seconds after which a worker that has nothing to do looks for a job again."""
KEPT_SECONDS: Final = 86_400
"""Seconds after its order for which a job is still shown that failed or was cancelled."""

_ORDER: Final = "order:"
_PROGRESS: Final = "progress:"
_CANCELLED: Final = "cancelled:"


class _Order(msgspec.Struct):
    """A job that was ordered, when and by whom, and its turn: jobs of lower turns come first."""

    record: int
    revision: int
    at: int
    author: str = LOCAL_AUTHOR
    turn: int = 0

    @property
    def id(self) -> str:
        """The id of the job."""
        return job_id(self.record, self.revision)


class _Progress(msgspec.Struct):
    """How far a job is, the number of the worker that has it, and how many workers have begun it."""

    state: JobState
    worker: int
    attempts: int
    done: int = 0
    deals: int | None = None


class _JsonSerializer(Serializer):  # type: ignore[misc] # huey has no types
    """Writes tasks and values as JSON. What huey does by default, pickle, would run what others put into the queue."""

    def _serialize(self, data: object) -> bytes:
        return msgspec.json.encode(data)

    def _deserialize(self, data: bytes) -> object:
        found = msgspec.json.decode(data)
        return Message(*found) if isinstance(found, list) and len(found) == len(Message._fields) else found


def job_id(record: int, revision: int) -> str:
    """The id of the job that analyses a revision."""
    return f"{record}:{revision}"


class AnalysisQueue:
    """The jobs of a store for this version of the method; those of another version are in a queue of their own.

    A revision has one job, however often its analysis is ordered. Every method raises `StoreUnusable`.
    """

    def __init__(self, store: Store, playouts: int = ENOUGH) -> None:
        """The queue of a store. Its workers estimate by this number of playouts, 0 for proofs alone."""
        self._store = store
        self._effort = effort_of(playouts)
        self._storage = store.job_storage()
        self._worker = 0
        self._interruption: BaseException | None = None
        self._task: Any = None

    @cached_property
    def _huey(self) -> Any:  # noqa: ANN401 - huey has no types
        """The queue as huey has it, made when it is first needed."""
        huey = Huey(f"daifu {METHOD}", results=False, serializer=_JsonSerializer(), storage_class=self._storage.open)
        huey.signal(SIGNAL_ERROR)(self._note_failure)
        huey.signal(SIGNAL_INTERRUPTED)(self._note_interruption)
        self._task = huey.task(name="analyse")(self._analyse)
        finalize(self, huey.storage.close)
        return huey

    def close(self) -> None:
        """Close the queue, and let others have the number of this worker."""
        if "_huey" in vars(self):
            self._huey.storage.close()
        self._storage.close()

    def order(self, record: int, revision: int, author: str = LOCAL_AUTHOR) -> Job:
        """Order the analysis of a revision, unless it is there or was ordered already; its job.

        Those who order are served in turn, one job of each. A job that failed or was cancelled runs again. Raises
        `NoSuchRecord`, `RecordWithdrawn` and `QueueFull`.
        """
        self._store.record(record, revision)
        job = self.find(record, revision)
        if job is not None and job.state not in ENDED:
            return job
        if self._store.read_only:
            raise StoreReadOnly
        with self._storage.errors:
            order = _Order(record, revision, int(time.time()), author, self._next_turn(author))
            if job is not None:
                self._clear(order.id)
            if self._huey.put_if_empty(_ORDER + order.id, order):
                self._enqueue(order)
        return Job(record, revision, JobState.WAITING)

    def find(self, record: int, revision: int) -> Job | None:
        """The job of a revision; None if its analysis is neither there nor ordered."""
        analysis = self._store.analyses.find(record, revision, METHOD)
        if analysis is not None:
            deals = len(msgspec.json.decode(analysis, type=list[msgspec.Raw]))
            return Job(record, revision, JobState.DONE, deals, deals)
        if self._store.read_only:
            return None
        with self._storage.errors:
            order = self._order(job_id(record, revision))
            return None if order is None else self._job(order)

    def _next_turn(self, author: str) -> int:
        """The turn after the last job of this person that waits, or that of the job that is next of all.

        Raises `QueueFull`.
        """
        turns = [(-(task.priority or 0), list(task.args[2:]) == [author]) for task in self._huey.pending()]
        own = [turn for turn, is_own in turns if is_own]
        if len(own) >= MAX_WAITING or len(turns) >= MAX_WAITING_IN_ALL:
            raise QueueFull
        return max(own) + 1 if own else min((turn for turn, _ in turns), default=0)

    def cancel(self, record: int, revision: int, author: str = LOCAL_AUTHOR) -> Job | None:
        """Cancel the job of a revision, at the end of the deal that is analysed; the job, None if there is none.

        A job that is done stays.
        """
        job = self.find(record, revision)
        if job is None or job.state in {JobState.DONE, *ENDED}:
            return job
        with self._storage.errors:
            self._huey.put(_CANCELLED + job_id(record, revision), author)
            self._huey.revoke_by_id(job_id(record, revision))
        return job._replace(state=JobState.CANCELLED, cancelled_by=author)

    def become_worker(self) -> None:
        """Take the first number of a worker that no other process has, before jobs are done in this process."""
        self._worker = next(filter(self._storage.take_number, count(1)))

    def run_next(self) -> bool:
        """Do the next job that waits, as a worker; whether there was one."""
        with self._storage.errors:
            task = self._huey.dequeue()
            if task is None:
                return False
            self._interruption = None
            self._huey.execute(task)
        if self._interruption is not None:
            raise self._interruption
        return True

    def work_once(self) -> None:
        """Do the next job that waits, be it one whose worker is gone; where there is none, wait for a moment."""
        if not self.run_next():
            self.restore_lost()
            time.sleep(IDLE_SECONDS)

    def restore_lost(self) -> None:
        """Put back the jobs whose workers are gone, and forget those that ended long ago.

        A job of a worker that has only just taken it may be put back, too. It finds the analysis done then, or is done
        twice with the same result.
        """
        with self._storage.errors:
            waiting = {task.id for task in self._huey.pending()}
            for order in list(self._orders()):
                if self._job(order).state in ENDED:
                    if order.at + KEPT_SECONDS < time.time():
                        self._clear(order.id)
                elif order.id not in waiting and not self._has_worker(self._progress(order.id)):
                    self._enqueue(order)

    def _enqueue(self, order: _Order) -> None:
        task = self._task.s(order.record, order.revision, order.author, id=order.id, priority=-order.turn)
        self._huey.enqueue(task)

    def _job(self, order: _Order) -> Job:
        progress = self._progress(order.id)
        if progress is not None and progress.state in ENDED:
            state = progress.state
        elif self._huey.is_revoked(order.id):
            state = JobState.CANCELLED
        else:
            state = JobState.WAITING if progress is None else progress.state
        done, deals = (None, None) if progress is None else (progress.done, progress.deals)
        by = self._huey.get(_CANCELLED + order.id, peek=True) if state is JobState.CANCELLED else None
        return Job(order.record, order.revision, state, done, deals, by)

    def _has_worker(self, progress: _Progress | None) -> bool:
        """Whether another worker is still at a job. This one has none while it looks for lost ones."""
        return progress is not None and progress.worker != self._worker and self._storage.is_taken(progress.worker)

    def _analyse(self, record: int, revision: int, _author: str = LOCAL_AUTHOR) -> None:
        """The task: analyse a revision, and store that, unless it is cancelled."""
        job = job_id(record, revision)
        progress = self._begin(job, record, revision)
        if progress is None:
            return
        decoded = load_record(self._store.record(record, revision).record)
        progress.deals = len(decoded.deals)
        self._put_progress(job, progress)
        analysed = []
        for found in deal_analyses(decoded, effort=self._effort):
            analysed.append(analysis_json(found))
            progress.done += 1
            if self._is_cancelled(job):
                progress.state = JobState.CANCELLED
            self._put_progress(job, progress)
            if progress.state is JobState.CANCELLED:
                return
        self._store.analyses.keep(record, revision, METHOD, b"[" + b",".join(analysed) + b"]")
        with self._storage.errors:
            self._clear(job)

    def _begin(self, job: str, record: int, revision: int) -> _Progress | None:
        """The progress of a job that this worker takes; None if there is nothing to do."""
        with self._storage.errors:
            if self._store.analyses.find(record, revision, METHOD) is not None:
                self._clear(job)
            if self._order(job) is None:
                return None
            before = self._progress(job)
            if before is not None and (before.state in ENDED or self._has_worker(before)):
                return None
            attempts = 0 if before is None else before.attempts
            state = JobState.FAILED if attempts >= MAX_ATTEMPTS else JobState.RUNNING
            progress = _Progress(state, self._worker, attempts + 1)
            self._put_progress(job, progress)
        return progress if state is JobState.RUNNING else None

    def _note_failure(self, _signal: str, task: Any, error: Exception | None = None) -> None:  # noqa: ANN401 - huey has no types
        """Note that a job failed. Where the store cannot be used, the job runs again later, which counts anew."""
        if isinstance(error, StoreUnusable):
            self._interruption = error
            with self._storage.errors:
                self._huey.delete(_PROGRESS + task.id)
        else:
            self._put_progress(task.id, _Progress(JobState.FAILED, self._worker, MAX_ATTEMPTS))

    def _note_interruption(self, _signal: str, _task: object) -> None:
        """Note Ctrl-C, which huey takes for the end of a task, to end the worker, too."""
        self._interruption = KeyboardInterrupt()

    def _is_cancelled(self, job: str) -> bool:
        with self._storage.errors:
            return bool(self._huey.is_revoked(job))

    def _clear(self, job: str) -> None:
        """Forget a job."""
        self._huey.delete(_ORDER + job)
        self._huey.delete(_PROGRESS + job)
        self._huey.delete(_CANCELLED + job)
        self._huey.restore_by_id(job)

    def _orders(self) -> Iterator[_Order]:
        for key, value in self._huey.all_results().items():
            if key.startswith(_ORDER):
                yield msgspec.json.decode(value, type=_Order)

    def _order(self, job: str) -> _Order | None:
        found = self._huey.get(_ORDER + job, peek=True)
        return None if found is None else msgspec.convert(found, _Order)

    def _progress(self, job: str) -> _Progress | None:
        found = self._huey.get(_PROGRESS + job, peek=True)
        return None if found is None else msgspec.convert(found, _Progress)

    def _put_progress(self, job: str, progress: _Progress) -> None:
        with self._storage.errors:
            self._huey.put(_PROGRESS + job, progress)
