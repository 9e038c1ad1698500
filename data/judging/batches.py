"""An upload taken apart into batches, each judged and stored at a time."""

from collections.abc import Iterable, Iterator
from enum import Enum, auto
from time import monotonic
from typing import Final

from data.judging.verdicts import LONGEST_WAIT, Sent
from schemas.intake.item import Item, Log, Unread
from schemas.intake.splitting import whole_log

MOST_RECORDS: Final = 256
"""Records of one batch. The first is alone, and each time there may be twice as many, so that results come early."""
MOST_BYTES: Final = 4 << 20
"""So much text waits to be judged at most, and one record more."""


class Pause(Enum):
    """Says among the entries of an upload that the next one has not come yet."""

    PAUSE = auto()


PAUSE: Final = Pause.PAUSE


Entry = Item | Log | Unread | Pause
"""What an upload consists of."""


class Batch:
    """Entries that are judged one after the other; so many of them are enough."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.entries: list[Sent] = []
        self._bytes = 0
        self._end = float("inf")

    def take(self, entry: Item | Log | Unread) -> None:
        """Let this be judged, too. Of a log that is not longer than a record may be, the lines are taken."""
        if not self.entries:
            self._end = monotonic() + LONGEST_WAIT
        item = whole_log(entry) if isinstance(entry, Log) else entry
        self.entries.append(item)
        if isinstance(item, Item):
            self._bytes += len(item.data)

    @property
    def is_full(self) -> bool:
        """Whether no more should wait here."""
        return len(self.entries) >= self.size or self._bytes > MOST_BYTES

    @property
    def is_large(self) -> bool:
        """Whether there is as much of it as there may ever be: a large upload has come in part, and goes on."""
        return len(self.entries) >= MOST_RECORDS or self._bytes > MOST_BYTES

    @property
    def is_old(self) -> bool:
        """Whether some of it has waited long enough."""
        return monotonic() > self._end


def batches(entries: Iterable[Entry]) -> Iterator[Batch]:
    """What has come, whenever there is enough of it, and before anybody waits for more; then there may be nothing."""
    batch = Batch(1)
    for entry in entries:
        if entry is PAUSE or batch.is_old:
            yield batch
            batch = Batch(batch.size)
        if entry is PAUSE:
            continue
        batch.take(entry)
        if batch.is_full:
            yield batch
            batch = Batch(min(2 * batch.size, MOST_RECORDS))
    yield batch
