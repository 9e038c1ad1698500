"""Ingest: the one place where reading, judging and keeping meet, for uploads, corrections and the command line.

What comes out has been committed. Whoever is told of a record may rely on it, and whoever was not can send it again.
"""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

from data.judging.ahead import judged
from data.judging.batches import Entry
from data.judging.judge import Judge
from data.judging.verdicts import Verdict
from data.store import Store
from data.store.asked import Author, Kind, Outcome
from data.store.refusals import OtherRevision
from data.store.tournaments.asked import Foreseen
from schemas.intake.item import Item, Unread
from schemas.judged import Judged, judge_item, judge_json
from schemas.next_deal import seen_from, with_deal
from schemas.parts import deals_of
from schemas.problems import RecordRefused


class Result(NamedTuple):
    """What became of one thing that was sent: a record with its outcome, or the problems for which it is refused."""

    file: str
    line: int
    judged: Judged | None
    outcome: Outcome | None = None
    problems: tuple[Unread, ...] = ()


class Ingest:
    """Takes records in for an author; `judge` may judge large uploads while they are stored."""

    def __init__(self, store: Store, author: Author, judge: Judge | None = None) -> None:
        self._store = store
        self._author = author
        self._judge = judge

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
        with closing(judged(entries, self._judge)) as found:
            for verdicts in found:
                yield self._committed(verdicts)

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

    def _committed(self, verdicts: list[Verdict]) -> list[Result]:
        records = [verdict.judged for verdict in verdicts if verdict.judged]
        outcomes = iter(self._store.add(records, self._author) if records else ())
        return [_result(verdict, outcomes) for verdict in verdicts]


def _result(verdict: Verdict, outcomes: Iterator[Outcome]) -> Result:
    """What has become of something, whose outcome is the next if it was a record."""
    file, line, judged, problems = verdict
    return Result(file, line, judged, next(outcomes) if judged else None, problems)


def _with_deal(text: bytes, deal: bytes) -> Judged:
    """The sitting with one more deal, judged. Raises `RecordRefused`, the places being those in the deal."""
    number = len(deals_of(text)) + 1
    try:
        return judge_json(with_deal(text, deal))
    except RecordRefused as refused:
        raise seen_from(number, refused) from refused
