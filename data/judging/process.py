"""What the worker process that judges runs, how it packs its verdicts, and how seldom it looks for garbage."""

import gc
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing.reduction import ForkingPickler
from typing import Final

from zstandard import ZstdCompressor, ZstdDecompressor

from data.child_process import end_with_parent
from data.judging.batches import JudgeInput, Verdict, judge_entry
from replay.counters import MAX_UNPICKLED_ROWS, CounterRow, SetRow
from replay.statistics.results import PairRows

GC_THRESHOLD: Final = 10_000
"""How many new objects there are before Python looks for garbage among them."""

PackedVerdicts = bytes
"""The verdicts on a share as the worker process sends them.

A pipe takes 64 KiB at a time, and for each of these pieces the worker waits until the other process reads it, which has
something else to do. A share of usual records has 320 kB, and packed about 60.
"""
_PACKING_LEVEL: Final = 1


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


def judge_and_pack(entries: Sequence[JudgeInput]) -> PackedVerdicts:
    """The verdicts on entries, packed in the worker process."""
    return ZstdCompressor(_PACKING_LEVEL).compress(ForkingPickler.dumps(judge_share(entries)))


def unpack_verdicts(packed: PackedVerdicts) -> list[Verdict]:
    """The verdicts that the worker process has packed."""
    verdicts: list[Verdict] = pickle.loads(ZstdDecompressor().decompress(packed))  # noqa: S301 - the worker has pickled it
    return verdicts


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
