"""Judges an upload while it is stored: a worker process judges most of a large upload in shares.

It takes the first share that nobody has as soon as it has judged another. So does this process when it has nothing to
store and would only wait. If it took the last share, it would have to store all of its own at the end, while the worker
process has nothing left to do.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING, Final

from data.judging.batches import (
    Batch,
    JudgeInput,
    UploadEntry,
    Verdict,
    judge_entries,
    split_batches,
    split_parts,
    text_size,
)
from data.judging.packer import PackedVerdicts, VerdictUnpacker
from data.judging.pool import WorkerPool
from data.judging.process import judge_share

if TYPE_CHECKING:
    from concurrent.futures import Future

SHARE_RECORDS: Final = 88
"""The most records of a share: few enough that their verdicts, packed, go through a pipe in one piece.

A process that takes one share more than the other is then soon caught up with, too. More would be a little less work: a
share has a reference to each of its different rows of counters, 750 with 64 records and 930 with 128."""
SHARE_BYTES: Final = 128 << 10
"""The most bytes of text of a share, not counting its last record: what waits to be judged is 4 MiB at most."""

SHARES_AHEAD: Final = 32
"""The shares that are judged while earlier ones are stored: enough that the worker process does not run out of them
while this one folds counts into the summaries, which takes 0.3 s every 14,000 games."""
MOST_BEGUN: Final = 2
"""The shares that the worker process has at a time: one that it judges, and the next one."""


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
                yield from split_parts(judge_entries(batch.entries))
        yield from parallel.finish()
    finally:
        parallel.release()


class _Share:
    """Entries that are judged together. `verdicts` are those of this process, `future` has those of the worker."""

    def __init__(self, entries: Sequence[JudgeInput]) -> None:
        self.entries = entries
        self.verdicts: list[Verdict] | None = None
        self.future: Future[PackedVerdicts] | None = None

    @property
    def is_judged(self) -> bool:
        """Whether its verdicts can be had without waiting."""
        return self.verdicts is not None or (self.future is not None and self.future.done())


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

    `_open` are those that no process has. The thread that reads the verdicts of the worker takes from them, and so does
    that of the upload. The worker gets them in their order, because their verdicts are unpacked in that order.
    """

    def __init__(self, pool: WorkerPool | None) -> None:
        self._pool = pool
        self._has_worker = False
        self._unpacker = VerdictUnpacker()
        self._submitting = Lock()
        self._shares: deque[_Share] = deque()
        self._open: deque[_Share] = deque()

    def acquire(self) -> bool:
        """Whether there is a worker process for this upload."""
        if not self._has_worker and self._pool is not None:
            try:
                self._has_worker = self._pool.acquire()
                self._unpacker = VerdictUnpacker()
            except BrokenProcessPool:
                self._pool = None
        return self._has_worker

    def add(self, batch: Batch) -> Iterator[list[Verdict]]:
        """Have a batch judged, and return the verdicts on shares before it: on all of them if the batch is long."""
        before = len(self._shares)
        shares = list(_split_shares(batch.entries))
        self._shares.extend(shares)
        self._open.extend(shares)
        begun = sum(share.future is not None and not share.future.done() for share in self._shares)
        try:
            for _ in range(begun, MOST_BEGUN):
                self._submit()
        except BrokenProcessPool:
            self._give_up()
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
        """The verdicts on the first share, once it is judged."""
        share = self._shares[0]
        while (verdicts := self._verdicts(share)) is None:
            self._judge_or_wait()
        self._shares.popleft()
        return verdicts

    def _submit(self) -> None:
        """Have the worker process judge the first share that is open. Raises `BrokenProcessPool` where it has ended."""
        pool = self._pool
        if pool is None or not self._has_worker:
            return
        with self._submitting:
            try:
                share = self._open.popleft()
            except IndexError:  # no share is open
                return
            try:
                share.future = pool.submit(share.entries)
            except RuntimeError:
                self._open.appendleft(share)
                raise
        share.future.add_done_callback(self._submit_next)

    def _submit_next(self, judged: "Future[PackedVerdicts]") -> None:
        """Have the worker process judge another share after this one; if it has ended, the upload finds that itself."""
        if judged.exception() is None:
            with suppress(RuntimeError):
                self._submit()

    def _verdicts(self, share: _Share) -> list[Verdict] | None:
        """The verdicts on a share if it is judged. What the worker process has lost is open again."""
        if not share.is_judged or share.future is None:
            return share.verdicts
        try:
            return self._unpacker.unpack(share.future.result())
        except BrokenProcessPool:
            share.future = None
            self._open.appendleft(share)
            self._give_up()
            return None

    def _judge_or_wait(self) -> None:
        """Judge the first share that is open; if none is, wait for the first of all."""
        try:
            share = self._open.popleft()
        except IndexError:
            if self._shares[0].future is not None:
                self._shares[0].future.exception()
        else:
            share.verdicts = judge_share(share.entries)

    def _give_up(self) -> None:
        """Do without a worker process for the rest of this upload."""
        if self._pool is not None:
            self._pool.discard()
        self.release()
        self._pool = None
