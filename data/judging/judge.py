"""Who judges beside this process: nobody at first, then a process of its own, for one upload at a time."""

import os
from threading import Lock

from data.judging.line import Line, LineEnded, LineLost
from data.store.forks import tell_of_forks


class Judge:
    """Has a process that judges, started when it is first wanted and kept for the next who wants it.

    That ends with this one, or when it has been idle. Any thread may ask for it.
    """

    def __init__(self) -> None:
        self._lent = Lock()
        self._line: Line | None = None
        tell_of_forks(self)

    def lend(self) -> Line | None:
        """The line to the process, to be given back; None while others have it, and until it is ready.

        Raises `LineLost` where there is none.
        """
        if _cores() == 1 or not self._lent.acquire(blocking=False):
            return None
        try:
            line = self._at_hand()
        except LineLost:
            self._line = None
            self._lent.release()
            raise
        if line is None:
            self._lent.release()
        return line

    def give_back(self, line: Line) -> None:
        """Let others have it. A process that is still at work on something is ended: nobody would take the results."""
        if not line.is_idle:
            line.dismiss()
            self._line = None
        self._lent.release()

    def before_fork(self) -> None:
        """End the process, unless it is at work: a line has two ends, not three."""
        if self._lent.acquire(blocking=False):
            self._line = None
            self._lent.release()

    def after_fork(self) -> None:
        """Begin anew, in the child."""
        self._lent = Lock()
        self._line = None

    def _at_hand(self) -> Line | None:
        """The line to the process if it is ready; if there is none, one is started. Raises `LineLost`."""
        line = self._line or Line()
        try:
            is_ready = line.is_ready
        except LineEnded:
            line, is_ready = Line(), False
        self._line = line
        return line if is_ready else None


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
