"""An upload judged while it is stored: a large one by another process, a batch ahead of what is stored here."""

from collections.abc import Generator, Iterable, Iterator
from typing import Final

from data.judging.batches import Batch, Entry, batches
from data.judging.judge import Judge
from data.judging.line import Answer, Line, LineLost
from data.judging.verdicts import Sent, Verdict, verdicts

SHARES: Final = 4
"""Of so many records of a batch the last is judged here: this process stores all of them besides."""


def judged(entries: Iterable[Entry], judge: Judge | None) -> Generator[list[Verdict], None, None]:
    """The verdict on each entry in order: those together that are to be committed before more are asked for.

    Nothing here waits for entries that have not come. Without a judge all is judged here, and what is small always is.
    """
    ahead = _Ahead(judge)
    try:
        for batch in batches(entries):
            if batch.is_large and ahead.is_possible():
                yield from ahead.exchange(batch)
            else:
                yield from ahead.rest()
                yield from verdicts(batch.entries)
        yield from ahead.rest()
    finally:
        ahead.end()


class _Ahead:
    """What is judged of one upload by another process, and beside it: a batch at a time, until all of it is told.

    `_there` is what that process has, `_here` what follows, judged by this one while the other is at work.
    """

    def __init__(self, judge: Judge | None) -> None:
        self._judge = judge
        self._line: Line | None = None
        self._there: list[Sent] = []
        self._here: list[Sent] = []

    def is_possible(self) -> bool:
        """Whether there is such a process at this moment."""
        if self._line is None and self._judge is not None:
            try:
                self._line = self._judge.lend()
            except LineLost:
                self._judge = None
        return self._line is not None

    def exchange(self, batch: Batch) -> Iterator[list[Verdict]]:
        """Have this judged as soon as the batch before it is; the verdicts on that one."""
        here = list(verdicts(self._here))
        last: Answer | None = None
        while self._there:
            if last:
                yield last.read()
            last = self._next()
        self._begin(batch)
        if last:
            yield last.read()
        yield from here

    def rest(self) -> Iterator[list[Verdict]]:
        """The verdicts that are not told yet; others may have the process then."""
        here = list(verdicts(self._here))
        self._here = []
        while self._there:
            yield self._next().read()
        self.end()
        yield from here

    def end(self) -> None:
        """Let others have the process."""
        if self._judge is not None and self._line is not None:
            self._judge.give_back(self._line)
        self._line = None

    def _begin(self, batch: Batch) -> None:
        there = len(batch.entries) - len(batch.entries) // SHARES
        self._there, self._here = batch.entries[:there], batch.entries[there:]
        if self._line is not None:
            try:
                self._line.begin(self._there)
            except LineLost:
                self._go_on_alone()

    def _next(self) -> Answer:
        """The next verdicts, by the other process if it is still there."""
        answer: Answer | None = None
        if self._line is not None:
            try:
                answer = self._line.next()
            except LineLost:
                self._go_on_alone()
        answer = answer or _answer(next(verdicts(self._there)))
        del self._there[: answer.told]
        return answer

    def _go_on_alone(self) -> None:
        """What is lost once is not tried again for this upload."""
        self.end()
        self._judge = None


def _answer(found: list[Verdict]) -> Answer:
    return Answer(len(found), lambda: found)
