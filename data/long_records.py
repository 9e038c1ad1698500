"""Judges long records in a process of its own, so that no thread of a service waits for the processor meanwhile."""

import logging
from collections.abc import Callable
from typing import Any, Final, TypeVar

from data.child_process import ChildProcesses, ProcessLostError

T = TypeVar("T")

LONG_RECORD: Final = 1 << 14
"""Bytes from which on a record is long: judging one takes 30 ms or more."""

LOG: Final = logging.getLogger("daifu.judging")


PROCESSES: Final = ChildProcesses(1)
"""The process that judges long records for this one, one after the other."""


def apart(function: Callable[..., T], *arguments: Any, size: int) -> T:  # noqa: ANN401 - as the function takes them
    """What a function returns that judges or counts a record of this size, in the process if it is long.

    Raises what the function raises. If the process is lost, which is logged, this one calls the function.
    """
    if size <= LONG_RECORD:
        return function(*arguments)
    try:
        found: T = PROCESSES.call(function, *arguments)
    except ProcessLostError:
        LOG.warning("the process that judges long records is lost")
        return function(*arguments)
    return found
