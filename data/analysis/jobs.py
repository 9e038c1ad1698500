"""Jobs: what is known of analyses that were ordered."""

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


class QueueFull(Exception):
    """Too many jobs are waiting, of one person or in all."""
