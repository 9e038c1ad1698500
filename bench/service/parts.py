"""What judging a record is made of, found by stopwatches around the functions that do it."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any, NamedTuple
from unittest.mock import patch

from schemas import pipeline, record
from schemas.shape.deals import DealReader


class Parts(NamedTuple):
    """Seconds that judging some records took.

    ``whole`` is for all of them, from bytes to report bytes. The others are for the middle one: ``replay`` is the
    engine's part, and ``shape`` the check of the shape. That decodes, keeps every bound and pattern, holds the fields
    of a deal against each other, and sees that nothing was written twice. It is all that loading a record takes, but
    for understanding its cards and actions, which is for the engine, and for the text anew, which is for the store.
    """

    whole: float
    shape: float
    replay: float


def dissected(lines: Sequence[bytes]) -> Parts:
    """Judge the records in these lines, each of one deal: first undisturbed, then with the stopwatches."""
    begin = time.perf_counter()
    _judge(lines)
    whole = time.perf_counter() - begin
    with (
        _watched(pipeline, "load") as load,
        _watched(DealReader, "read") as reading,
        _watched(record, "canonical") as text,
        _watched(pipeline, "replay") as replay,
    ):
        _judge(lines)
    shapes = (loaded - read - told for loaded, read, told in zip(load, reading, text, strict=True))
    return Parts(whole, median(shapes), median(replay))


def _judge(lines: Sequence[bytes]) -> None:
    for line in lines:
        pipeline.check_bytes(line)


@contextmanager
def _watched(owner: object, name: str) -> Iterator[list[float]]:
    """The seconds of each call of a function, while the block lasts."""
    work, seconds = getattr(owner, name), list[float]()

    def timed(*given: Any) -> Any:  # noqa: ANN401 - whatever the function takes and gives
        begin = time.perf_counter()
        got = work(*given)
        seconds.append(time.perf_counter() - begin)
        return got

    with patch.object(owner, name, timed):
        yield seconds
