"""Draws rounds in processes of their own, because the solvers keep a processor busy and may take much memory.

A draw that takes too long or too much memory is refused, and one for which nobody waits any more is ended.
"""

import os
import resource
from collections.abc import Callable, Sequence
from threading import Lock, Timer
from typing import Final

from data.child_process import ChildProcess, ProcessLostError, end_with_parent
from data.fork_hooks import call_at_forks
from data.tournaments.changes import Drawn, Redrawn
from data.tournaments.draw_requests import MAX_DRAW_MEMORY, MAX_DRAW_SECONDS, Anew, DrawRequest
from data.tournaments.errors import TournamentError
from data.tournaments.state import State

IDLE_SECONDS: Final = 60.0
"""Seconds without a draw after which the processes are ended, and their memory is free again."""
NICENESS: Final = 10
"""By how much a draw stands back behind what answers requests."""


class DrawProcesses:
    """The processes that draw for all threads: as many as draw at the same time, and kept for the next draws."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: list[ChildProcess] = []
        self._clock: Timer | None = None
        call_at_forks(self)

    def plan(
        self, state: State, request: DrawRequest | Anew, is_wanted: Callable[[], bool]
    ) -> Sequence[Drawn | Redrawn]:
        """The changes that draw the rounds of a request.

        Raises `TournamentError`, also `draw_too_long` and `draw_too_heavy`, and `NotWantedError`.
        """
        process = self._take()
        try:
            found: Sequence[Drawn | Redrawn] = process.call(
                _plan, state, request, seconds=MAX_DRAW_SECONDS, is_wanted=is_wanted
            )
        except TimeoutError as late:
            process.end()
            raise TournamentError("draw_too_long", seconds=MAX_DRAW_SECONDS) from late
        except (ProcessLostError, MemoryError) as lost:
            process.end()
            raise TournamentError("draw_too_heavy", megabytes=MAX_DRAW_MEMORY >> 20) from lost
        except TournamentError:
            self._give_back(process)
            raise
        except BaseException:
            process.end()
            raise
        self._give_back(process)
        return found

    def before_fork(self) -> None:
        """End the processes that draw nothing: a child must not share them."""
        self.end_idle()

    def after_fork(self) -> None:
        """Begin without processes, in the child: those of the parent are not its own."""
        self._lock = Lock()
        self._idle, self._clock = [], None

    def _take(self) -> ChildProcess:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return ChildProcess(_prepare)

    def _give_back(self, process: ChildProcess) -> None:
        with self._lock:
            self._idle.append(process)
            if self._clock is not None:
                self._clock.cancel()
            self._clock = Timer(IDLE_SECONDS, self.end_idle)
            self._clock.daemon = True
            self._clock.start()

    def end_idle(self) -> None:
        """End the processes that draw nothing."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.end()


DRAW_PROCESSES: Final = DrawProcesses()
"""The processes that draw for this one."""


def _prepare() -> None:
    """Let this process stand back, and fail rather than take more memory than a draw may."""
    end_with_parent()
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_DRAW_MEMORY, MAX_DRAW_MEMORY))


def _plan(state: State, request: DrawRequest | Anew) -> Sequence[Drawn | Redrawn]:
    from data.tournaments.draws import plan_redraw, plan_rounds  # noqa: PLC0415 - the solvers take long to load

    return plan_redraw(state, request) if isinstance(request, Anew) else plan_rounds(state, request)
