"""The main loop of the worker process that judges, and its garbage collection.

The process ends when its parent is gone, or after some time without work.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from data.judging.batches import judge_entries
from data.judging.messages import VerdictEncoder

READY_MESSAGE: Final = b""
"""What it says first."""


def serve(link: int, idle: float) -> None:
    """Say that all is ready, and judge what comes over the line with this descriptor."""
    line: Connection[Any, Any] = Connection(link)
    relax_gc()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        line.send_bytes(READY_MESSAGE)
        _answer_requests(line, idle)


def _answer_requests(line: "Connection[Any, Any]", idle: float) -> None:
    sending = VerdictEncoder()
    while line.poll(idle):
        for part in judge_entries(line.recv()):
            line.send(len(part))
            line.send_bytes(sending.message(part))


GC_THRESHOLD: Final = 10_000
"""So many objects more than before are looked through."""


def relax_gc() -> None:
    """From now on look for garbage seldom, and never again among what is there already: what a program consists of."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)


@contextmanager
def relaxed_gc() -> Iterator[None]:
    """Inside the block garbage is looked for seldom, by a program that judges now and does other things later."""
    before = gc.get_threshold()
    gc.set_threshold(GC_THRESHOLD)
    try:
        yield
    finally:
        gc.set_threshold(*before)
