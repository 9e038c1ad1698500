"""Waiting, processes of the system, and the process that judges uploads."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from data.judging.batches import JudgeInput
from data.judging.worker import Worker, WorkerPool
from replay.text import Text
from schemas.judgement import JudgedRecord
from schemas.sources.items import DAIFU, Item, SourceProblem
from tests.support.stores import raw_sitting

WAIT_SECONDS = 60.0
"""Seconds after which a test stops to wait for something that has to happen."""


def child_processes(process: int) -> set[int]:
    """The processes that a process has started and that have not ended."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return {
        child for found in lists for child in map(int, found.read_text(encoding="ascii").split()) if is_alive(child)
    }


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
    """So many of them."""
    return [sitting_item(table) for table in range(count)]


def comparable(judged: JudgedRecord | None) -> Any:  # noqa: ANN401 - to be compared
    """All that is in it; its rows added up, for two processes never share them."""
    if judged is None:
        return None
    tallies = judged.tallies
    return judged[:-1], tallies.seats, tallies.tables, tallies.pairs


def acquire_line(judge: WorkerPool) -> Worker:
    """The line to the process of a judge, once that is ready."""
    found: list[Worker] = []

    def is_ready() -> bool:
        line = judge.acquire()
        if line is not None:
            found.append(line)
        return line is not None

    wait_until(is_ready)
    return found[0]


def judge_process_id(judge: WorkerPool) -> int:
    """Its process, which is ready then and free to be lent."""
    line = acquire_line(judge)
    judge.release(line)
    return line.process
