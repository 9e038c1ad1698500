"""Uploads that wait for their turn to write share a commit."""

import signal
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
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
from data.store.values import UploadOutcome, UploadStatus
from tests.support.stores import (
    ANN,
    BO,
    judged_sitting,
    tamper,
)


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
