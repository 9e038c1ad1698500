"""An upload judged while it is stored: a large one by another process, a batch ahead of what is stored here."""

from collections.abc import Generator, Iterable, Iterator

from data.judging.batches import Batch, Entry, batches
from data.judging.judge import Judge
from data.judging.line import Line, LineLost
from data.judging.verdicts import Sent, Verdict, verdicts


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
    """What another process judges of one upload: a batch at a time, which it has until all verdicts were taken."""

    def __init__(self, judge: Judge | None) -> None:
        self._judge = judge
        self._line: Line | None = None
        self._untold: list[Sent] = []

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
        told: list[Verdict] = []
        while self._untold:
            told = self._next()
            if self._untold:
                yield told
        self._begin(batch)
        if told:
            yield told

    def rest(self) -> Iterator[list[Verdict]]:
        """The verdicts that are not told yet; others may have the process then."""
        while self._untold:
            yield self._next()
        self.end()

    def end(self) -> None:
        """Let others have the process."""
        if self._judge is not None and self._line is not None:
            self._judge.give_back(self._line)
        self._line = None

    def _begin(self, batch: Batch) -> None:
        self._untold = batch.entries
        if self._line is not None:
            try:
                self._line.begin(batch.entries)
            except LineLost:
                self._go_on_alone()

    def _next(self) -> list[Verdict]:
        """The next verdicts, by the other process if it is still there."""
        told: list[Verdict] = []
        if self._line is not None:
            try:
                told = self._line.next()
            except LineLost:
                self._go_on_alone()
        told = told or next(verdicts(self._untold))
        del self._untold[: len(told)]
        return told

    def _go_on_alone(self) -> None:
        """What is lost once is not tried again for this upload."""
        self.end()
        self._judge = None
