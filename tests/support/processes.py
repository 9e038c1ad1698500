"""Waiting, processes of the system, their memory, and the process that judges uploads."""

import json
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from daifu.data.batches import JudgeInput
from daifu.data.judging import WorkerPool
from daifu.replay.text import Text
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.sources.items import DAIFU, Item, SourceProblem
from tests.support.stores import raw_sitting

WAIT_SECONDS = 60.0
"""Seconds after which a test stops to wait for something that has to happen."""


def child_processes(process: int) -> set[int]:
    """The processes that a process has started and that have not ended."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return {
        child for found in lists for child in map(int, found.read_text(encoding="ascii").split()) if is_alive(child)
    }


def worker_processes(process: int) -> set[int]:
    """The processes that judge for a process."""
    return {child for child in child_processes(process) if b"multiprocessing.spawn" in _command_line(child)}


def analysis_workers(process: int) -> list[int]:
    """The processes that analyse for a process."""
    return [child for child in child_processes(process) if b"analysis_workers" in _command_line(child)]


def _command_line(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def is_alive(process: int) -> bool:
    """Whether a process has not ended. A process that has ended and was not waited for yet is not alive."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(") ")[2][0] not in "ZX"


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait until this returns true. Fails after a minute."""
    end = time.monotonic() + WAIT_SECONDS
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)


BAD_ITEM = Item("bulk", 7, DAIFU, b"{}")
UNREADABLE_LINE = SourceProblem("bulk", 9, Text("a line that is none", "行ではない"))


def sitting_item(table: int, **fields: object) -> Item:
    """A sitting as it is sent."""
    return Item("bulk", table, DAIFU, json.dumps(raw_sitting(str(table), **fields)).encode())  # type: ignore[arg-type]


def sitting_items(count: int) -> list[JudgeInput]:
    """`count` such sittings, no two of them equal."""
    return [sitting_item(table) for table in range(count)]


def comparable(judged: JudgedRecord | None) -> Any:  # noqa: ANN401 - to be compared
    """A judged record as values that can be compared. Its rows are added up, because two processes never share them."""
    if judged is None:
        return None
    tallies = judged.tallies
    return judged[:-1], tallies.seats, tallies.tables, tallies.pairs


def start_judging(pool: WorkerPool) -> int:
    """Wait until the pool has a process, and leave it to the next upload. The id of the process."""
    wait_until(pool.acquire)
    process = pool.process
    pool.release()
    return process


_RUNS = 3


def peak_memory(work: Callable[[], object]) -> int:
    """Bytes that the work holds at its peak.

    It is done three times, and the least peak counts: other threads of the process allocate too, and so does a cache
    that happens to grow meanwhile.
    """
    return min(_traced_peak(work) for _ in range(_RUNS))


def _traced_peak(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
