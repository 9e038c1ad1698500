"""Threads, processes and children of a process use a store at once; connections are used again."""

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from time import sleep
from typing import cast

import pytest

from data.store.errors import StoreBusy, StoreDamaged
from data.store.sqlite import connections
from data.store.sqlite.compression import Compressor
from data.store.sqlite.connections import Session, SessionPool, open_location
from data.store.sqlite.store import Store
from data.store.sqlite.transactions import Transaction, transaction
from data.store.sqlite.write_queue import WriteQueue
from data.store.values import RecordFilter, UploadOutcome, UploadStatus
from tests.support.stores import (
    ANN,
    BO,
    fetch_rows,
    judged_sitting,
    process_environment,
    record_ids,
    tamper,
    verification_errors,
)

TABLES = [str(number) for number in range(40)]

PROGRAM = """
import sys
from data.store.sqlite.store import Store
from tests.support.stores import ANN, judged_sitting

store = Store.open(sys.argv[1])
for number in map(int, sys.argv[2:]):
    store.add([judged_sitting(str(number), actions) for actions in (2, 4)], ANN)
store.close()
"""


def has_no_duplicates(path: Path) -> bool:
    """Whether no sitting is there twice."""
    return not fetch_rows(path, "SELECT opening FROM records GROUP BY opening HAVING count(*) > 1")


def test_threads_that_send_the_same_store_it_once(store: Store) -> None:
    def send(turn: int) -> list[UploadOutcome]:
        return [store.add([judged_sitting(table)], ANN)[0] for table in TABLES[turn:] + TABLES[:turn]]

    with ThreadPoolExecutor(4) as pool:
        outcomes = [outcome for sent in pool.map(send, range(0, 40, 10)) for outcome in sent]
    assert sum(outcome.status is UploadStatus.CREATED for outcome in outcomes) == len(TABLES)
    assert has_no_duplicates(store.path)
    assert verification_errors(store) == []


def test_readers_are_not_disturbed_by_writers(store: Store) -> None:
    store.add([judged_sitting("first")], ANN)

    def write(turn: int) -> None:
        for table in TABLES[turn::2]:
            store.add([judged_sitting(table)], ANN)

    def read(_turn: int) -> None:
        for _ in TABLES:
            assert store.report(1)[1] == 1
            assert store.page(RecordFilter(player="Mu")).records
            assert next(store.each(RecordFilter())).id == 1

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda work: work[0](work[1]), [(write, 0), (read, 0), (write, 1), (read, 1)]))
    assert store.counts().records == len(TABLES) + 1


def test_processes_that_send_the_same_store_it_once(path: Path) -> None:
    Store.open(path).close()
    calls = [[sys.executable, "-c", PROGRAM, os.fspath(path), *TABLES[turn:], *TABLES[:turn]] for turn in (0, 10, 20)]
    processes = [subprocess.Popen(call, env=process_environment()) for call in calls]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    with closing(Store.open(path)) as store:
        assert (store.counts().records, store.counts().revisions) == (len(TABLES), 2 * len(TABLES))
        assert has_no_duplicates(path)
        assert verification_errors(store) == []


def all_at_once(commits: WriteQueue, *works: Callable[[], object]) -> list[Exception | None]:
    """Let threads do these while the turn to write is taken, so that they all wait for it; how each of them ended."""
    with ThreadPoolExecutor(len(works)) as pool:
        with commits.transaction():
            futures = [pool.submit(work) for work in works]
            while len(commits.waiting) < len(works):
                sleep(0.001)
        return [cast("Exception | None", future.exception()) for future in futures]


@pytest.fixture
def desk(store: Store) -> Iterator[WriteQueue]:
    """Where the commits of the store are made."""
    with closing(WriteQueue(SessionPool(open_location(store.path, read_only=False)))) as commits:
        yield commits


@pytest.fixture
def packing(store: Store) -> Iterator[Compressor]:
    """What packs records for the desk."""
    with closing(Session(open_location(store.path, read_only=False))) as session:
        yield session.compressor


def test_uploads_that_wait_together_share_a_commit(
    desk: WriteQueue, packing: Compressor, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Session] = []

    def counted(session: Session) -> AbstractContextManager[Transaction]:
        begun.append(session)
        return transaction(session)

    monkeypatch.setattr("data.store.sqlite.write_queue.transaction", counted)
    works = [partial(desk.add, [packing.pack_judged(judged_sitting(table))], ANN) for table in "ABCD"]
    assert all_at_once(desk, *works) == [None] * 4
    assert len(begun) == 2  # the one that they waited for, and theirs


