"""The time that judging a record takes, part by part, measured around the functions that do it."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any, NamedTuple
from unittest.mock import patch

from schemas import judgement
from schemas.record.deals import DealReader


class JudgingTimes(NamedTuple):
    """Seconds that judging some records took.

    ``whole`` is for all of them, from bytes to report bytes. The others are for the middle one: ``replay`` is the
    engine's part, and ``shape`` the check of the shape: decoding, bounds and patterns, agreement of the fields of a
    deal, and duplicate keys. Loading a record also takes reading its cards and actions, which is the engine's part.
    """

    whole: float
    shape: float
    replay: float


def measure_judging(lines: Sequence[bytes]) -> JudgingTimes:
    """Judge the records in these lines, each of one deal: first undisturbed, then with the stopwatches."""
    begin = time.perf_counter()
    _judge(lines)
    whole = time.perf_counter() - begin
    with (
        _timed_calls(judgement, "decode_json") as load,
        _timed_calls(DealReader, "read") as reading,
        _timed_calls(judgement, "replay") as replay,
    ):
        _judge(lines)
    shapes = (loaded - read for loaded, read in zip(load, reading, strict=True))
    return JudgingTimes(whole, median(shapes), median(replay))


def _judge(lines: Sequence[bytes]) -> None:
    for line in lines:
        judgement.check_json(line)


@contextmanager
def _timed_calls(owner: object, name: str) -> Iterator[list[float]]:
    """The seconds of each call of a function, while the block lasts."""
    work, seconds = getattr(owner, name), list[float]()

    def timed(*given: Any) -> Any:  # noqa: ANN401 - whatever the function takes and gives
        begin = time.perf_counter()
        got = work(*given)
        seconds.append(time.perf_counter() - begin)
        return got

    with patch.object(owner, name, timed):
        yield seconds
