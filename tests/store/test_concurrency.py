"""Threads, processes and children use a store at once, share commits, and lose nothing when one is killed."""

import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from daifu.data.store.open import open_store
from daifu.data.store.sql.write_queue import SMALL_UPLOAD, WriteQueue, _QueuedUpload
from daifu.data.store.store import Store
from daifu.data.store.values import Location, RecordFilter, UploadOutcome, UploadStatus
from tests.support.processes import wait_until
from tests.support.stores import ANN, BO, judged_sitting, process_environment, verification_errors

TABLES = [str(number) for number in range(40)]


PROGRAM = """
import sys
from daifu.data.store.open import open_store
from tests.support.stores import ANN, judged_sitting

store = open_store(sys.argv[1])
for number in map(int, sys.argv[2:]):
    store.add([judged_sitting(str(number), actions) for actions in (2, 4)], ANN)
store.close()
"""


def has_no_duplicates(store: Store) -> bool:
    """Whether no sitting is there twice."""
    records = [stored.record for stored in store.each(RecordFilter())]
    return len(set(records)) == len(records)


def test_threads_that_send_the_same_store_it_once(store: Store) -> None:
    def send(turn: int) -> list[UploadOutcome]:
        return [store.add([judged_sitting(table)], ANN)[0] for table in TABLES[turn:] + TABLES[:turn]]

    with ThreadPoolExecutor(4) as pool:
        outcomes = [outcome for sent in pool.map(send, range(0, 40, 10)) for outcome in sent]
    assert sum(outcome.status is UploadStatus.CREATED for outcome in outcomes) == len(TABLES)
    assert has_no_duplicates(store)
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


def test_processes_that_send_the_same_store_it_once(location: Location) -> None:
    open_store(location).close()
    calls = [
        [sys.executable, "-c", PROGRAM, os.fspath(location), *TABLES[turn:], *TABLES[:turn]] for turn in (0, 10, 20)
    ]
    processes = [subprocess.Popen(call, env=process_environment()) for call in calls]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    with closing(open_store(location)) as store:
        assert (store.counts().records, store.counts().revisions) == (len(TABLES), 2 * len(TABLES))
        assert has_no_duplicates(store)
        assert verification_errors(store) == []


def test_a_child_of_the_process_begins_anew(store: Store) -> None:
    store.add([judged_sitting("A")], ANN)
    child = multiprocessing.get_context("fork").Process(target=store.add, args=([judged_sitting("B")], BO), daemon=True)
    child.start()
    child.join(30)
    assert child.exitcode == 0
    assert store.add([judged_sitting("C")], ANN)[0].id == 3
    assert verification_errors(store) == []


UPLOADING_PROGRAM = """
import sys
from daifu.data.store.open import open_store
from tests.support.stores import ANN, judged_sitting

store = open_store(sys.argv[1])
for first in range(0, 100_000, int(sys.argv[2])):
    batch = [judged_sitting(str(number)) for number in range(first, first + int(sys.argv[2]))]
    store.add(batch, ANN)
    print(first + len(batch), flush=True)
"""


def acknowledged_until_kill(location: Location, batch: int, acknowledged: int) -> int:
    """Kill a process that stores batches after it acknowledged `acknowledged` records; how many it did in the end."""
    call = [sys.executable, "-c", UPLOADING_PROGRAM, os.fspath(location), str(batch)]
    with subprocess.Popen(call, env=process_environment(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            if int(line) >= acknowledged:
                break
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split()
    return int(rest[-1]) if rest else int(line)


@pytest.mark.parametrize(("batch", "acknowledged"), [(1, 1), (1, 60), (7, 70), (64, 640)])
def test_all_that_was_acknowledged_is_there_after_a_kill(location: Location, batch: int, acknowledged: int) -> None:
    count = acknowledged_until_kill(location, batch, acknowledged)
    with closing(open_store(location)) as store:
        assert verification_errors(store) == []
        assert store.counts().records in (count, count + batch)
        again = store.add([judged_sitting(str(number)) for number in range(count + 2 * batch)], ANN)
        assert all(outcome.status is UploadStatus.EXISTS for outcome in again[:count])
        assert store.counts().records == count + 2 * batch


def test_a_small_upload_is_committed_with_one_part_of_a_large_one_and_not_with_all(
    location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = [[judged_sitting(f"{part} {table}") for table in range(SMALL_UPLOAD + 1)] for part in range(3)]
    with closing(open_store(location)) as store:
        queue: WriteQueue = store._queue  # noqa: SLF001 - nobody else asks for it
        commit = queue._commit  # noqa: SLF001 - likewise
        commits: list[list[_QueuedUpload]] = []

        def commit_and_note(uploads: list[_QueuedUpload]) -> None:
            commits.append(uploads)
            commit(uploads)

        def wait_for(number: int) -> None:
            wait_until(lambda: len(queue.waiting) == number)

        monkeypatch.setattr(queue, "_commit", commit_and_note)
        with ThreadPoolExecutor(4) as pool, queue._turn:  # noqa: SLF001 - as if another thread wrote
            for number, uploads in enumerate([*large, [judged_sitting("small")]], 1):
                pool.submit(store.add, uploads, ANN)
                wait_for(number)
            parts = list(queue.waiting)
            small = parts.pop()
        assert commits == [[parts[0], small], [parts[1]], [parts[2]]]
        assert store.counts().records == len(large) * len(large[0]) + 1
