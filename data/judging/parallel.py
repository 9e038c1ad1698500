"""Judges an upload while it is stored: a worker process judges most of the next batch of a large upload."""

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final

from data.judging.batches import Batch, JudgeInput, UploadEntry, Verdict, judge_entries, split_batches
from data.judging.pool import WorkerPool

if TYPE_CHECKING:
    from concurrent.futures import Future

LOCAL_PART: Final = 4
"""This process judges a quarter of the records of a batch, because it also stores all of them."""


def judge_upload(entries: Iterable[UploadEntry], pool: WorkerPool | None) -> Generator[list[Verdict], None, None]:
    """The verdict on each entry in order: those together that are to be committed before more are asked for.

    Nothing here waits for entries that have not come. Small uploads are judged by this process, and all are where
    there is no pool.
    """
    parallel = _ParallelJudging(pool)
    try:
        for batch in split_batches(entries):
            if batch.is_large and parallel.acquire():
                yield from parallel.exchange(batch)
            else:
                yield from parallel.finish()
                yield from judge_entries(batch.entries)
        yield from parallel.finish()
    finally:
        parallel.release()


class _ParallelJudging:
    """The judging of one large upload: the worker process has `_there`, and this process judges `_here` meanwhile."""

    def __init__(self, pool: WorkerPool | None) -> None:
        self._pool = pool
        self._has_worker = False
        self._there: list[JudgeInput] = []
        self._here: list[JudgeInput] = []
        self._verdicts: Future[list[list[Verdict]]] | None = None

    def acquire(self) -> bool:
        """Whether there is a worker process for this upload."""
        if not self._has_worker and self._pool is not None:
            try:
                self._has_worker = self._pool.acquire()
            except BrokenProcessPool:
                self._pool = None
        return self._has_worker

    def exchange(self, batch: Batch) -> Iterator[list[Verdict]]:
        """Have a batch judged, and return the verdicts on the batch before it."""
        here, there = list(judge_entries(self._here)), self._wait()
        self._submit(batch)
        yield from there
        yield from here

    def finish(self) -> Iterator[list[Verdict]]:
        """The verdicts that are still missing. Another upload may have the worker process then."""
        here, there = list(judge_entries(self._here)), self._wait()
        self._here = []
        self.release()
        yield from there
        yield from here

    def release(self) -> None:
        """Let another upload have the worker process."""
        if self._pool is not None and self._has_worker:
            self._pool.release()
        self._has_worker = False

    def _submit(self, batch: Batch) -> None:
        count = len(batch.entries) - len(batch.entries) // LOCAL_PART
        self._there, self._here = batch.entries[:count], batch.entries[count:]
        if self._pool is not None and self._has_worker:
            try:
                self._verdicts = self._pool.submit(self._there)
            except BrokenProcessPool:
                self._give_up()

    def _wait(self) -> Iterable[list[Verdict]]:
        """The verdicts of the worker process; this process judges what the worker has lost."""
        there, verdicts = self._there, self._verdicts
        self._there, self._verdicts = [], None
        if verdicts is not None:
            try:
                return verdicts.result()
            except BrokenProcessPool:
                self._give_up()
        return judge_entries(there)

    def _give_up(self) -> None:
        """Do without a worker process for the rest of this upload."""
        if self._pool is not None:
            self._pool.discard()
        self.release()
        self._pool = None
