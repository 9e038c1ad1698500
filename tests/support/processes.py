"""Processes as the system shows them."""

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 60.0
"""Seconds in which what is bound to happen has to."""


def children(process: int) -> set[int]:
    """The processes that a process has started and that have not ended."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return {child for found in lists for child in map(int, found.read_text(encoding="ascii").split()) if alive(child)}


def alive(process: int) -> bool:
    """Whether it has not ended, be it that nobody has taken notice of it yet."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(") ")[2][0] not in "ZX"


def eventually(happened: Callable[[], bool]) -> None:
    """Wait until this is so."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)
