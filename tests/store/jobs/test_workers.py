"""A job belongs to its worker as long as the process of the worker lives."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from os import fspath

import pytest

from daifu.data.analysis.queue import AnalysisQueue
from daifu.data.store.jobs import JobState
from daifu.data.store.store import Store
from daifu.data.store.values import Location
from tests.support.processes import wait_until
from tests.support.stores import ANN, judged_sitting, process_environment

STUCK_WORKER = """
import sys
from daifu.data.analysis import queue as queues
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
def queue(store: Store) -> Iterator[AnalysisQueue]:
    """The queue of the store, with an order for the first record."""
    [outcome] = store.add([judged_sitting()], ANN)
    with closing(AnalysisQueue(store)) as opened:
        opened.order(outcome.id, 1)
        yield opened


def test_a_job_is_put_back_when_its_worker_was_killed_and_not_before(queue: AnalysisQueue, location: Location) -> None:
    with stuck_worker(location) as other:
        queue.become_worker()
        queue.restore_lost()
        assert not queue.run_next()
        other.kill()

        def is_done() -> bool:
            queue.restore_lost()
            return queue.run_next()

        wait_until(is_done)
    job = queue.find(1, 1)
    assert job is not None
    assert job.state == JobState.DONE


def test_the_number_of_a_lost_worker_leads_to_its_job(queue: AnalysisQueue, location: Location) -> None:
    with stuck_worker(location) as other:
        other.kill()
        other.wait()

    def is_done() -> bool:
        queue.become_worker()
        queue.restore_lost()
        return queue.run_next()

    wait_until(is_done)
