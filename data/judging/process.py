"""What the worker process that judges runs, and how seldom it looks for garbage."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Final

from daifu.data.child_process import end_with_parent
from daifu.data.judging.batches import JudgeInput, Verdict, judge_entry

GC_THRESHOLD: Final = 50_000
"""How many new objects there are before Python looks for garbage among them. With 10,000 a game takes 2 us more."""


def start_worker() -> None:
    """Prepare a worker process: Ctrl-C in the terminal does not reach it, and it ends when its parent is killed."""
    end_with_parent()
    relax_gc()


def judge_share(entries: Sequence[JudgeInput]) -> list[Verdict]:
    """The verdicts on entries."""
    return list(chain.from_iterable(map(judge_entry, entries)))


def relax_gc() -> None:
    """From now on look for garbage seldom, and never again among the objects that the program consists of."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)


@contextmanager
def relaxed_gc() -> Iterator[None]:
    """Look for garbage seldom inside the block, in a program that judges now and does other things later."""
    before = gc.get_threshold()
    gc.set_threshold(GC_THRESHOLD)
    try:
        yield
    finally:
        gc.set_threshold(*before)
