"""A large upload is judged by a worker process while it is stored, and the outcome is the same."""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from daifu.data import judging
from daifu.data.batches import PAUSE, JudgeInput, UploadEntry, Verdict, judge_entry
from daifu.data.ingest import Ingest, IngestResult
from daifu.data.judging import WorkerPool, judge_share, judge_upload
from daifu.data.store.errors import StoreFull
from daifu.data.store.open import open_store
from daifu.data.store.sqlite import connections
from daifu.data.store.store import Store
from daifu.schemas.sources.files import read_items
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

    monkeypatch.setattr(judging, "_judge_here", lambda entry: [noted(entry)])
    return entries


class FastPool(WorkerPool):
    """A worker that has judged a share as soon as it gets it; `sizes` are the entries of each."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def acquire(self) -> bool:
        return True

    def release(self) -> None:
        pass

    def submit(self, entries: Sequence[JudgeInput]) -> Future[list[Verdict]]:
        self.sizes.append(len(entries))
        future: Future[list[Verdict]] = Future()
        future.set_result(judge_share(entries))
        return future


class SlowPool(FastPool):
    """A worker that judges a share only when somebody waits for it."""

    def submit(self, entries: Sequence[JudgeInput]) -> Future[list[Verdict]]:
        self.sizes.append(len(entries))
        return _AwaitedFuture(partial(judge_share, entries))


class _AwaitedFuture(Future[list[Verdict]]):
    """Does its work when somebody waits for it."""

    def __init__(self, work: Callable[[], list[Verdict]]) -> None:
        super().__init__()
        self._work = work

    def result(self, timeout: float | None = None) -> list[Verdict]:
        self.set_result(self._work())
        return super().result(timeout)


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
    monkeypatch.setattr(judging, "SHARE_RECORDS", 4)
    monkeypatch.setattr(judging, "SHARE_BYTES", most_bytes)
    pool = FastPool()
    assert sum(map(len, judge_upload(sitting_items(1 + 2 + 4 + 4), pool))) == 11
    assert pool.sizes == sizes


def test_a_small_upload_is_judged_here(store: Store, here: list[JudgeInput]) -> None:
    ingest_all(store, FastPool(), sitting_items(6))
    assert len(here) == 6


def test_a_large_upload_is_judged_by_a_worker_that_keeps_up(store: Store, here: list[JudgeInput]) -> None:
    ingest_all(store, FastPool(), sitting_items(1 + 2 + 4 * 4 + 1))
    assert len(here) == 1 + 2 + 1


def test_what_a_worker_has_not_begun_is_judged_here_meanwhile(
    store: Store, here: list[JudgeInput], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "MOST_BEGUN", 2)
    entries = list(sitting_items(1 + 2 + 8 * 4))
    ingest_all(store, SlowPool(), entries)
    assert 1 + 2 < len(here) < len(entries)
    assert here[1 + 2] == entries[1 + 2 + 2]


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
    monkeypatch.setattr("daifu.data.batches.MAX_BATCH_BYTES", 100)
    sizes = [len(batch) for batch in Ingest(store, ANN, pool).batches(sitting_items(12))]
    assert sizes == [1] * 12
