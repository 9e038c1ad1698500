"""The process that judges is there when it is wanted, for one at a time, and never stays behind."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from data.judging import line
from data.judging.judge import Judge
from data.judging.line import LineLost
from data.judging.verdicts import verdicts
from tests.support.judging import lent, process_of, seen, sittings
from tests.support.kept import environment
from tests.support.processes import alive, children, eventually


@pytest.fixture
def own() -> Iterator[Judge]:
    """A judge for this test alone."""
    judge = Judge()
    yield judge
    judge.before_fork()


def test_nobody_waits_for_a_process_that_is_only_starting(own: Judge) -> None:
    assert own.lend() is None
    assert process_of(own) in children(os.getpid())


def test_no_process_is_started_where_there_is_only_one_core(own: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0})
    before = children(os.getpid())
    assert own.lend() is None
    assert children(os.getpid()) == before


def test_only_one_has_it_at_a_time(judge: Judge) -> None:
    first = lent(judge)
    assert judge.lend() is None
    judge.give_back(first)
    assert lent(judge) is first
    judge.give_back(first)


def test_it_is_started_by_any_thread() -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(process_of(Judge())))
    thread.start()
    thread.join()
    assert found


def test_ctrl_c_in_the_terminal_does_not_reach_it(judge: Judge) -> None:
    assert os.getsid(process_of(judge)) != os.getsid(0)


def test_it_judges_as_this_process_does(judge: Judge) -> None:
    to_it = lent(judge)
    to_it.begin(sittings(3))
    answer = to_it.next()
    judge.give_back(to_it)
    [here] = verdicts(sittings(3))
    assert answer.told == 3
    assert [seen(one.judged) for one in answer.read()] == [seen(one.judged) for one in here]


def test_it_can_be_asked_more_before_its_answer_is_read(judge: Judge) -> None:
    to_it = lent(judge)
    answers = []
    for count in (3, 2):
        to_it.begin(sittings(count))
        answers.append(to_it.next())
    judge.give_back(to_it)
    assert [len(answer.read()) for answer in answers] == [3, 2]


def test_who_gives_it_back_at_work_ends_it(own: Judge) -> None:
    to_it = lent(own)
    to_it.begin(sittings(3))
    own.give_back(to_it)
    assert not alive(to_it.process)
    assert process_of(own) != to_it.process


def test_it_ends_when_it_is_idle_and_the_next_one_gets_another(own: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "IDLE", 0.01)
    first = process_of(own)
    eventually(lambda: not alive(first))
    monkeypatch.undo()
    assert process_of(own) != first


def test_one_that_was_killed_is_noticed_logged_and_replaced(own: Judge, caplog: pytest.LogCaptureFixture) -> None:
    first = process_of(own)
    os.kill(first, signal.SIGKILL)
    eventually(lambda: not alive(first))
    with pytest.raises(LineLost):
        own.lend()
    assert caplog.messages == ["the process that judges is lost: it ended with -9"]
    assert process_of(own) != first


def test_one_that_cannot_be_started_is_logged(
    own: Judge, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(LineLost):
        own.lend()
    assert caplog.messages[0].startswith("no process that judges can be started: ")


_HOLDER = """
import os, sys, time
os.sched_getaffinity = lambda _process: {0, 1}
from tests.support.judging import process_of, lent, sittings
from data.judging.judge import Judge
judge = Judge()
print(process_of(judge), flush=True)
lent(judge).begin(sittings(100_000 if "busy" in sys.argv else 0))
if "wait" in sys.argv:
    time.sleep(60)
"""


@pytest.mark.parametrize("state", ["idle", "busy"])
def test_it_ends_with_the_process_that_has_it(state: str) -> None:
    call = [sys.executable, "-W", "error", "-c", _HOLDER, state]
    ended = subprocess.run(call, stdout=subprocess.PIPE, env=environment(), check=True)
    assert not alive(int(ended.stdout))


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGKILL])
def test_it_ends_when_the_process_that_has_it_is_ended(way: signal.Signals) -> None:
    call = [sys.executable, "-c", _HOLDER, "idle", "wait"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, env=environment()) as holder:
        assert holder.stdout
        process = int(holder.stdout.readline())
        assert alive(process)
        holder.send_signal(way)
    eventually(lambda: not alive(process))


def test_it_is_not_carried_over_into_a_fork(own: Judge) -> None:
    first = process_of(own)
    own.before_fork()
    assert not alive(first)
    own.after_fork()
    assert process_of(own) != first
