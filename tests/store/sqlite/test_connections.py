"""Threads and processes use a file at once; connections are used again, and uploads that wait share a commit."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, suppress
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from daifu.data.store.errors import StoreBusy
from daifu.data.store.sql.compression import Compressor
from daifu.data.store.sql.transactions import Transaction, transaction
from daifu.data.store.sql.write_queue import WriteQueue, _QueuedUpload
from daifu.data.store.sqlite import connections
from daifu.data.store.sqlite.connections import Session, SessionPool, open_location
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import RecordFilter, UploadOutcome, UploadStatus
from tests.support.processes import wait_until
from tests.support.stores import ANN, BO, judged_sitting, record_ids, tamper


def test_a_thread_that_ended_keeps_no_file_open(store: Store) -> None:
    def handles() -> int:
        return sum(handle.resolve() == store.path for handle in Path("/proc/self/fd").iterdir())

    store.ready()
    before = handles()
    for _ in range(3):
        thread = threading.Thread(target=store.ready)
        thread.start()
        thread.join()
    assert handles() <= before + 1  # SQLite keeps one back for the next to come


def test_the_session_given_back_last_is_given_out_first(path: Path) -> None:
    with closing(SessionPool(open_location(path, read_only=False))) as sessions:
        with sessions.acquire() as one, sessions.acquire() as other:
            assert one is not other
        with sessions.acquire() as again:
            assert again is one


def test_a_session_comes_back_when_its_block_fails(path: Path) -> None:
    with closing(SessionPool(open_location(path, read_only=False))) as sessions:
        with suppress(ZeroDivisionError), sessions.acquire() as one:
            1 / 0  # noqa: B018 - something that fails
        with sessions.acquire() as again:
            assert again is one


def test_a_store_can_be_asked_again_after_its_sessions_were_let_go(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    store.before_fork()
    assert record_ids(store) == [1]


def test_a_closed_stream_releases_the_file(store: Store) -> None:
    store.add([judged_sitting(table) for table in "ABC"], ANN)
    stream = store.each(RecordFilter())
    next(stream)
    stream.close()
    tamper(store.path, "PRAGMA wal_checkpoint(TRUNCATE)")
    assert Path(f"{store.path}-wal").stat().st_size == 0


def test_a_transaction_that_is_still_referred_to_keeps_nobody_from_writing(store: Store, path: Path) -> None:
    with store.writing() as kept:
        kept.ask_for_beginning()
    with closing(Store.open(path)) as other:
        other.add([judged_sitting()], ANN)
    store.add([judged_sitting("B")], ANN)
    assert kept.beginning.last_record == 0


def all_at_once(commits: WriteQueue, *works: Callable[[], object]) -> list[Exception | None]:
    """Run these in threads while another writes, so that all wait for their turn; the error of each, if any."""
    with ThreadPoolExecutor(len(works)) as pool:
        with commits.transaction():
            futures = [pool.submit(work) for work in works]
            wait_until(lambda: len(commits.waiting) == len(works))
        return [cast("Exception | None", future.exception()) for future in futures]


@pytest.fixture
def queue(store: Store) -> Iterator[WriteQueue]:
    """The queue of writers of the store."""
    with closing(SessionPool(open_location(store.path, read_only=False))) as sessions:
        yield WriteQueue(sessions)


@pytest.fixture
def packing(store: Store) -> Iterator[Compressor]:
    """Compresses records for the queue."""
    with closing(Session(open_location(store.path, read_only=False))) as session:
        yield session.compressor


def test_uploads_that_wait_together_share_a_commit(
    queue: WriteQueue, packing: Compressor, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Session] = []

    def counted(session: Session) -> AbstractContextManager[Transaction]:
        begun.append(session)
        return transaction(session)

    monkeypatch.setattr("daifu.data.store.sql.write_queue.transaction", counted)
    works = [partial(queue.add, [packing.pack_judged(judged_sitting(table))], ANN) for table in "ABCD"]
    assert all_at_once(queue, *works) == [None] * 4
    assert len(begun) == 2  # the one that they waited for, and theirs


def test_uploads_that_share_a_commit_keep_their_authors_and_outcomes(
    store: Store, queue: WriteQueue, packing: Compressor
) -> None:
    outcomes: dict[str, list[UploadOutcome]] = {}
    all_at_once(
        queue,
        lambda: outcomes.update(
            ann=queue.add([packing.pack_judged(judged_sitting("A")), packing.pack_judged(judged_sitting("A"))], ANN)
        ),
        lambda: outcomes.update(bo=queue.add([packing.pack_judged(judged_sitting("B"))], BO)),
    )
    assert [outcome.status for outcome in outcomes["ann"]] == [UploadStatus.CREATED, UploadStatus.EXISTS]
    assert store.revisions(outcomes["ann"][0].id)[0].author == "Ann"
    assert store.revisions(outcomes["bo"][0].id)[0].author == "Bo"


def test_an_upload_that_cannot_be_stored_takes_no_other_with_it(
    store: Store, queue: WriteQueue, packing: Compressor
) -> None:
    good = packing.pack_judged(judged_sitting("A"))
    bad = packing.pack_judged(judged_sitting("B")._replace(facts=good.judged.facts._replace(date="no day")))
    ends = all_at_once(queue, lambda: queue.add([good], ANN), lambda: queue.add([bad], ANN))
    assert [type(end) for end in ends] == [type(None), ValueError]
    assert store.counts().records == 1


def test_an_upload_that_comes_upon_damage_is_stored_beside_it(
    store: Store, queue: WriteQueue, packing: Compressor
) -> None:
    store.add([judged_sitting("B", 3)], ANN)
    tamper(store.path, "UPDATE revisions SET packed = zeroblob(9)")
    ends = all_at_once(
        queue,
        lambda: queue.add([packing.pack_judged(judged_sitting("A"))], ANN),
        lambda: queue.add([packing.pack_judged(judged_sitting("B", 5))], ANN),
    )
    assert [type(end) for end in ends] == [type(None), type(None)]
    assert store.counts().records == 3


def test_an_upload_that_is_interrupted_while_it_waits_holds_up_no_other(
    queue: WriteQueue, packing: Compressor, monkeypatch: pytest.MonkeyPatch
) -> None:
    join = queue._join  # noqa: SLF001 - before it waits

    def interrupt() -> bool:
        raise KeyboardInterrupt

    def join_and_be_interrupted(upload: _QueuedUpload) -> None:
        join(upload)
        monkeypatch.setattr(upload.called, "wait", interrupt)

    with ThreadPoolExecutor(2) as pool:
        with queue.transaction():
            first = pool.submit(queue.add, [packing.pack_judged(judged_sitting("A"))], ANN)
            wait_until(lambda: bool(queue.waiting))
            monkeypatch.setattr(queue, "_join", join_and_be_interrupted)
            with pytest.raises(KeyboardInterrupt):
                queue.add([packing.pack_judged(judged_sitting("B"))], ANN)
            monkeypatch.undo()
            third = pool.submit(queue.add, [packing.pack_judged(judged_sitting("C"))], ANN)
        assert [outcome.id for future in (first, third) for outcome in future.result(30)] == [1, 2]


def test_uploads_go_on_after_one_was_refused(
    queue: WriteQueue, packing: Compressor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("daifu.data.store.sql.uploads.store_upload", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            queue.add([packing.pack_judged(judged_sitting())], ANN)
    assert queue.add([packing.pack_judged(judged_sitting())], ANN)[0].id == 1


def test_a_writer_that_takes_too_long_is_an_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BUSY_TIMEOUT", 0.05)
    with closing(Store.open(path)) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            store.add([judged_sitting()], ANN)
        other.execute("ROLLBACK")
        assert store.add([judged_sitting()], ANN)[0].id == 1
