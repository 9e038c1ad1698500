"""The worker process is there when it is wanted, for one upload at a time, and never stays behind."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool

import pytest

from daifu.data import judging as pools
from daifu.data.batches import judge_entry
from daifu.data.judging import WorkerPool
from daifu.data.store.errors import LogDamaged, StoreBusy, StoreFull, StoreUnusable
from daifu.replay.text import Text
from daifu.schemas.record.limits import LARGEST_INTEGER
from daifu.schemas.sources.files import read_items
from daifu.schemas.sources.items import ForeignLog, log_items
from tests.support.processes import (
    BAD_ITEM,
    UNREADABLE_LINE,
    comparable,
    is_alive,
    sitting_item,
    sitting_items,
    start_judging,
    wait_until,
    worker_processes,
)
from tests.support.samples import SAMPLES_FOLDER
from tests.support.stores import process_environment


@pytest.fixture
def own() -> Iterator[WorkerPool]:
    """A pool for this test alone."""
    pool = WorkerPool()
    yield pool
    pool.before_fork()


def test_nobody_waits_for_a_process_that_is_only_starting(own: WorkerPool) -> None:
    assert not own.acquire()
    assert start_judging(own) in worker_processes(os.getpid())


def test_no_process_is_started_where_there_is_only_one_core(own: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0})
    before = worker_processes(os.getpid())
    assert not own.acquire()
    assert worker_processes(os.getpid()) <= before


def test_only_one_upload_has_it_at_a_time(pool: WorkerPool) -> None:
    assert pool.acquire()
    assert not pool.acquire()
    pool.release()
    assert pool.acquire()
    pool.release()


def test_it_is_started_by_any_thread(own: WorkerPool) -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(start_judging(own)))
    thread.start()
    thread.join()
    assert found


def test_ctrl_c_in_the_terminal_does_not_reach_it(pool: WorkerPool) -> None:
    assert os.getsid(start_judging(pool)) != os.getsid(0)


SAMPLES = [
    item
    for entry in read_items([str(file) for file in sorted(SAMPLES_FOLDER.iterdir())], "auto", lambda _count: None)
    for item in (log_items(entry) if isinstance(entry, ForeignLog) else (entry,))
]
HUGE_POINTS = sitting_item(
    1,
    deals=[{"result": {"order": [1, 2, 3, 4], "points": [LARGEST_INTEGER, 0, 0, -LARGEST_INTEGER]}}],
)


def test_it_judges_as_this_process_does(pool: WorkerPool) -> None:
    entries = [*SAMPLES, HUGE_POINTS, BAD_ITEM, UNREADABLE_LINE, *sitting_items(3)]
    assert pool.acquire()
    there = pool.submit(entries).result()
    pool.release()
    here = [verdict for entry in entries for verdict in judge_entry(entry)]
    assert [one._replace(judged=None) for one in there] == [one._replace(judged=None) for one in here]
    assert [comparable(one.judged) for one in there] == [comparable(one.judged) for one in here]


def test_it_ends_when_it_is_idle_and_the_next_upload_gets_another(
    own: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "IDLE_SECONDS", 0.01)
    first = start_judging(own)
    wait_until(lambda: not is_alive(first))
    monkeypatch.undo()
    assert start_judging(own) != first


def test_it_does_not_end_while_an_upload_has_it(own: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "IDLE_SECONDS", 0.05)
    start_judging(own)
    assert own.acquire()
    time.sleep(0.2)
    assert own.submit(sitting_items(1)).result()
    own.release()


def test_a_process_that_was_killed_is_noticed_logged_and_replaced(
    own: WorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    first = start_judging(own)
    assert own.acquire()
    os.kill(first, signal.SIGKILL)
    with pytest.raises(BrokenProcessPool):
        own.submit(sitting_items(1)).result()
    own.discard()
    own.release()
    assert caplog.messages == ["the process that judges is lost"]
    assert start_judging(own) != first


def test_a_process_that_ended_between_uploads_is_noticed(own: WorkerPool, caplog: pytest.LogCaptureFixture) -> None:
    process = start_judging(own)
    os.kill(process, signal.SIGKILL)
    wait_until(lambda: not is_alive(process))
    assert own.acquire()
    with pytest.raises(BrokenProcessPool):
        own.submit(sitting_items(1)).result()
    own.discard()
    own.release()
    assert start_judging(own) != process
    assert caplog.messages == ["the process that judges is lost"]


def test_a_process_that_cannot_be_started_is_logged(
    own: WorkerPool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail_to_start(*_: object) -> None:
        raise OSError("no memory")

    with monkeypatch.context() as patch:
        patch.setattr("concurrent.futures.process.ProcessPoolExecutor.submit", fail_to_start)
        with pytest.raises(BrokenProcessPool):
            own.acquire()
    assert caplog.messages == ["no process that judges can be started: no memory"]
    assert start_judging(own)


_HOLDER = """
import os, sys, time
os.sched_getaffinity = lambda _process: {0, 1}
from tests.support.processes import sitting_items, start_judging
from daifu.data.judging import WorkerPool
pool = WorkerPool()
print(start_judging(pool), flush=True)
if "busy" in sys.argv:
    pool.acquire()
    pool.submit(sitting_items(500))
if "wait" in sys.argv:
    time.sleep(60)
"""


@pytest.mark.parametrize("state", ["idle", "busy"])
def test_it_ends_with_the_process_that_has_it(state: str) -> None:
    call = [sys.executable, "-W", "error", "-c", _HOLDER, state]
    ended = subprocess.run(call, stdout=subprocess.PIPE, env=process_environment(), check=True)
    wait_until(lambda: not is_alive(int(ended.stdout)))


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGKILL])
def test_it_ends_when_the_process_that_has_it_is_killed(way: signal.Signals) -> None:
    call = [sys.executable, "-c", _HOLDER, "idle", "wait"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=process_environment()) as holder:
        assert holder.stdout
        process = int(holder.stdout.readline())
        assert is_alive(process)
        holder.send_signal(way)
    wait_until(lambda: not is_alive(process))


def test_it_is_not_carried_over_into_a_fork(own: WorkerPool) -> None:
    first = start_judging(own)
    own.before_fork()
    wait_until(lambda: not is_alive(first))
    own.after_fork()
    assert start_judging(own) != first


def test_it_stays_with_an_upload_during_a_fork(own: WorkerPool) -> None:
    start_judging(own)
    assert own.acquire()
    own.before_fork()
    assert is_alive(own.process)
    own.release()


@pytest.mark.parametrize("error", [StoreFull(), StoreBusy(Text("wait", "待って")), LogDamaged(3)])
def test_an_error_is_pickled_with_its_text(error: StoreUnusable) -> None:
    found = pickle.loads(pickle.dumps(error))  # noqa: S301 - bytes of this test
    assert (type(found), found.text, str(found), vars(found)) == (type(error), error.text, str(error), vars(error))
