"""Splits an upload into batches and judges their entries, before anything of it is stored."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from enum import Enum, auto
from time import monotonic
from typing import Final, NamedTuple

from daifu.data.long_records import BUDGET, SMALL_RECORD
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import decode_item, judge_decoded_item
from daifu.schemas.sources.conversion import log_parts
from daifu.schemas.sources.items import ForeignLog, Item, SourceProblem, SourceRefused, log_items

JudgeInput = Item | SourceProblem
"""A record to be judged, or the reason why there is none."""

MAX_PART_BYTES: Final = 8 << 20
"""The most bytes of text that wait for a commit, not counting the last record."""
MAX_PART_RECORDS: Final = 64
"""The most verdicts that wait for a commit: what is committed last is committed while the worker process is idle."""
MAX_WAIT: Final = 0.1
"""The most seconds that a verdict or an entry waits for more."""


class Verdict(NamedTuple):
    """A judged record, or the problems for which there is none, with its place in the upload."""

    file: str
    line: int
    judged: JudgedRecord | None
    problems: tuple[SourceProblem, ...] = ()


def split_parts(verdicts: Iterable[Verdict]) -> Iterator[list[Verdict]]:
    """Verdicts in the parts that are to be committed together. A verdict does not wait long for those after it."""
    part = _Part()
    for verdict in verdicts:
        part.take(verdict)
        if part.is_enough:
            yield part.verdicts
            part = _Part()
    if part.verdicts:
        yield part.verdicts


def judge_entry(entry: JudgeInput) -> Iterator[Verdict]:
    """The verdicts on an entry; on a large one when there is memory for it."""
    size = text_size(entry)
    with BUDGET.taken(size) if size > SMALL_RECORD else nullcontext():
        yield from _verdicts(entry)


def _verdicts(entry: JudgeInput) -> Iterator[Verdict]:
    """The verdict on an entry, or on each part of a log that is broken somewhere."""
    if isinstance(entry, SourceProblem):
        yield Verdict(entry.file, entry.line, None, (entry,))
        return
    try:
        decoded = decode_item(entry)
    except SourceRefused as refused:
        problems = tuple(refused.reasons)
        if parts := log_parts(entry):
            for part in parts:
                yield from _verdicts(part)
        else:
            yield Verdict(entry.file, entry.line, None, problems)
        return
    try:
        verdict = Verdict(entry.file, entry.line, judge_decoded_item(entry, decoded))
    except SourceRefused as refused:
        verdict = Verdict(entry.file, entry.line, None, tuple(refused.reasons))
    yield verdict


class _Part:
    """Verdicts that are committed together."""

    def __init__(self) -> None:
        self.verdicts: list[Verdict] = []
        self._bytes = 0
        self._end = monotonic() + MAX_WAIT

    def take(self, verdict: Verdict) -> None:
        """Add a verdict."""
        self.verdicts.append(verdict)
        if verdict.judged:
            self._bytes += len(verdict.judged.record) + len(verdict.judged.report)

    @property
    def is_enough(self) -> bool:
        """Whether no more verdicts should be added."""
        return len(self.verdicts) >= MAX_PART_RECORDS or self._bytes > MAX_PART_BYTES or monotonic() > self._end


MAX_BATCH_RECORDS: Final = 256
"""The most records of a batch. The first batch has one, and each next one twice as many, so that results come early."""
LARGE_BATCH_RECORDS: Final = 64
"""The records of a batch from which on it is large."""
MAX_BATCH_BYTES: Final = 4 << 20
"""The most bytes of text that wait to be judged, not counting the last record."""


class Pause(Enum):
    """The sign among the entries of an upload that the next entry has not arrived yet."""

    PAUSE = auto()


PAUSE: Final = Pause.PAUSE


UploadEntry = Item | ForeignLog | SourceProblem | Pause
"""An entry of an upload."""


def text_size(entry: JudgeInput) -> int:
    """How many bytes of text an entry has; 0 for one that could not be read."""
    return len(entry.data) if isinstance(entry, Item) else 0


class Batch:
    """Entries that are judged together; `size` of them are enough."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.entries: list[JudgeInput] = []
        self._bytes = 0
        self._end = float("inf")

    def take(self, entry: Item | ForeignLog | SourceProblem) -> None:
        """Add an entry. A log that is no longer than a record may be is read as a whole."""
        if not self.entries:
            self._end = monotonic() + MAX_WAIT
        for item in log_items(entry) if isinstance(entry, ForeignLog) else (entry,):
            self.entries.append(item)
            self._bytes += text_size(item)

    @property
    def is_full(self) -> bool:
        """Whether no more entries should be added."""
        return len(self.entries) >= self.size or self.is_long

    @property
    def is_long(self) -> bool:
        """Whether it takes as much memory as a batch may."""
        return self._bytes > MAX_BATCH_BYTES

    @property
    def is_large(self) -> bool:
        """Whether judging the batch takes so long that another process should help."""
        return len(self.entries) >= LARGE_BATCH_RECORDS or self.is_long

    @property
    def is_old(self) -> bool:
        """Whether its first entry has waited long enough."""
        return monotonic() > self._end


def split_batches(entries: Iterable[UploadEntry]) -> Iterator[Batch]:
    """The entries in batches. A batch ends when it is full, when it is old, and at a pause; it may be empty then.

    Where an error ends the entries, those before it are given first.
    """
    batch = Batch(1)
    try:
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
    except Exception:
        yield batch
        raise
    yield batch
