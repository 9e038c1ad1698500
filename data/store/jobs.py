"""Jobs: analyses that were ordered, what is known of them, and the numbers of the workers that make them."""

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import Final, NamedTuple


class JobState(StrEnum):
    """The state of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED: Final = frozenset({JobState.FAILED, JobState.CANCELLED})
"""The states in which a job runs no more, and has no result."""


class Job(NamedTuple):
    """The analysis of a revision as a job.

    Its state, how many of its deals are done, None before it runs, and who cancelled it.
    """

    record: int
    revision: int
    state: JobState
    done: int | None = None
    deals: int | None = None
    cancelled_by: str | None = None


class TakenJob(NamedTuple):
    """A job that a worker has taken: its row, the number of the worker, and the revision to analyse."""

    id: int
    worker: int
    record: int
    revision: int


class QueueFull(Exception):
    """Too many jobs are waiting, of one person or in all."""


class WorkerNumbers(ABC):
    """The numbers of the workers of a store.

    A worker takes a number for as long as its process lives, however that ends. So others see by its number whether a
    worker is still there. Every method raises `StoreUnusable`.
    """

    @abstractmethod
    def take(self, number: int) -> bool:
        """Take a number for this process; whether no other process has it."""

    @abstractmethod
    def release(self, number: int) -> None:
        """Give back a number that was taken."""

    @abstractmethod
    def close(self) -> None:
        """Give back all numbers."""

    def is_taken(self, number: int) -> bool:
        """Whether another process has this number."""
        if not self.take(number):
            return True
        self.release(number)
        return False
