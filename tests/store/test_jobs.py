"""Analyses are ordered, watched, cancelled and done, and no job is lost with its worker."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from os import fspath
from pathlib import Path

import msgspec
import pytest

from daifu.data import analysis as queues
from daifu.data.analysis import AnalysisQueue
from daifu.data.store.errors import NoSuchRecord, RecordWithdrawn, StoreFull, StoreReadOnly
from daifu.data.store.jobs import Job, JobState, QueueFull
from daifu.data.store.open import open_store
from daifu.data.store.sql import analyses
from daifu.data.store.store import Store
from daifu.data.store.values import Author, Location
from daifu.replay.analysis.deals import METHOD
from daifu.schemas.analysis import DealAnalysis, deal_analyses
from tests.support.analyses import analysed_deal
from tests.support.processes import wait_until
from tests.support.stores import ANN, judged_sitting, process_environment

DEAL = {"result": {"order": [1, 2, 3, 4]}}
"""A deal of which nothing is analysed."""
WAITING, RUNNING, DONE, FAILED, CANCELLED = JobState


@pytest.fixture
def queue(store: Store) -> Iterator[AnalysisQueue]:
    """The queue of the store, as its first worker has it."""
    with closing(AnalysisQueue(store)) as opened:
        opened.become_worker()
        yield opened


@pytest.fixture
def record(store: Store) -> int:
    """A record of three deals."""
    [outcome] = store.add([judged_sitting(deals=[DEAL] * 3)], ANN)
    return outcome.id


def state_of(queue: AnalysisQueue, record: int, revision: int = 1) -> JobState | None:
    job = queue.find(record, revision)
    return job and job.state


def test_nothing_is_known_of_an_analysis_that_was_not_ordered(queue: AnalysisQueue, record: int) -> None:
    assert queue.find(record, 1) is None
    assert not queue.run_next()


def test_an_ordered_analysis_waits_and_is_done_by_a_worker(queue: AnalysisQueue, store: Store, record: int) -> None:
    assert queue.order(record, 1) == queue.find(record, 1) == Job(record, 1, WAITING)
    assert queue.run_next()
    assert queue.find(record, 1) == Job(record, 1, DONE, 3, 3)
    analysis = store.analyses.find(record, 1, METHOD)
    assert analysis is not None
    assert [deal["deal"] for deal in msgspec.json.decode(analysis)] == [0, 1, 2]


def test_an_analysis_that_is_ordered_twice_is_one_job(queue: AnalysisQueue, record: int) -> None:
    assert queue.order(record, 1) == queue.order(record, 1)
    assert queue.run_next()
    assert not queue.run_next()


def test_an_analysis_that_is_there_is_not_made_again(queue: AnalysisQueue, record: int) -> None:
    queue.order(record, 1)
    queue.run_next()
    assert queue.order(record, 1).state == DONE
    assert not queue.run_next()


def test_a_corrected_record_has_another_job(queue: AnalysisQueue, store: Store, record: int) -> None:
    queue.order(record, 1)
    store.revise(record, judged_sitting(deals=[DEAL] * 2), ANN, expected=1)
    assert queue.find(record, 2) is None
    queue.order(record, 2)
    while queue.run_next():
        pass
    assert queue.find(record, 1) == Job(record, 1, DONE, 3, 3)
    assert queue.find(record, 2) == Job(record, 2, DONE, 2, 2)


def test_only_what_is_there_is_analysed(queue: AnalysisQueue, store: Store, record: int) -> None:
    store.withdraw(record, ANN, expected=1)
    with pytest.raises(RecordWithdrawn):
        queue.order(record, 2)
    for other in ((record, 3), (record + 1, 1)):
        with pytest.raises(NoSuchRecord):
            queue.order(*other)


def test_a_job_that_waits_can_be_cancelled(queue: AnalysisQueue, store: Store, record: int) -> None:
    queue.order(record, 1)
    assert queue.cancel(record, 1) == queue.find(record, 1) == Job(record, 1, CANCELLED, cancelled_by="local")
    assert not queue.run_next()
    assert store.analyses.find(record, 1, METHOD) is None
    assert state_of(queue, record) == CANCELLED


def test_a_job_is_watched_and_cancelled_between_deals(
    queue: AnalysisQueue, store: Store, record: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def analyse_and_cancel(*_args: object, **_effort: object) -> Iterator[DealAnalysis]:
        seen.append(queue.find(record, 1))
        yield analysed_deal()
        seen.append(queue.find(record, 1))
        assert queue.cancel(record, 1) == Job(record, 1, CANCELLED, 1, 3, "local")
        yield analysed_deal()
        pytest.fail("the third deal is begun")

    monkeypatch.setattr(queues, "NOTE_SECONDS", 0)
    monkeypatch.setattr(queues, "deal_analyses", analyse_and_cancel)
    queue.order(record, 1)
    queue.run_next()
    assert seen == [Job(record, 1, RUNNING, 0, 3), Job(record, 1, RUNNING, 1, 3)]
    assert queue.find(record, 1) == Job(record, 1, CANCELLED, 2, 3, "local")
    assert store.analyses.find(record, 1, METHOD) is None


def test_a_cancelled_job_can_be_ordered_again(queue: AnalysisQueue, record: int) -> None:
    queue.order(record, 1)
    queue.cancel(record, 1)
    assert queue.order(record, 1).state == WAITING
    while queue.run_next():
        pass
    assert state_of(queue, record) == DONE


def test_what_is_done_or_was_never_ordered_cannot_be_cancelled(queue: AnalysisQueue, record: int) -> None:
    assert queue.cancel(record, 1) is None
    queue.order(record, 1)
    queue.run_next()
    assert queue.cancel(record, 1) == Job(record, 1, DONE, 3, 3)
    assert state_of(queue, record) == DONE


def test_a_job_with_an_error_has_failed_and_can_be_ordered_again(
    queue: AnalysisQueue, record: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(queues, "load_record", lambda _text: 1 / 0)
        queue.order(record, 1)
        assert queue.run_next()
    assert state_of(queue, record) == FAILED
    queue.restore_lost()
    assert not queue.run_next()
    queue.order(record, 1)
    queue.run_next()
    assert state_of(queue, record) == DONE


def lose_worker(queue: AnalysisQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next job end in its first deal without any word, as a kill ends it."""
    with monkeypatch.context() as patch:
        patch.setattr(queues, "load_record", sys.exit)
        with pytest.raises(SystemExit):
            queue.run_next()


