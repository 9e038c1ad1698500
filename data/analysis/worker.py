"""A worker: a process that does the analyses that are ordered, one at a time, until it is stopped."""

import os
import time
from contextlib import closing
from itertools import count
from typing import Final, NoReturn

from data.analysis.queue import AnalysisQueue
from data.store.open import open_store
from data.store.values import Location

NICENESS: Final = 10
"""By how much a worker stands back behind what answers requests."""
IDLE_SECONDS: Final = 0.5
"""Seconds after which a worker that has nothing to do looks for a job again."""
RESTORE_SECONDS: Final = 60.0
"""Seconds after which a worker looks again for jobs whose workers are gone."""


def work(location: Location) -> NoReturn:
    """Do the analyses that are ordered for a store. Ends by a signal, or raises `StoreUnusable`."""
    os.nice(NICENESS)
    with closing(open_store(location)) as store, closing(AnalysisQueue(store)) as queue:
        while store.read_only:
            time.sleep(RESTORE_SECONDS)
        take_free_number(queue)
        while True:
            queue.restore_lost()
            _work_until(queue, time.monotonic() + RESTORE_SECONDS)


def take_free_number(queue: AnalysisQueue) -> int:
    """Be the worker of the first number that no other process has; the number."""
    return next(number for number in count(1) if queue.take_number(number))


def _work_until(queue: AnalysisQueue, end: float) -> None:
    """Do jobs until this time of `time.monotonic`, and finish the last one."""
    while time.monotonic() < end:
        if not queue.run_next():
            time.sleep(IDLE_SECONDS)
