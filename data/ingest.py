"""Ingest: the one place where reading, judging and keeping meet, for uploads, corrections and the command line.

What comes out has been committed. Whoever is told of a record may rely on it, and whoever was not can send it again.
"""

from collections.abc import Generator, Iterable
from enum import Enum, auto
from time import monotonic
from typing import Final, NamedTuple

from data.store import Store
from data.store.asked import Author, Kind, Outcome
from data.store.refusals import OtherRevision
from data.store.tournaments.asked import Foreseen
from schemas.intake.item import Item, Log, Refused, Unread
from schemas.intake.splitting import whole_log
from schemas.judged import Judged, judge_item, judge_json
from schemas.next_deal import seen_from, with_deal
from schemas.parts import deals_of
from schemas.problems import RecordRefused

MOST_RECORDS: Final = 256
"""Records of one commit. The first is alone, and each time there may be twice as many, so that results come early."""
MOST_BYTES: Final = 8 << 20
"""So much text waits for a commit at most, and one record more."""
LONGEST_WAIT: Final = 0.1
"""Seconds after which what is there is committed when something more comes."""


class Pause(Enum):
    """Says among the entries of an upload that the next one has not come yet."""

    PAUSE = auto()


PAUSE: Final = Pause.PAUSE


Entry = Item | Log | Unread | Pause
"""What an upload consists of."""


class Result(NamedTuple):
    """What became of one thing that was sent: a record with its outcome, or the problems for which it is refused."""

    file: str
    line: int
    judged: Judged | None
    outcome: Outcome | None = None
    problems: tuple[Unread, ...] = ()


class Ingest:
    """Takes records in for an author."""

    def __init__(self, store: Store, author: Author) -> None:
        self._store = store
        self._author = author

    def take(self, entries: Iterable[Entry]) -> Generator[Result, None, None]:
        """Judge and store, and tell of each in order what became of it; the same as `batches`, one by one."""
        for results in self.batches(entries):
            yield from results

    def batches(self, entries: Iterable[Entry]) -> Generator[list[Result], None, None]:
        """Judge and store, and tell of each in order what became of it, once that is on disk: a commit at a time.

        Who sends may wait to be told, so nothing here waits for entries that have not come.

        What is refused is told and the rest goes on. Raises `StoreUnusable` where the store cannot go on: nothing of
        what was not told has been stored, or it will be found when it is sent again.
        """
        batch = _Batch(1)
        for entry in entries:
            if batch.results and (batch.is_old or entry is PAUSE):
                yield self._committed(batch)
                batch = _Batch(batch.size)
            if entry is PAUSE:
                continue
            batch.take(_judged(entry))
            if batch.is_full:
                yield self._committed(batch)
                batch = _Batch(min(2 * batch.size, MOST_RECORDS))
        if batch.results:
            yield self._committed(batch)

    def one(self, item: Item) -> tuple[Judged, Outcome]:
        """Judge and store a single record. Raises `Refused` and `StoreUnusable`."""
        judged = judge_item(item)
        [outcome] = self._store.add([judged], self._author)
        return judged, outcome

    def foresee(self, item: Item) -> tuple[Judged, Outcome | None, tuple[Foreseen, ...]]:
        """Judge a single record and foresee what it would come to; None is a new one. Raises the same.

        The last are what would become of it in the tournaments that it concerns.
        """
        judged = judge_item(item)
        foreseen = self._store.foresee(judged)
        return judged, foreseen, self._store.landings(judged, foreseen)

    def correct(self, record: int, data: bytes, *, expected: int, reason: str | None) -> tuple[Judged, Outcome]:
        """Judge a record as JSON and make it the next revision of one whose latest is `expected`.

        Raises `RecordRefused`, and what `Store.revise` raises.
        """
        judged = judge_json(data)
        return judged, self._store.revise(record, judged, self._author, expected=expected, reason=reason)

    def add_deal(self, record: int, deal: bytes, *, expected: int) -> tuple[Judged, Outcome]:
        """Judge a sitting with one more deal, as JSON, and make it the next revision where the latest is `expected`.

        Raises `RecordRefused`, the places being those in the deal, and what `Store.revise` raises. What is wrong with a
        deal is told to whoever comes late, too.
        """
        stored = self._store.record(record)
        judged = _with_deal(stored.record, deal)
        if stored.revision != expected:
            raise OtherRevision(expected, stored.revision)
        return judged, self._store.revise(record, judged, self._author, expected=expected, kind=Kind.DEAL)

    def _committed(self, batch: "_Batch") -> list[Result]:
        outcomes = iter(self._store.add(batch.judged, self._author) if batch.judged else ())
        return [result._replace(outcome=next(outcomes)) if result.judged else result for result in batch.results]


class _Batch:
    """What waits for one commit."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.results: list[Result] = []
        self.judged: list[Judged] = []
        self._bytes = 0
        self._end = float("inf")

    def take(self, result: Result) -> None:
        """Let this wait, too."""
        if not self.results:
            self._end = monotonic() + LONGEST_WAIT
        self.results.append(result)
        if result.judged:
            self.judged.append(result.judged)
            self._bytes += len(result.judged.record) + len(result.judged.report)

    @property
    def is_full(self) -> bool:
        """Whether no more should wait here."""
        return len(self.results) >= self.size or self._bytes > MOST_BYTES

    @property
    def is_old(self) -> bool:
        """Whether some of it has waited long enough."""
        return monotonic() > self._end


def _with_deal(text: bytes, deal: bytes) -> Judged:
    """The sitting with one more deal, judged. Raises `RecordRefused`, the places being those in the deal."""
    number = len(deals_of(text)) + 1
    try:
        return judge_json(with_deal(text, deal))
    except RecordRefused as refused:
        raise seen_from(number, refused) from refused


def _judged(entry: Item | Log | Unread) -> Result:
    """What one look at an entry gives; nothing has become of it yet."""
    item = whole_log(entry) if isinstance(entry, Log) else entry
    if isinstance(item, Unread):
        return Result(entry.file, entry.line, None, problems=(item,))
    try:
        return Result(item.file, item.line, judge_item(item))
    except Refused as refused:
        return Result(item.file, item.line, None, problems=tuple(refused.reasons))
