"""The process that judges is there when it is wanted, for one at a time, and never stays behind."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from data.judging import worker
from data.judging.batches import judge_entries
from data.judging.worker import WorkerLost, WorkerPool
from tests.support.processes import (
    acquire_line,
    child_processes,
    comparable,
    is_alive,
    judge_process_id,
    sitting_items,
    wait_until,
)
from tests.support.stores import process_environment


@pytest.fixture
def own() -> Iterator[WorkerPool]:
    """A judge for this test alone."""
    judge = WorkerPool()
    yield judge
    judge.before_fork()


def test_nobody_waits_for_a_process_that_is_only_starting(own: WorkerPool) -> None:
    assert own.acquire() is None
    assert judge_process_id(own) in child_processes(os.getpid())


def test_no_process_is_started_where_there_is_only_one_core(own: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0})
    before = child_processes(os.getpid())
    assert own.acquire() is None
    assert child_processes(os.getpid()) == before


def test_only_one_has_it_at_a_time(judge: WorkerPool) -> None:
    first = acquire_line(judge)
    assert judge.acquire() is None
    judge.release(first)
    assert acquire_line(judge) is first
    judge.release(first)


def test_it_is_started_by_any_thread() -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(judge_process_id(WorkerPool())))
    thread.start()
    thread.join()
    assert found


def test_ctrl_c_in_the_terminal_does_not_reach_it(judge: WorkerPool) -> None:
    assert os.getsid(judge_process_id(judge)) != os.getsid(0)


def test_it_judges_as_this_process_does(judge: WorkerPool) -> None:
    to_it = acquire_line(judge)
    to_it.begin(sitting_items(3))
    answer = to_it.next()
    judge.release(to_it)
    [here] = judge_entries(sitting_items(3))
    assert answer.told == 3
    assert [comparable(one.judged) for one in answer.read()] == [comparable(one.judged) for one in here]


def test_it_can_be_asked_more_before_its_answer_is_read(judge: WorkerPool) -> None:
    to_it = acquire_line(judge)
    answers = []
    for count in (3, 2):
        to_it.begin(sitting_items(count))
        answers.append(to_it.next())
    judge.release(to_it)
    assert [len(answer.read()) for answer in answers] == [3, 2]


def test_who_gives_it_back_at_work_ends_it(own: WorkerPool) -> None:
    to_it = acquire_line(own)
    to_it.begin(sitting_items(3))
    own.release(to_it)
    assert not is_alive(to_it.process)
    assert judge_process_id(own) != to_it.process


def test_it_ends_when_it_is_idle_and_the_next_one_gets_another(
    own: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "IDLE_SECONDS", 0.01)
    first = judge_process_id(own)
    wait_until(lambda: not is_alive(first))
    monkeypatch.undo()
    assert judge_process_id(own) != first


def test_one_that_was_killed_is_noticed_logged_and_replaced(own: WorkerPool, caplog: pytest.LogCaptureFixture) -> None:
    first = judge_process_id(own)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: not is_alive(first))
    with pytest.raises(WorkerLost):
        own.acquire()
    assert caplog.messages == ["the process that judges is lost: it ended with -9"]
    assert judge_process_id(own) != first


def test_one_that_cannot_be_started_is_logged(
    own: WorkerPool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkerLost):
        own.acquire()
    assert caplog.messages[0].startswith("no process that judges can be started: ")


_HOLDER = """
import os, sys, time
os.sched_getaffinity = lambda _process: {0, 1}
from tests.support.processes import judge_process_id, acquire_line, sitting_items
from data.judging.worker import WorkerPool
judge = WorkerPool()
print(judge_process_id(judge), flush=True)
acquire_line(judge).begin(sitting_items(100_000 if "busy" in sys.argv else 0))
if "wait" in sys.argv:
    time.sleep(60)
"""


@pytest.mark.parametrize("state", ["idle", "busy"])
def test_it_ends_with_the_process_that_has_it(state: str) -> None:
    call = [sys.executable, "-W", "error", "-c", _HOLDER, state]
    ended = subprocess.run(call, stdout=subprocess.PIPE, env=process_environment(), check=True)
    assert not is_alive(int(ended.stdout))


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGKILL])
def test_it_ends_when_the_process_that_has_it_is_ended(way: signal.Signals) -> None:
    call = [sys.executable, "-c", _HOLDER, "idle", "wait"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, env=process_environment()) as holder:
        assert holder.stdout
        process = int(holder.stdout.readline())
        assert is_alive(process)
        holder.send_signal(way)
    wait_until(lambda: not is_alive(process))


def test_it_is_not_carried_over_into_a_fork(own: WorkerPool) -> None:
    first = judge_process_id(own)
    own.before_fork()
    assert not is_alive(first)
    own.after_fork()
    assert judge_process_id(own) != first
