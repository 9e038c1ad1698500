"""Judges long records in a process of its own, so that no thread of a service waits for the processor meanwhile."""

import logging
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from daifu.data.child_process import ChildProcesses

T = TypeVar("T")

LONG_RECORD: Final = 1 << 14
"""Bytes from which on a record is long: judging one takes 30 ms or more."""

LOG: Final = logging.getLogger("daifu.judging")


@cache
def processes() -> "ChildProcesses":
    """The process that judges long records for this one, one after the other."""
    from daifu.data.child_process import ChildProcesses  # noqa: PLC0415 - most commands need none

    return ChildProcesses(1)


def apart(function: Callable[..., T], *arguments: Any, size: int) -> T:  # noqa: ANN401 - as the function takes them
    """What a function returns that judges or counts a record of this size, in the process if it is long.

    Raises what the function raises. If the process is lost, which is logged, this one calls the function.
    """
    if size <= LONG_RECORD:
        return function(*arguments)
    from daifu.data.child_process import ProcessLostError  # noqa: PLC0415

    try:
        found: T = processes().call(function, *arguments)
    except ProcessLostError:
        LOG.warning("the process that judges long records is lost")
        return function(*arguments)
    return found
