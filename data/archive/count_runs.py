"""Runs of counts: files with counts in the order of their keys, which are merged in memory that does not grow."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Final

import msgspec
from zstandard import ZstdCompressor, ZstdDecompressor

from daifu.data.archive.work_folder import new_file
from daifu.replay.counters import Counts, add_counts

KeyedCounts = tuple[tuple[str | int, ...], Counts]
"""A player on a part of a day, or two players, and what was counted of them."""

COUNTS_AT_ONCE: Final = 500
"""How many counts of each run are in memory at a time."""
RUNS_AT_ONCE: Final = 64
"""The most runs that are open at a time. More of them are merged in several steps."""
_LEVEL: Final = 1
_LENGTH_BYTES: Final = 8

_block: Final = msgspec.json.Decoder(list[KeyedCounts])


def write_run(path: Path, counts: Iterable[KeyedCounts]) -> None:
    """Write counts that are in the order of their keys: compressed blocks, each after its length."""
    compress = ZstdCompressor(_LEVEL).compress
    left = iter(counts)
    with new_file(path) as file:
        while some := list(islice(left, COUNTS_AT_ONCE)):
            block = compress(msgspec.json.encode(some))
            file.write(len(block).to_bytes(_LENGTH_BYTES, "little") + block)


def read_run(path: Path) -> Iterator[KeyedCounts]:
    """The counts of a run."""
    decompress = ZstdDecompressor().decompress
    with path.open("rb") as file:
        while length := file.read(_LENGTH_BYTES):
            yield from _block.decode(decompress(file.read(int.from_bytes(length, "little"))))


def merge_runs(runs: Sequence[Path], target: Path) -> None:
    """Write the sum of any number of runs as a run. There may be others beside it then, named like it."""
    step = 0
    while len(runs) > RUNS_AT_ONCE:
        groups = [runs[first : first + RUNS_AT_ONCE] for first in range(0, len(runs), RUNS_AT_ONCE)]
        runs = [target.with_name(f"{target.name}.{step}.{number}") for number in range(len(groups))]
        for path, group in zip(runs, groups, strict=True):
            write_run(path, _sums(group))
        step += 1
    write_run(target, _sums(runs))


def _sums(runs: Sequence[Path]) -> Iterator[KeyedCounts]:
    """The sums of the counts with equal keys, without counts of 0, and without those of which nothing is left."""
    key = itemgetter(0)
    for found, same in groupby(merge(*map(read_run, runs), key=key), key):
        total: Counts = {}
        for _key, counts in same:
            add_counts(total, counts)
        if left := {name: total[name] for name in sorted(total) if total[name]}:
            yield found, left
