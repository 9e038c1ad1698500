"""The reader of standard output: a command that waits for long ends when he goes, not first when it prints again."""

import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import UnsupportedOperation
from typing import Final

LOOK: Final = 0.5
"""Seconds between two looks."""


class _Gone(Exception):  # noqa: N818 - that he is gone is what there is to say
    """He is gone. No `OSError`: whoever waits for a connection would take that for his own."""


@contextmanager
def minding_the_reader() -> Iterator[None]:
    """Inside, whatever waits ends soon after the reader has gone. Raises `BrokenPipeError`.

    It is for the main thread, and uses the alarm of the process.
    """
    poll = select.poll()
    try:
        poll.register(sys.stdout, 0)  # errors are told without being asked for
    except UnsupportedOperation:  # a stream that is no file has no reader who could go
        yield
        return

    def look(_signal: int, _frame: object) -> None:
        if poll.poll(0):
            raise _Gone

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
    try:
        yield
    except _Gone as gone:
        raise BrokenPipeError from gone
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