def test_uploads_that_share_a_commit_keep_their_authors_and_outcomes(
    store: Store, desk: WriteQueue, packing: Compressor
) -> None:
    outcomes: dict[str, list[UploadOutcome]] = {}
    all_at_once(
        desk,
        lambda: outcomes.update(
            ann=desk.add([packing.pack_judged(judged_sitting("A")), packing.pack_judged(judged_sitting("A"))], ANN)
        ),
        lambda: outcomes.update(bo=desk.add([packing.pack_judged(judged_sitting("B"))], BO)),
    )
    assert [outcome.status for outcome in outcomes["ann"]] == [UploadStatus.CREATED, UploadStatus.EXISTS]
    assert store.revisions(outcomes["ann"][0].id)[0].author == "Ann"
    assert store.revisions(outcomes["bo"][0].id)[0].author == "Bo"


def test_an_upload_that_cannot_be_stored_takes_no_other_with_it(
    store: Store, desk: WriteQueue, packing: Compressor
) -> None:
    good = packing.pack_judged(judged_sitting("A"))
    bad = packing.pack_judged(judged_sitting("B")._replace(facts=good.judged.facts._replace(date="no day")))
    ends = all_at_once(desk, lambda: desk.add([good], ANN), lambda: desk.add([bad], ANN))
    assert [type(end) for end in ends] == [type(None), ValueError]
    assert store.counts().records == 1


def test_an_upload_that_comes_upon_damage_takes_no_other_with_it(
    store: Store, desk: WriteQueue, packing: Compressor
) -> None:
    store.add([judged_sitting("B", 3)], ANN)
    tamper(store.path, "UPDATE revisions SET packed = zeroblob(9)")
    ends = all_at_once(
        desk,
        lambda: desk.add([packing.pack_judged(judged_sitting("A"))], ANN),
        lambda: desk.add([packing.pack_judged(judged_sitting("B", 5))], ANN),
    )
    assert [type(end) for end in ends] == [type(None), StoreDamaged]
    assert store.counts().records == 2


class Impatient(Exception):
    """Somebody who does not wait."""


@contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    """This thread is interrupted inside the block, as by Ctrl-C."""

    def interrupt(_number: int, _frame: object) -> None:
        raise Impatient

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        with pytest.raises(Impatient):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_who_breaks_off_while_he_waits_holds_up_nobody(desk: WriteQueue, packing: Compressor) -> None:
    with ThreadPoolExecutor(2) as pool:
        with desk.transaction():
            first = pool.submit(desk.add, [packing.pack_judged(judged_sitting("A"))], ANN)
            while not desk.waiting:
                sleep(0.001)
            with interrupted(0.1):
                desk.add([packing.pack_judged(judged_sitting("B"))], ANN)
            third = pool.submit(desk.add, [packing.pack_judged(judged_sitting("C"))], ANN)
        assert [outcome.id for future in (first, third) for outcome in future.result(30)] == [1, 2]


def test_uploads_go_on_after_one_was_refused(
    desk: WriteQueue, packing: Compressor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.write_queue.store_upload", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            desk.add([packing.pack_judged(judged_sitting())], ANN)
    assert desk.add([packing.pack_judged(judged_sitting())], ANN)[0].id == 1


def test_who_writes_for_too_long_is_not_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BUSY_TIMEOUT", 0.05)
    with closing(Store.open(path)) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            store.add([judged_sitting()], ANN)
        other.execute("ROLLBACK")
        assert store.add([judged_sitting()], ANN)[0].id == 1


def test_a_child_of_the_process_begins_anew(store: Store) -> None:
    store.add([judged_sitting("A")], ANN)
    child = multiprocessing.get_context("fork").Process(target=store.add, args=([judged_sitting("B")], BO), daemon=True)
    child.start()
    child.join(30)
    assert child.exitcode == 0
    assert store.add([judged_sitting("C")], ANN)[0].id == 3
    assert verification_errors(store) == []


def test_a_thread_that_is_gone_keeps_no_file_open(store: Store) -> None:
    def handles() -> int:
        return sum(handle.resolve() == store.path for handle in Path("/proc/self/fd").iterdir())

    store.ready()
    before = handles()
    for _ in range(3):
        thread = threading.Thread(target=store.ready)
        thread.start()
        thread.join()
    assert handles() <= before + 1  # SQLite keeps one back for the next to come


def test_what_came_back_last_is_lent_first(path: Path) -> None:
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
