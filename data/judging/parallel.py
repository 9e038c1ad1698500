"""Judges an upload while it is stored: a worker process judges most of the next batch of a large upload."""

from collections.abc import Generator, Iterable, Iterator
from typing import Final

from data.judging.batches import Batch, JudgeInput, UploadEntry, Verdict, judge_entries, split_batches
from data.judging.worker import Worker, WorkerLost, WorkerPool, WorkerResult

LOCAL_SHARE: Final = 4
"""Of so many records of a batch the last is judged here: this process stores all of them besides."""


def judge_upload(entries: Iterable[UploadEntry], judge: WorkerPool | None) -> Generator[list[Verdict], None, None]:
    """The verdict on each entry in order: those together that are to be committed before more are asked for.

    Nothing here waits for entries that have not come. Without a judge all is judged here, and what is small always is.
    """
    ahead = _ParallelJudging(judge)
    try:
        for batch in split_batches(entries):
            if batch.is_large and ahead.is_possible():
                yield from ahead.exchange(batch)
            else:
                yield from ahead.rest()
                yield from judge_entries(batch.entries)
        yield from ahead.rest()
    finally:
        ahead.end()


class _ParallelJudging:
    """What is judged of one upload by another process, and beside it: a batch at a time, until all of it is told.

    `_there` is what that process has, `_here` what follows, judged by this one while the other is at work.
    """

    def __init__(self, judge: WorkerPool | None) -> None:
        self._judge = judge
        self._line: Worker | None = None
        self._there: list[JudgeInput] = []
        self._here: list[JudgeInput] = []

    def is_possible(self) -> bool:
        """Whether there is such a process at this moment."""
        if self._line is None and self._judge is not None:
            try:
                self._line = self._judge.acquire()
            except WorkerLost:
                self._judge = None
        return self._line is not None

    def exchange(self, batch: Batch) -> Iterator[list[Verdict]]:
        """Have this judged as soon as the batch before it is; the verdicts on that one."""
        here = list(judge_entries(self._here))
        last: WorkerResult | None = None
        while self._there:
            if last:
                yield last.read()
            last = self._next()
        self._begin(batch)
        if last:
            yield last.read()
        yield from here

    def rest(self) -> Iterator[list[Verdict]]:
        """The verdicts that are not told yet; others may have the process then."""
        here = list(judge_entries(self._here))
        self._here = []
        while self._there:
            yield self._next().read()
        self.end()
        yield from here

    def end(self) -> None:
        """Let others have the process."""
        if self._judge is not None and self._line is not None:
            self._judge.release(self._line)
        self._line = None

    def _begin(self, batch: Batch) -> None:
        there = len(batch.entries) - len(batch.entries) // LOCAL_SHARE
        self._there, self._here = batch.entries[:there], batch.entries[there:]
        if self._line is not None:
            try:
                self._line.begin(self._there)
            except WorkerLost:
                self._go_on_alone()

    def _next(self) -> WorkerResult:
        """The next verdicts, by the other process if it is still there."""
        answer: WorkerResult | None = None
        if self._line is not None:
            try:
                answer = self._line.next()
            except WorkerLost:
                self._go_on_alone()
        answer = answer or _local_result(next(judge_entries(self._there)))
        del self._there[: answer.told]
        return answer

    def _go_on_alone(self) -> None:
        """What is lost once is not tried again for this upload."""
        self.end()
        self._judge = None


def _local_result(found: list[Verdict]) -> WorkerResult:
    return WorkerResult(len(found), lambda: found)