def test_a_job_of_a_lost_worker_runs_again(queue: AnalysisQueue, record: int, monkeypatch: pytest.MonkeyPatch) -> None:
    queue.order(record, 1)
    lose_worker(queue, monkeypatch)
    assert state_of(queue, record) == RUNNING
    assert not queue.run_next()
    queue.restore_lost()
    assert queue.run_next()
    assert state_of(queue, record) == DONE


def test_a_job_that_ends_three_workers_has_failed(
    queue: AnalysisQueue, record: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue.order(record, 1)
    for _ in range(3):
        lose_worker(queue, monkeypatch)
        queue.restore_lost()
    queue.run_next()
    assert state_of(queue, record) == FAILED


def test_no_two_workers_take_the_same_job(queue: AnalysisQueue, store: Store) -> None:
    for table in "ABCDEFGH":
        [outcome] = store.add([judged_sitting(table)], ANN)
        queue.order(outcome.id, 1)
    with ThreadPoolExecutor(4) as workers:
        taken = [*workers.map(lambda worker: store.jobs.take(METHOD, worker), range(12))]
    assert len({job.record for job in taken if job}) == len([job for job in taken if job]) == 8


def test_a_worker_without_a_job_writes_nothing(queue: AnalysisQueue, store: Store) -> None:
    before = store.state()
    assert not queue.run_next()
    queue.restore_lost()
    assert store.state() == before


def test_what_a_lost_worker_notes_later_changes_nothing(queue: AnalysisQueue, store: Store, record: int) -> None:
    queue.order(record, 1)
    first = store.jobs.take(METHOD, 7)
    assert first
    queue.restore_lost()
    second = store.jobs.take(METHOD, 8)
    assert second
    store.jobs.note(first, FAILED, 2, 3)
    assert not store.jobs.is_running(first)
    assert store.jobs.is_running(second)
    assert queue.find(record, 1) == Job(record, 1, RUNNING, 0)


def test_orders_are_in_a_backup(queue: AnalysisQueue, store: Store, record: int, tmp_path: Path) -> None:
    queue.order(record, 1)
    store.back_up(tmp_path / "backup.db", lambda _bytes: None)
    with closing(open_store(tmp_path / "backup.db")) as copy, closing(AnalysisQueue(copy)) as copied:
        assert copied.run_next()
        assert state_of(copied, record) == DONE
    assert state_of(queue, record) == WAITING


def test_where_the_store_cannot_be_used_the_worker_ends_and_the_job_runs_again(
    queue: AnalysisQueue, record: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_text: bytes) -> None:
        raise StoreFull

    queue.order(record, 1)
    for _ in range(5):
        with monkeypatch.context() as patch:
            patch.setattr(queues, "load_record", refuse)
            with pytest.raises(StoreFull):
                queue.run_next()
        assert state_of(queue, record) == WAITING
        queue.restore_lost()
    queue.run_next()
    assert state_of(queue, record) == DONE


def test_ctrl_c_ends_the_worker(queue: AnalysisQueue, record: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_text: bytes) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(queues, "load_record", interrupt)
    queue.order(record, 1)
    with pytest.raises(KeyboardInterrupt):
        queue.run_next()


def test_no_more_jobs_wait_than_may(queue: AnalysisQueue, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MAX_WAITING", 1)
    first, second = (store.add([judged_sitting(table)], ANN)[0].id for table in "AB")
    queue.order(first, 1)
    with pytest.raises(QueueFull):
        queue.order(second, 1)
    assert queue.order(first, 1).state == WAITING
    assert queue.find(second, 1) is None


def test_those_who_order_are_served_in_turn(queue: AnalysisQueue, store: Store) -> None:
    many = [store.add([judged_sitting(f"A{number}")], ANN)[0].id for number in range(5)]
    few = [store.add([judged_sitting(f"B{number}")], ANN)[0].id for number in range(2)]
    for record in many:
        queue.order(record, 1, Author("Ann"))
    queue.run_next()
    for record in few:
        queue.order(record, 1, Author("Bo"))
    order = [job.record for _ in range(6) if (job := store.jobs.take(METHOD, 1))]
    assert order == [many[1], few[0], many[2], few[1], many[3], many[4]]


def test_the_orders_of_one_leave_room_for_those_of_others(
    queue: AnalysisQueue, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MAX_WAITING", 1)
    first, second = (store.add([judged_sitting(table)], ANN)[0].id for table in "AB")
    queue.order(first, 1, Author("Ann"))
    assert queue.order(second, 1, Author("Ann", token=7)).state == WAITING


def test_a_job_says_who_cancelled_it(queue: AnalysisQueue, record: int) -> None:
    queue.order(record, 1, Author("Ann"))
    queue.cancel(record, 1, "Bo")
    found = queue.find(record, 1)
    assert found is not None
    assert found.cancelled_by == "Bo"


def test_a_job_that_ended_is_forgotten_after_a_day(
    queue: AnalysisQueue, record: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue.order(record, 1)
    queue.cancel(record, 1)
    queue.restore_lost()
    assert state_of(queue, record) == CANCELLED
    monkeypatch.setattr(analyses, "KEPT_SECONDS", -1)
    queue.restore_lost()
    assert queue.find(record, 1) is None


def test_nothing_can_be_ordered_where_nothing_can_be_written(location: Location, record: int) -> None:
    with (
        closing(open_store(location, read_only=True)) as store,
        closing(AnalysisQueue(store)) as queue,
    ):
        with pytest.raises(StoreReadOnly):
            queue.order(record, 1)
        assert queue.find(record, 1) is None


@pytest.fixture
def noting_each_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "NOTE_SECONDS", 0.0)


def readable(store: Store, record: int) -> list[bool]:
    """Which of three deals can be read while the job runs."""
    return [store.jobs.deal(record, 1, METHOD, deal) is not None for deal in (1, 2, 3)]


@pytest.mark.usefixtures("noting_each_deal")
def test_a_deal_can_be_read_as_soon_as_it_is_analysed(
    queue: AnalysisQueue, store: Store, record: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def watch(*args: object, **settings: object) -> Iterator[DealAnalysis]:
        for found in deal_analyses(*args, **settings):  # type: ignore[arg-type]
            yield found
            seen.append(readable(store, record))

    monkeypatch.setattr(queues, "deal_analyses", watch)
    queue.order(record, 1)
    assert readable(store, record) == [False] * 3
    queue.run_next()
    assert seen == [[True, False, False], [True, True, False], [True, True, True]]
    assert readable(store, record) == [False] * 3
    assert store.analyses.find(record, 1, METHOD)


@pytest.mark.usefixtures("noting_each_deal")
def test_the_deals_of_a_job_that_ends_or_begins_anew_are_gone(queue: AnalysisQueue, store: Store, record: int) -> None:
    queue.order(record, 1)
    first = store.jobs.take(METHOD, 7)
    assert first
    store.jobs.note(first, RUNNING, 2, 3, [b"{}", b"{}"])
    assert readable(store, record) == [True, True, False]
    queue.restore_lost()
    assert readable(store, record) == [False] * 3
    second = store.jobs.take(METHOD, 8)
    assert second
    store.jobs.note(first, RUNNING, 1, 3, [b"{}"])
    assert readable(store, record) == [False] * 3
    store.jobs.note(second, RUNNING, 1, 3, [b"{}"])
    assert readable(store, record) == [True, False, False]
    queue.cancel(record, 1)
    assert readable(store, record) == [False] * 3
    queue.order(record, 1)
    assert store.jobs.take(METHOD, 9)
    assert readable(store, record) == [False] * 3


STUCK_WORKER = """
import sys
from daifu.data import analysis as queues
from daifu.data.store.open import open_store

def hang(_text):
    print("running", flush=True)
    sys.stdin.read()

queues.load_record = hang
queue = queues.AnalysisQueue(open_store(sys.argv[1]))
queue.become_worker()
queue.run_next()
"""


@contextmanager
def stuck_worker(location: Location) -> Iterator["subprocess.Popen[str]"]:
    """A worker in a process of its own, which has begun the next job and does not go on."""
    call = [sys.executable, "-c", STUCK_WORKER, fspath(location)]
    pipe = subprocess.PIPE
    with subprocess.Popen(call, stdin=pipe, stdout=pipe, text=True, env=process_environment()) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "running\n"
            yield process
        finally:
            process.kill()


@pytest.fixture
def ordered(store: Store) -> Iterator[AnalysisQueue]:
    """The queue of the store, with an order for the first record."""
    [outcome] = store.add([judged_sitting()], ANN)
    with closing(AnalysisQueue(store)) as opened:
        opened.order(outcome.id, 1)
        yield opened


def test_a_job_is_put_back_when_its_worker_was_killed_and_not_before(
    ordered: AnalysisQueue, location: Location
) -> None:
    with stuck_worker(location) as other:
        ordered.become_worker()
        ordered.restore_lost()
        assert not ordered.run_next()
        other.kill()

        def is_done() -> bool:
            ordered.restore_lost()
            return ordered.run_next()

        wait_until(is_done)
    job = ordered.find(1, 1)
    assert job is not None
    assert job.state == JobState.DONE


def test_the_number_of_a_lost_worker_leads_to_its_job(ordered: AnalysisQueue, location: Location) -> None:
    with stuck_worker(location) as other:
        other.kill()
        other.wait()

    def is_done() -> bool:
        ordered.become_worker()
        ordered.restore_lost()
        return ordered.run_next()

    wait_until(is_done)
