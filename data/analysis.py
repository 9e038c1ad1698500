"""The queue of analyses of a store: jobs are ordered, watched and cancelled, and done by workers.

A worker is a process that makes the analyses that are ordered, one at a time, until it is stopped.
"""

import logging
import os
import time
from contextlib import closing, suppress
from itertools import count
from typing import Final, NoReturn

import msgspec

from daifu.data.store.errors import StoreReadOnly, StoreUnusable
from daifu.data.store.jobs import ENDED, Job, JobState, TakenJob
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Author, Location
from daifu.replay.analysis.deals import METHOD, effort_of
from daifu.replay.analysis.estimates import ENOUGH
from daifu.schemas.analysis import analysis_json, deal_analyses
from daifu.schemas.record.decode import load_record

LOG: Final = logging.getLogger("daifu.analysis")

IDLE_SECONDS: Final = 0.5
"""Seconds after which a worker that has nothing to do looks for a job again."""
LOCAL: Final = Author()
"""Who orders and cancels without a token."""
NOTE_SECONDS: Final = 1.0
"""Seconds after which a worker notes again how far it is: each write makes others look at the store anew."""


class AnalysisQueue:
    """The jobs of a store for this version of the method; those of another version are left to its workers.

    A revision has one job, however often its analysis is ordered. Every method raises `StoreUnusable`.
    """

    def __init__(self, store: Store, playouts: int = ENOUGH) -> None:
        """The queue of a store. Its workers estimate by this number of playouts, 0 for proofs alone."""
        self._store = store
        self._effort = effort_of(playouts)
        self._numbers = store.worker_numbers()
        self._worker = 0

    def close(self) -> None:
        """Let others have the number of this worker."""
        self._numbers.close()

    def order(self, record: int, revision: int, author: Author = LOCAL) -> Job:
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
        self._store.jobs.order(record, revision, METHOD, author)
        return Job(record, revision, JobState.WAITING)

    def find(self, record: int, revision: int) -> Job | None:
        """The job of a revision; None if its analysis is neither there nor ordered."""
        analysis = self._store.analyses.find(record, revision, METHOD)
        if analysis is None:
            return self._store.jobs.find(record, revision, METHOD)
        deals = len(msgspec.json.decode(analysis, type=list[msgspec.Raw]))
        return Job(record, revision, JobState.DONE, deals, deals)

    def cancel(self, record: int, revision: int, author: str = LOCAL.name) -> Job | None:
        """Cancel the job of a revision, at the end of the deal that is analysed; the job, None if there is none.

        A job that is done stays.
        """
        job = self.find(record, revision)
        if job is None or job.state in {JobState.DONE, *ENDED}:
            return job
        self._store.jobs.cancel(record, revision, METHOD, author)
        return self.find(record, revision)

    def become_worker(self) -> None:
        """Take the first number of a worker that no other process has, before jobs are done in this process."""
        self._worker = next(filter(self._numbers.take, count(1)))

    def run_next(self) -> bool:
        """Do the next job that waits, as a worker; whether there was one.

        Where the store cannot be used, the job waits again. After any other error it has failed.
        """
        job = self._store.jobs.take(METHOD, self._worker)
        if job is None:
            return False
        try:
            self._analyse(job)
        except StoreUnusable:
            with suppress(StoreUnusable):  # then it is restored when this worker is gone
                self._store.jobs.note(job, JobState.WAITING)
            raise
        except Exception:
            LOG.exception("the analysis of record %d, revision %d, has failed", job.record, job.revision)
            self._store.jobs.note(job, JobState.FAILED)
        return True

    def work_once(self) -> None:
        """Do the next job that waits, be it one whose worker is gone; where there is none, wait for a moment."""
        if not self.run_next():
            self.restore_lost()
            time.sleep(IDLE_SECONDS)

    def restore_lost(self) -> None:
        """Let the jobs whose workers are gone wait again, and forget those that ended long ago.

        This worker has no job while it looks for lost ones, so one under its number is that of a worker before it.
        """
        self._store.jobs.restore_lost(
            METHOD, lambda worker: worker == self._worker or not self._numbers.is_taken(worker)
        )

    def _analyse(self, job: TakenJob) -> None:
        """Analyse a revision, and store that, unless it is cancelled."""
        jobs = self._store.jobs
        decoded = load_record(self._store.record(job.record, job.revision).record)
        jobs.note(job, JobState.RUNNING, 0, len(decoded.deals))
        noted, shown = time.monotonic(), 0
        analysed: list[bytes] = []
        for found in deal_analyses(decoded, effort=self._effort):
            analysed.append(analysis_json(found))
            if time.monotonic() >= noted + NOTE_SECONDS:
                jobs.note(job, JobState.RUNNING, len(analysed), len(decoded.deals), analysed[shown:])
                noted, shown = time.monotonic(), len(analysed)
            if not jobs.is_running(job):
                return
        self._store.analyses.keep(job.record, job.revision, METHOD, b"[" + b",".join(analysed) + b"]")


NICENESS: Final = 15
"""By how much a worker stands back behind what answers requests."""
_READ_ONLY_SECONDS: Final = 60.0
"""Seconds after which a worker looks again whether the store can be written to."""


def work(location: Location, playouts: int) -> NoReturn:
    """Make the analyses that are ordered for a store, with this number of playouts.

    Ends by a signal, or raises `StoreUnusable`.
    """
    with closing(open_store(location)) as store, closing(AnalysisQueue(store, playouts)) as queue:
        while store.read_only:
            time.sleep(_READ_ONLY_SECONDS)
        queue.become_worker()
        stand_back()
        while True:
            queue.work_once()


def stand_back() -> None:
    """Let this process have the time of the processor that others leave.

    On Linux that takes the policy for idle time. With a niceness alone, a process that was waiting for the disk or for
    a request runs on only when the slice of the worker ends, and uploads lose a third of their rate.
    """
    os.nice(NICENESS)
    if hasattr(os, "SCHED_IDLE"):
        with suppress(PermissionError):  # where a sandbox forbids it, the niceness has to do
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
