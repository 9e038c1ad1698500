"""Many may use a store at once: threads, processes, and children of a process."""

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from time import sleep
from typing import cast

import pytest

from data.store import Store, opening
from data.store.asked import Outcome, Status, Wanted
from data.store.commits import Commits
from data.store.opening import open_place
from data.store.packing import Packing
from data.store.refusals import StoreBusy, StoreDamaged
from data.store.sessions import Session, Sessions
from data.store.transactions import Transaction, transaction
from tests.support.kept import ANN, BO, environment, judged, rows, tampered, wrong

TABLES = [str(number) for number in range(40)]

PROGRAM = """
import sys
from data.store import Store
from tests.support.kept import ANN, judged

store = Store.open(sys.argv[1])
for number in map(int, sys.argv[2:]):
    store.add([judged(str(number), actions) for actions in (2, 4)], ANN)
store.close()
"""


def each_once(path: Path) -> bool:
    """Whether no sitting is there twice."""
    return not rows(path, "SELECT opening FROM records GROUP BY opening HAVING count(*) > 1")


def test_threads_that_send_the_same_store_it_once(store: Store) -> None:
    def send(turn: int) -> list[Outcome]:
        return [store.add([judged(table)], ANN)[0] for table in TABLES[turn:] + TABLES[:turn]]

    with ThreadPoolExecutor(4) as pool:
        outcomes = [outcome for sent in pool.map(send, range(0, 40, 10)) for outcome in sent]
    assert sum(outcome.status is Status.CREATED for outcome in outcomes) == len(TABLES)
    assert each_once(store.path)
    assert wrong(store) == []


def test_readers_are_not_disturbed_by_writers(store: Store) -> None:
    store.add([judged("first")], ANN)

    def write(turn: int) -> None:
        for table in TABLES[turn::2]:
            store.add([judged(table)], ANN)

    def read(_turn: int) -> None:
        for _ in TABLES:
            assert store.report(1)[1] == 1
            assert store.page(Wanted(player="Mu")).records
            assert next(store.each(Wanted())).id == 1

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda work: work[0](work[1]), [(write, 0), (read, 0), (write, 1), (read, 1)]))
    assert store.counts().records == len(TABLES) + 1


def test_processes_that_send_the_same_store_it_once(path: Path) -> None:
    Store.open(path).close()
    calls = [[sys.executable, "-c", PROGRAM, os.fspath(path), *TABLES[turn:], *TABLES[:turn]] for turn in (0, 10, 20)]
    processes = [subprocess.Popen(call, env=environment()) for call in calls]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    with closing(Store.open(path)) as store:
        assert (store.counts().records, store.counts().revisions) == (len(TABLES), 2 * len(TABLES))
        assert each_once(path)
        assert wrong(store) == []


def all_at_once(commits: Commits, *works: Callable[[], object]) -> list[Exception | None]:
    """Let threads do these while the turn to write is taken, so that they all wait for it; how each of them ended."""
    with ThreadPoolExecutor(len(works)) as pool:
        with commits.writing():
            futures = [pool.submit(work) for work in works]
            while len(commits.waiting) < len(works):
                sleep(0.001)
        return [cast("Exception | None", future.exception()) for future in futures]


@pytest.fixture
def desk(store: Store) -> Iterator[Commits]:
    """Where the commits of the store are made."""
    with closing(Commits(Sessions(open_place(store.path, read_only=False)))) as commits:
        yield commits


@pytest.fixture
def packing(store: Store) -> Iterator[Packing]:
    """What packs records for the desk."""
    with closing(Session(open_place(store.path, read_only=False))) as session:
        yield session.packing


def test_uploads_that_wait_together_share_a_commit(
    desk: Commits, packing: Packing, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Session] = []

    def counted(session: Session) -> AbstractContextManager[Transaction]:
        begun.append(session)
        return transaction(session)

    monkeypatch.setattr("data.store.commits.transaction", counted)
    works = [partial(desk.add, [packing.parcel(judged(table))], ANN) for table in "ABCD"]
    assert all_at_once(desk, *works) == [None] * 4
    assert len(begun) == 2  # the one that they waited for, and theirs


def test_uploads_that_share_a_commit_keep_their_authors_and_outcomes(
    store: Store, desk: Commits, packing: Packing
) -> None:
    outcomes: dict[str, list[Outcome]] = {}
    all_at_once(
        desk,
        lambda: outcomes.update(ann=desk.add([packing.parcel(judged("A")), packing.parcel(judged("A"))], ANN)),
        lambda: outcomes.update(bo=desk.add([packing.parcel(judged("B"))], BO)),
    )
    assert [outcome.status for outcome in outcomes["ann"]] == [Status.CREATED, Status.EXISTS]
    assert store.revisions(outcomes["ann"][0].id)[0].author == "Ann"
    assert store.revisions(outcomes["bo"][0].id)[0].author == "Bo"


def test_an_upload_that_cannot_be_stored_takes_no_other_with_it(store: Store, desk: Commits, packing: Packing) -> None:
    good = packing.parcel(judged("A"))
    bad = packing.parcel(judged("B")._replace(facts=good.judged.facts._replace(date="no day")))
    ends = all_at_once(desk, lambda: desk.add([good], ANN), lambda: desk.add([bad], ANN))
    assert [type(end) for end in ends] == [type(None), ValueError]
    assert store.counts().records == 1


def test_an_upload_that_comes_upon_damage_takes_no_other_with_it(store: Store, desk: Commits, packing: Packing) -> None:
    store.add([judged("B", 3)], ANN)
    tampered(store.path, "UPDATE revisions SET packed = zeroblob(9)")
    ends = all_at_once(
        desk,
        lambda: desk.add([packing.parcel(judged("A"))], ANN),
        lambda: desk.add([packing.parcel(judged("B", 5))], ANN),
    )
    assert [type(end) for end in ends] == [type(None), StoreDamaged]
    assert store.counts().records == 2


class Impatient(Exception):  # noqa: N818 - it is what interrupts
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


def test_who_breaks_off_while_he_waits_holds_up_nobody(desk: Commits, packing: Packing) -> None:
    with ThreadPoolExecutor(2) as pool:
        with desk.writing():
            first = pool.submit(desk.add, [packing.parcel(judged("A"))], ANN)
            while not desk.waiting:
                sleep(0.001)
            with interrupted(0.1):
                desk.add([packing.parcel(judged("B"))], ANN)
            third = pool.submit(desk.add, [packing.parcel(judged("C"))], ANN)
        assert [outcome.id for future in (first, third) for outcome in future.result(30)] == [1, 2]


def test_uploads_go_on_after_one_was_refused(desk: Commits, packing: Packing, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("data.store.commits.add", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            desk.add([packing.parcel(judged())], ANN)
    assert desk.add([packing.parcel(judged())], ANN)[0].id == 1


def test_who_writes_for_too_long_is_not_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 0.05)
    with closing(Store.open(path)) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            store.add([judged()], ANN)
        other.execute("ROLLBACK")
        assert store.add([judged()], ANN)[0].id == 1


def test_a_child_of_the_process_begins_anew(store: Store) -> None:
    store.add([judged("A")], ANN)
    child = multiprocessing.get_context("fork").Process(target=store.add, args=([judged("B")], BO), daemon=True)
    child.start()
    child.join(30)
    assert child.exitcode == 0
    assert store.add([judged("C")], ANN)[0].id == 3
    assert wrong(store) == []


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
