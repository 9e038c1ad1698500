"""A large upload is judged by a worker process while it is stored, and the outcome is the same."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from data.ingest import Ingest, IngestResult
from data.judging import parallel
from data.judging.batches import PAUSE, JudgeInput, UploadEntry, Verdict, judge_entry
from data.judging.packer import PackedVerdicts, VerdictPacker
from data.judging.parallel import judge_upload
from data.judging.pool import SWITCH_INTERVAL, WorkerPool
from data.judging.process import judge_share
from data.store.errors import StoreFull
from data.store.interface import Store
from data.store.open import open_store
from data.store.sqlite import connections
from schemas.sources.files import read_items
from tests.support.processes import (
    BAD_ITEM,
    UNREADABLE_LINE,
    comparable,
    sitting_item,
    sitting_items,
    start_judging,
)
from tests.support.samples import SAMPLES_FOLDER
from tests.support.stores import ANN, record_contents, verification_errors

FILES = ("biga.ndjson", "faulty.ndjson", "fujigokoro.dat", "uecda-server.log.gz")


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[JudgeInput]:
    """The entries that this process judges from now on."""
    entries: list[JudgeInput] = []

    def noted(entry: JudgeInput) -> Verdict:
        entries.append(entry)
        [verdict] = judge_entry(entry)
        return verdict

    monkeypatch.setattr(parallel, "judge_entries", lambda entries: map(noted, entries))
    monkeypatch.setattr(parallel, "judge_share", lambda share: list(map(noted, share)))
    return entries


class FastPool(WorkerPool):
    """A worker that has judged a share as soon as it gets it."""

    def __init__(self) -> None:
        super().__init__()
        self._packer = VerdictPacker()

    def judge_and_pack(self, entries: Sequence[JudgeInput]) -> PackedVerdicts:
        return self._packer.pack(judge_share(entries))

    def acquire(self) -> bool:
        self._packer = VerdictPacker()
        return True

    def release(self) -> None:
        pass

    def submit(self, entries: Sequence[JudgeInput]) -> "Future[PackedVerdicts]":
        future: Future[PackedVerdicts] = Future()
        future.set_result(self.judge_and_pack(entries))
        return future


class CountingPool(FastPool):
    """The same, which notes how many entries each share has."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def submit(self, entries: Sequence[JudgeInput]) -> "Future[PackedVerdicts]":
        self.sizes.append(len(entries))
        return super().submit(entries)


class SlowPool(FastPool):
    """A worker that judges its shares only when somebody waits for them."""

    def submit(self, entries: Sequence[JudgeInput]) -> "Future[PackedVerdicts]":
        return _AwaitedFuture(partial(self.judge_and_pack, entries))


