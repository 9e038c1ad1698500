"""How much memory a piece of work needs."""

import tracemalloc
from collections.abc import Callable

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
