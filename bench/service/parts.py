"""What judging a record is made of, each part timed by itself."""

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from replay.match import replay
from schemas.pipeline import check_bytes
from schemas.record import Loaded, load
from schemas.shape.deals import DealReader


class Parts(NamedTuple):
    """Seconds for all of some records.

    ``whole`` leads from the bytes of a record to the bytes of its report, ``replay`` is the engine's part of it.
    ``load`` leads from the bytes to what the engine takes; ``reading`` is what it needs of that to understand cards and
    actions. The rest of ``load`` is the check of the shape.
    """

    whole: float
    load: float
    reading: float
    replay: float

    @property
    def shape(self) -> float:
        """Decoding, every bound and pattern, the agreement of the fields with each other, and nothing written twice."""
        return self.load - self.reading


def dissected(lines: Sequence[bytes]) -> Parts:
    """Judge the records in these lines, first as it is always done and then part by part."""
    begin = perf_counter()
    for line in lines:
        check_bytes(line)
    whole = perf_counter() - begin
    return Parts(whole, *map(sum, zip(*map(_parts, lines), strict=True)))


def _parts(line: bytes) -> tuple[float, float, float]:
    begin = perf_counter()
    loaded = load(line)
    read = perf_counter()
    replay(loaded.record)
    end = perf_counter()
    return read - begin, _reading(loaded), end - read


def _reading(loaded: Loaded) -> float:
    """How long cards and actions take by themselves."""
    record, shape, _ = loaded
    reader = DealReader(record.rules, len(record.players))
    begin = perf_counter()
    for deal in shape.deals:
        reader.read(deal)
    return perf_counter() - begin
