"""Splits an upload into batches and judges their entries, before anything of it is stored."""

from collections.abc import Iterable, Iterator
from enum import Enum, auto
from time import monotonic
from typing import Final, NamedTuple

from schemas.judgement import JudgedRecord, judge_item
from schemas.sources.items import ForeignLog, Item, SourceProblem, SourceRefused, log_as_item

JudgeInput = Item | SourceProblem
"""What was sent, as a whole: a record to be judged, or why there is none."""

MAX_PART_BYTES: Final = 8 << 20
"""So much text waits for a commit at most, and one record more."""
MAX_WAIT: Final = 0.1
"""Seconds after which what is there does not wait for more."""


class Verdict(NamedTuple):
    """A record judged, or the problems for which what was sent is none: where it stood, and what was found."""

    file: str
    line: int
    judged: JudgedRecord | None
    problems: tuple[SourceProblem, ...] = ()


def judge_entries(entries: Iterable[JudgeInput]) -> Iterator[list[Verdict]]:
    """The verdict on each entry in order: those together that are to be committed together."""
    part = _Part()
    for entry in entries:
        part.take(judge_entry(entry))
        if part.is_enough:
            yield part.verdicts
            part = _Part()
    if part.verdicts:
        yield part.verdicts


def judge_entry(entry: JudgeInput) -> Verdict:
    """What a look at the entry gives."""
    if isinstance(entry, SourceProblem):
        return Verdict(entry.file, entry.line, None, (entry,))
    try:
        return Verdict(entry.file, entry.line, judge_item(entry))
    except SourceRefused as refused:
        return Verdict(entry.file, entry.line, None, tuple(refused.reasons))


class _Part:
    """Verdicts that go together."""

    def __init__(self) -> None:
        self.verdicts: list[Verdict] = []
        self._bytes = 0
        self._end = monotonic() + MAX_WAIT

    def take(self, one: Verdict) -> None:
        """Let this go with the others."""
        self.verdicts.append(one)
        if one.judged:
            self._bytes += len(one.judged.record) + len(one.judged.report)

    @property
    def is_enough(self) -> bool:
        """Whether no more should go with them."""
        return self._bytes > MAX_PART_BYTES or monotonic() > self._end


MAX_BATCH_RECORDS: Final = 256
"""Records of one batch. The first is alone, and each time there may be twice as many, so that results come early."""
MAX_BATCH_BYTES: Final = 4 << 20
"""So much text waits to be judged at most, and one record more."""


class Pause(Enum):
    """Says among the entries of an upload that the next one has not come yet."""

    PAUSE = auto()


PAUSE: Final = Pause.PAUSE


UploadEntry = Item | ForeignLog | SourceProblem | Pause
"""What an upload consists of."""


class Batch:
    """Entries that are judged one after the other; so many of them are enough."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.entries: list[JudgeInput] = []
        self._bytes = 0
        self._end = float("inf")

    def take(self, entry: Item | ForeignLog | SourceProblem) -> None:
        """Let this be judged, too. Of a log that is not longer than a record may be, the lines are taken."""
        if not self.entries:
            self._end = monotonic() + MAX_WAIT
        item = log_as_item(entry) if isinstance(entry, ForeignLog) else entry
        self.entries.append(item)
        if isinstance(item, Item):
            self._bytes += len(item.data)

    @property
    def is_full(self) -> bool:
        """Whether no more should wait here."""
        return len(self.entries) >= self.size or self._bytes > MAX_BATCH_BYTES

    @property
    def is_large(self) -> bool:
        """Whether there is as much of it as there may ever be: a large upload has come in part, and goes on."""
        return len(self.entries) >= MAX_BATCH_RECORDS or self._bytes > MAX_BATCH_BYTES

    @property
    def is_old(self) -> bool:
        """Whether some of it has waited long enough."""
        return monotonic() > self._end


def split_batches(entries: Iterable[UploadEntry]) -> Iterator[Batch]:
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
            batch = Batch(min(2 * batch.size, MAX_BATCH_RECORDS))
    yield batch
