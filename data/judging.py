"""Judges uploads: in this process, and large ones also in a worker process while this one stores.

The worker process judges the shares of a large upload in their order. While this process waits for the first of them,
it judges those that the worker has not begun.
"""

import gc
import logging
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import chain
from multiprocessing import get_context
from threading import Lock, Timer
from typing import Final

from daifu.data.batches import (
    Batch,
    JudgeInput,
    UploadEntry,
    Verdict,
    judge_entry,
    split_batches,
    split_parts,
    text_size,
)
from daifu.data.child_process import call_at_forks, end_with_parent
from daifu.data.long_records import BUDGET, LONG_RECORD, apart

GC_THRESHOLD: Final = 50_000
"""How many new objects there are before Python looks for garbage among them. With 10,000 a game takes 2 us more."""


def start_worker() -> None:
    """Prepare a worker process: Ctrl-C in the terminal does not reach it, and it ends when its parent is killed."""
    end_with_parent()
    relax_gc()


def judge_share(entries: Sequence[JudgeInput]) -> list[Verdict]:
    """The verdicts on entries."""
    return list(chain.from_iterable(map(judge_entry, entries)))


def relax_gc() -> None:
    """From now on look for garbage seldom, and never again among the objects that the program consists of."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)


@contextmanager
def relaxed_gc() -> Iterator[None]:
    """Look for garbage seldom inside the block, in a program that judges now and does other things later."""
    before = gc.get_threshold()
    gc.set_threshold(GC_THRESHOLD)
    try:
        yield
    finally:
        gc.set_threshold(*before)


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


SHARE_RECORDS: Final = 88
"""The most records of a share."""
SHARE_BYTES: Final = 128 << 10
"""The most bytes of text of a share, not counting its last record: what waits to be judged is 4 MiB at most."""
MOST_BEGUN: Final = 8
"""The shares that the worker process has at a time: it gets the next ones when this process has stored something."""
SHARES_AHEAD: Final = 32
"""The shares that are judged while earlier ones are stored: enough that the worker process does not run out of them
while this one folds counts into the summaries, which takes 0.3 s every 14,000 games."""


def judge_upload(entries: Iterable[UploadEntry], pool: WorkerPool | None) -> Generator[list[Verdict], None, None]:
    """The verdict on each entry in order: those together that are to be committed before more are asked for.

    Nothing here waits for entries that have not come. Small uploads are judged by this process, and all are where
    there is no pool.
    """
    parallel = _ParallelJudging(pool)
    try:
        for batch in split_batches(entries):
            if batch.is_large and parallel.acquire():
                yield from parallel.add(batch)
                if not batch.is_full:
                    yield from parallel.finish()
            else:
                yield from parallel.finish()
                yield from split_parts(chain.from_iterable(map(_judge_here, batch.entries)))
        yield from parallel.finish()
    finally:
        parallel.release()


def _judge_here(entry: JudgeInput) -> Iterable[Verdict]:
    """The verdicts on an entry for this process, which has long ones judged apart: its other threads shall not wait."""
    size = text_size(entry)
    if size <= LONG_RECORD:
        return judge_entry(entry)
    with BUDGET.taken(size):
        return apart(judge_share, [entry], size=size)


def _judge_all_here(entries: Iterable[JudgeInput]) -> list[Verdict]:
    return list(chain.from_iterable(map(_judge_here, entries)))


class _Share:
    """Entries that are judged together. `verdicts` are those of this process, `future` has those of the worker."""

    def __init__(self, entries: Sequence[JudgeInput]) -> None:
        self.entries = entries
        self.verdicts: list[Verdict] | None = None
        self.future: Future[list[Verdict]] | None = None


def _split_shares(entries: Iterable[JudgeInput]) -> Iterator[_Share]:
    share: list[JudgeInput] = []
    size = 0
    for entry in entries:
        share.append(entry)
        size += text_size(entry)
        if len(share) >= SHARE_RECORDS or size > SHARE_BYTES:
            yield _Share(share)
            share, size = [], 0
    if share:
        yield _Share(share)


class _ParallelJudging:
    """The judging of one large upload, whose shares wait in their order until they are judged.

    `_open` are those that no process has begun.
    """

    def __init__(self, pool: WorkerPool | None) -> None:
        self._pool = pool
        self._has_worker = False
        self._shares: deque[_Share] = deque()
        self._open: deque[_Share] = deque()

    def acquire(self) -> bool:
        """Whether there is a worker process for this upload."""
        if not self._has_worker and self._pool is not None:
            try:
                self._has_worker = self._pool.acquire()
            except BrokenProcessPool:
                self._pool = None
        return self._has_worker

    def add(self, batch: Batch) -> Iterator[list[Verdict]]:
        """Have a batch judged, and return the verdicts on shares before it: on all of them if the batch is long."""
        before = len(self._shares)
        shares = list(_split_shares(batch.entries))
        self._shares.extend(shares)
        self._open.extend(shares)
        self._submit()
        return self._first(before if batch.is_long else len(self._shares) - SHARES_AHEAD)

    def finish(self) -> Iterator[list[Verdict]]:
        """The verdicts that are still missing. Another upload may have the worker process then."""
        yield from self._first(len(self._shares))
        self.release()

    def release(self) -> None:
        """Let another upload have the worker process."""
        if self._pool is not None and self._has_worker:
            self._pool.release()
        self._has_worker = False

    def _first(self, count: int) -> Iterator[list[Verdict]]:
        """The verdicts on the first shares, as many together as are judged before the first of them has waited long."""
        return split_parts(chain.from_iterable(self._next() for _ in range(count)))

    def _next(self) -> list[Verdict]:
        """The verdicts on the first share, once it is judged; until then this process judges open ones."""
        self._submit()
        first = self._shares[0]
        while self._open and first.verdicts is None and not (first.future and first.future.done()):
            share = self._open.popleft()
            share.verdicts = _judge_all_here(share.entries)
        verdicts = self._verdicts(first)
        self._shares.popleft()
        return verdicts

    def _submit(self) -> None:
        """Have the worker process judge the first shares that are open, so that it does not run out of them."""
        begun = sum(share.future is not None and not share.future.done() for share in self._shares)
        while self._open and begun < MOST_BEGUN and self._pool is not None and self._has_worker:
            try:
                self._open[0].future = self._pool.submit(self._open[0].entries)
            except BrokenProcessPool:
                self._give_up()
            else:
                self._open.popleft()
                begun += 1

    def _verdicts(self, share: _Share) -> list[Verdict]:
        """The verdicts on a share. What the worker process has lost is judged here."""
        if share.future is not None:
            try:
                return share.future.result()
            except BrokenProcessPool:
                self._give_up()
        return _judge_all_here(share.entries) if share.verdicts is None else share.verdicts

    def _give_up(self) -> None:
        """Do without a worker process for the rest of this upload."""
        if self._pool is not None:
            self._pool.discard()
        self.release()
        self._pool = None