class HandPool(FastPool):
    """A worker that judges a share when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[Future[PackedVerdicts]] = []
        self._shares: list[Sequence[JudgeInput]] = []

    def submit(self, entries: Sequence[JudgeInput]) -> "Future[PackedVerdicts]":
        self._shares.append(entries)
        self.begun.append(Future())
        return self.begun[-1]

    def judge(self, number: int) -> None:
        """Judge the share that was submitted as this number."""
        self.begun[number].set_result(self.judge_and_pack(self._shares[number]))


class InterruptedPool(FastPool):
    """A worker that is done with a share while the next one is being submitted; `order` has the shares as they came."""

    def __init__(self) -> None:
        super().__init__()
        self.order: list[JudgeInput] = []
        self._begun = Future[PackedVerdicts]()
        self._begun.set_result(b"")

    def submit(self, entries: Sequence[JudgeInput]) -> "Future[PackedVerdicts]":
        reader = threading.Thread(target=self._begun.exception)
        reader.start()
        reader.join(0.1)  # it submits another share, or waits until this one is submitted
        self.order += entries
        self._begun = _AwaitedFuture(partial(self.judge_and_pack, entries))
        return self._begun


class _AwaitedFuture(Future[PackedVerdicts]):
    """Does its work in the first thread that waits for it."""

    def __init__(self, work: Callable[[], PackedVerdicts]) -> None:
        super().__init__()
        self._work = work
        self._is_open = threading.Semaphore()

    def exception(self, timeout: float | None = None) -> BaseException | None:
        if self._is_open.acquire(blocking=False):
            self.set_result(self._work())
        return super().exception(timeout)


def mixed_items() -> Iterator[UploadEntry]:
    """Long records, logs of other programs, growing sittings, duplicates, and invalid records."""
    yield from read_items([str(SAMPLES_FOLDER / name) for name in FILES], "auto", lambda _count: None)
    for number, entry in enumerate(sitting_items(50)):
        yield entry
        if number % 7 == 0:
            yield sitting_item(number, actions=3)
            yield BAD_ITEM
            yield UNREADABLE_LINE
        if number % 11 == 0:
            yield PAUSE
    yield from sitting_items(10)


def result_values(results: Iterable[IngestResult]) -> list[Any]:
    return [(*result._replace(judged=None), comparable(result.judged)) for result in results]


def ingest_all(store: Store, pool: WorkerPool | None, entries: Iterable[UploadEntry]) -> list[IngestResult]:
    return list(Ingest(store, ANN, pool).take(entries))


def test_the_worker_process_changes_no_result(tmp_path: Path, pool: WorkerPool) -> None:
    found = []
    for name, who in (("alone", None), ("ahead", pool), ("slow", SlowPool())):
        with closing(open_store(tmp_path / name)) as store:
            found.append(result_values(ingest_all(store, who, mixed_items())))
            assert verification_errors(store) == []
    alone, ahead, slow = found
    assert alone == ahead == slow
    assert (
        record_contents(tmp_path / "alone") == record_contents(tmp_path / "ahead") == record_contents(tmp_path / "slow")
    )


@pytest.mark.parametrize(("most_bytes", "sizes"), [(1 << 20, [4, 4]), (len(sitting_item(0).data), [2, 2, 2, 2])])
def test_a_share_ends_where_it_has_enough_records_or_enough_text(
    most_bytes: int, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "SHARE_RECORDS", 4)
    monkeypatch.setattr(parallel, "SHARE_BYTES", most_bytes)
    pool = CountingPool()
    assert sum(map(len, judge_upload(sitting_items(1 + 2 + 4 + 4), pool))) == 11
    assert pool.sizes == sizes


def test_a_small_upload_is_judged_here(store: Store, here: list[JudgeInput]) -> None:
    ingest_all(store, FastPool(), sitting_items(6))
    assert len(here) == 6


def test_a_large_upload_is_judged_by_a_worker_that_keeps_up(store: Store, here: list[JudgeInput]) -> None:
    ingest_all(store, FastPool(), sitting_items(1 + 2 + 4 * 4 + 1))
    assert len(here) == 1 + 2 + 1


def test_what_a_worker_does_not_get_done_is_judged_here(store: Store, here: list[JudgeInput]) -> None:
    ingest_all(store, SlowPool(), sitting_items(1 + 2 + 8 * 4))
    assert 1 + 2 < len(here) < 1 + 2 + 8 * 4


def test_this_process_judges_the_next_share_that_the_worker_has_not_got(store: Store, here: list[JudgeInput]) -> None:
    entries = list(sitting_items(1 + 2 + 8 * 4))
    ingest_all(store, SlowPool(), entries)
    assert here[1 + 2] == entries[1 + 2 + parallel.MOST_BEGUN]


def test_shares_come_to_a_worker_in_their_order_whichever_thread_submits_them() -> None:
    entries, pool = list(sitting_items(1 + 2 + 4 * 4)), InterruptedPool()
    assert sum(map(len, judge_upload(entries, pool))) == len(entries)
    assert pool.order == sorted(pool.order, key=entries.index)


def test_a_worker_gets_further_shares_while_this_process_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    is_busy, may_go_on = threading.Event(), threading.Event()

    def judge_slowly(share: Sequence[JudgeInput]) -> list[Verdict]:
        is_busy.set()
        may_go_on.wait()
        return judge_share(share)

    monkeypatch.setattr(parallel, "judge_share", judge_slowly)
    pool, verdicts = HandPool(), list[list[Verdict]]()
    large_batches = 3
    upload = threading.Thread(
        target=lambda: verdicts.extend(judge_upload(sitting_items(1 + 2 + 4 * large_batches), pool))
    )
    upload.start()
    is_busy.wait()
    assert len(pool.begun) == parallel.MOST_BEGUN
    shares = 4 * large_batches - 1  # the other one is judged here
    for number in range(shares):
        pool.judge(number)
        assert len(pool.begun) == min(number + 1 + parallel.MOST_BEGUN, shares)
    may_go_on.set()
    upload.join()
    assert sum(map(len, verdicts)) == 1 + 2 + 4 * large_batches


def test_threads_take_turns_more_often_while_the_process_judges(pool: WorkerPool) -> None:
    usual = sys.getswitchinterval()
    assert pool.acquire()
    assert sys.getswitchinterval() == pytest.approx(SWITCH_INTERVAL)
    pool.release()
    assert sys.getswitchinterval() == pytest.approx(usual)


def test_all_is_judged_here_until_the_process_has_started(store: Store, here: list[JudgeInput]) -> None:
    pool = WorkerPool()
    results = Ingest(store, ANN, pool).batches(sitting_items(15))
    assert [len(next(results)) for _ in range(3)] == [1, 2, 4]
    assert len(here) == 1 + 2 + 4
    start_judging(pool)
    assert sum(map(len, results)) == 8


def test_all_results_are_given_before_more_entries_are_waited_for(store: Store, pool: WorkerPool) -> None:
    heard: list[IngestResult] = []

    def sent() -> Iterator[UploadEntry]:
        for number, entry in enumerate(sitting_items(40), 1):
            yield entry
            if number % 13 == 0 or number > 35:
                yield PAUSE
                assert len(heard) == number

    for result in Ingest(store, ANN, pool).take(sent()):
        heard.append(result)
        assert store.counts().records >= len(heard)
    assert len(heard) == 40


def test_the_process_is_free_while_a_client_is_waited_for(store: Store, pool: WorkerPool) -> None:
    def sent() -> Iterator[UploadEntry]:
        yield from sitting_items(20)
        yield PAUSE
        start_judging(pool)

    assert len(ingest_all(store, pool, sent())) == 20


def test_of_two_uploads_at_once_one_is_judged_here(store: Store, pool: WorkerPool, here: list[JudgeInput]) -> None:
    first = Ingest(store, ANN, pool).take(sitting_items(40))
    begun = [next(first) for _ in range(10)]
    here.clear()
    second = ingest_all(store, pool, (sitting_item(table) for table in range(100, 120)))
    assert len(here) == len(second) == 20
    assert len([*begun, *first]) == 40
    assert store.counts().records == 60


def test_an_upload_that_is_broken_off_leaves_the_process_to_others(store: Store, pool: WorkerPool) -> None:
    process = start_judging(pool)
    results = Ingest(store, ANN, pool).take(sitting_items(40))
    for _ in range(10):
        next(results)
    results.close()
    assert start_judging(pool) == process
    assert len(ingest_all(store, pool, sitting_items(40))) == 40


def test_an_upload_that_fails_leaves_the_process_to_others(
    tmp_path: Path, pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PRAGMAS", (*connections.PRAGMAS, "PRAGMA max_page_count = 100"))
    heard: list[IngestResult] = []
    with closing(open_store(tmp_path / "small.db")) as small:
        with pytest.raises(StoreFull):
            heard.extend(Ingest(small, ANN, pool).take(sitting_items(2_000)))
        assert small.counts().records == len(heard) > 0
    assert start_judging(pool)


def test_the_batch_of_a_killed_process_is_judged_here(
    store: Store, pool: WorkerPool, here: list[JudgeInput], caplog: pytest.LogCaptureFixture
) -> None:
    process = start_judging(pool)
    os.kill(process, signal.SIGSTOP)
    threading.Timer(0.1, os.kill, (process, signal.SIGKILL)).start()
    results = ingest_all(store, pool, sitting_items(40))
    assert [result.line for result in results] == [*range(40)]
    assert [result.outcome and result.outcome.id for result in results] == [*range(1, 41)]
    assert len(here) == 40
    assert caplog.messages == ["the process that judges is lost"]
    assert start_judging(pool) != process


def test_long_reports_do_not_wait_for_each_other(
    store: Store, pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.judging.batches.MAX_BATCH_BYTES", 100)
    sizes = [len(batch) for batch in Ingest(store, ANN, pool).batches(sitting_items(12))]
    assert sizes == [1] * 12
