"""Draws rounds in processes of their own, because the solvers keep a processor busy and may take much memory.

A draw that takes too long or too much memory is refused, and one for which nobody waits any more is ended.
"""

import os
import resource
from collections.abc import Callable, Sequence
from typing import Final

from daifu.data.child_process import ChildProcesses, ProcessLostError, end_with_parent
from daifu.data.tournaments.changes import Drawn, Redrawn
from daifu.data.tournaments.draw_requests import MAX_DRAW_MEMORY, MAX_DRAW_SECONDS, Anew, DrawRequest
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.state import State

NICENESS: Final = 10
"""By how much a draw stands back behind what answers requests."""
MOST_AT_ONCE: Final = 2


def _prepare() -> None:
    """Let this process stand back, and fail rather than take more memory than a draw may."""
    end_with_parent()
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_DRAW_MEMORY, MAX_DRAW_MEMORY))


DRAW_PROCESSES: Final = ChildProcesses(MOST_AT_ONCE, _prepare)
"""The processes that draw for this one."""


def plan_apart(state: State, request: DrawRequest | Anew, is_wanted: Callable[[], bool]) -> Sequence[Drawn | Redrawn]:
    """The changes that draw the rounds of a request.

    Raises `TournamentError`, also `draw_too_long` and `draw_too_heavy`, and `NotWantedError`.
    """
    try:
        found: Sequence[Drawn | Redrawn] = DRAW_PROCESSES.call(
            _plan, state, request, seconds=MAX_DRAW_SECONDS, is_wanted=is_wanted
        )
    except TimeoutError as late:
        raise TournamentError("draw_too_long", seconds=MAX_DRAW_SECONDS) from late
    except (ProcessLostError, MemoryError) as lost:
        raise TournamentError("draw_too_heavy", megabytes=MAX_DRAW_MEMORY >> 20) from lost
    return found


def _plan(state: State, request: DrawRequest | Anew) -> Sequence[Drawn | Redrawn]:
    from daifu.data.tournaments.draws import plan_redraw, plan_rounds  # noqa: PLC0415 - the solvers take long to load

    return plan_redraw(state, request) if isinstance(request, Anew) else plan_rounds(state, request)
