"""A worker: a process that makes the analyses that are ordered, one at a time, until it is stopped."""

import os
import time
from contextlib import closing, suppress
from typing import Final, NoReturn

from daifu.data.analysis.queue import AnalysisQueue
from daifu.data.store.open import open_store
from daifu.data.store.values import Location

NICENESS: Final = 15
"""By how much a worker stands back behind what answers requests."""
_READ_ONLY_SECONDS: Final = 60.0
"""Seconds after which a worker looks again whether the store can be written to."""


def work(location: Location, playouts: int) -> NoReturn:
    """Make the analyses that are ordered for a store, with this number of playouts.

    Ends by a signal, or raises `StoreUnusable`.
    """
    with closing(open_store(location)) as store, closing(AnalysisQueue(store, playouts)) as queue:
        while store.read_only:
            time.sleep(_READ_ONLY_SECONDS)
        queue.become_worker()
        stand_back()
        while True:
            queue.work_once()


def stand_back() -> None:
    """Let this process have the time of the processor that others leave.

    On Linux that takes the policy for idle time. With a niceness alone, a process that was waiting for the disk or for
    a request runs on only when the slice of the worker ends, and uploads lose a third of their rate.
    """
    os.nice(NICENESS)
    if hasattr(os, "SCHED_IDLE"):
        with suppress(PermissionError):  # where a sandbox forbids it, the niceness has to do
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
