"""What judging a record is made of, each part timed by itself."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Self, TypeVar

from replay.match import replay
from schemas.identity import canonical
from schemas.pipeline import check_bytes
from schemas.record import Loaded, load
from schemas.shape.deals import DealReader

TOGETHER = 250
"""So many records go through a part one after the other, about as many as the service commits together."""

Given = TypeVar("Given")


class Spent(NamedTuple):
    """Seconds by the clock on the wall, and seconds of CPU time."""

    wall: float = 0.0
    cpu: float = 0.0

    def more(self, begin: "Spent", end: "Spent") -> "Spent":
        """This, and what passed from one moment to another."""
        return Spent(self.wall + end.wall - begin.wall, self.cpu + end.cpu - begin.cpu)

    @classmethod
    def now(cls) -> Self:
        """What both clocks of this thread show."""
        return cls(time.perf_counter(), time.thread_time())


class Parts(NamedTuple):
    """What some records took.

    ``whole`` leads from the bytes of a record to the bytes of its report, and ``replay`` is the engine's part of it.
    ``load`` leads from the bytes to what the engine takes. In it are ``reading``, which understands cards and actions,
    and ``text``, which writes the record anew for the store.
    """

    whole: Spent
    load: Spent
    reading: Spent
    text: Spent
    replay: Spent

    @property
    def shape(self) -> float:
        """CPU seconds of the check of the shape, which is what else there is in ``load``.

        It decodes, keeps every bound and pattern, holds the fields of a deal against each other, and sees that nothing
        was written twice.
        """
        return self.load.cpu - self.reading.cpu - self.text.cpu


def dissected(lines: Sequence[bytes]) -> Parts:
    """Judge the records in these lines as it is always done, and then part by part."""
    spent: dict[str, Spent] = defaultdict(Spent)

    def time_all(part: str, work: Callable[[Given], object], given: Iterable[Given]) -> None:
        begin = Spent.now()
        for one in given:
            work(one)
        spent[part] = spent[part].more(begin, Spent.now())

    for start in range(0, len(lines), TOGETHER):
        some = lines[start : start + TOGETHER]
        loaded = list(map(load, some))
        time_all("whole", check_bytes, some)
        time_all("load", load, some)
        time_all("reading", _read, loaded)
        time_all("text", canonical, [one.shape for one in loaded])
        time_all("replay", replay, [one.record for one in loaded])
    return Parts(**spent)


def _read(loaded: Loaded) -> None:
    """Understand the cards and actions of a record."""
    reader = DealReader(loaded.record.rules, len(loaded.record.players))
    for deal in loaded.shape.deals:
        reader.read(deal)
