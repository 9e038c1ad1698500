"""What the worker process that judges runs, and how seldom it looks for garbage."""

import gc
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing.reduction import ForkingPickler
from typing import Final

from data.child_process import end_with_parent
from data.judging.batches import JudgeInput, Verdict, judge_entry
from replay.counters import MAX_UNPICKLED_ROWS, CounterRow, SetRow
from replay.statistics.results import PairRows

GC_THRESHOLD: Final = 10_000
"""How many new objects there are before Python looks for garbage among them."""


def start_worker() -> None:
    """Prepare a worker process: Ctrl-C in the terminal does not reach it, and it ends when its parent is killed."""
    end_with_parent()
    relax_gc()
    for row_type in (CounterRow, SetRow, PairRows):
        ForkingPickler.register(row_type, _reduce_row)


def _reduce_row(row: CounterRow | PairRows) -> tuple[Callable[[bytes], object], tuple[bytes]]:
    """A row as bytes that are made once, because the same few hundred rows are sent again and again."""
    return unpickle_row, (_pickle_row(row),)


@lru_cache(MAX_UNPICKLED_ROWS)
def _pickle_row(row: CounterRow | PairRows) -> bytes:
    return pickle.dumps(row)


@lru_cache(MAX_UNPICKLED_ROWS)
def unpickle_row(pickled: bytes) -> CounterRow | PairRows:
    """The row, the same object each time."""
    row: CounterRow | PairRows = pickle.loads(pickled)  # noqa: S301 - the worker has pickled it
    return row


def judge_share(entries: Sequence[JudgeInput]) -> list[Verdict]:
    """The verdicts on entries."""
    return [judge_entry(entry) for entry in entries]


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
