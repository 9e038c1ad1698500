"""A progress bar for long work, shown on a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, ProgressColumn, TaskID, TextColumn, TimeRemainingColumn

from daifu.api.cli.program.output import language_of
from daifu.api.languages import say
from daifu.replay.text import Text

DELAY: Final = 0.5
"""Seconds of work before a bar is shown."""


class ShownProgress:
    """Counts the work done, and shows it as a bar once the work has taken a while."""

    def __init__(self, bar: Progress, label: str, total: int | None) -> None:
        self._bar = bar
        self._label = label
        self._total = total
        self._done = 0
        self._begin = monotonic()
        self._task: TaskID | None = None

    def advance(self, count: int) -> None:
        """Add to the work done."""
        self._done += count
        if self._task is not None:
            self._bar.update(self._task, completed=self._done)
        elif monotonic() - self._begin > DELAY:
            self._task = self._bar.add_task(self._label, total=self._total, completed=self._done)
            self._bar.start()


class HiddenProgress:
    """Shows nothing, where there is no terminal."""

    def advance(self, count: int) -> None:
        """Do nothing."""


@contextmanager
def progress_bar(
    label: Text, total: int | None, *, quiet: bool = False, measure: type[ProgressColumn] = DownloadColumn
) -> Iterator[ShownProgress | HiddenProgress]:
    """A progress bar for the work inside, on standard error if that is a terminal; none when `quiet`.

    `measure` shows the work done and the total: bytes by default, or a count.
    """
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield HiddenProgress()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), measure(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty())
    try:
        yield ShownProgress(bar, say(label, language_of()), total)
    finally:
        bar.stop()
