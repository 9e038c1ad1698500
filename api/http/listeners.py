"""The slots for those who listen to server-sent events, of whom a process serves a limited number."""

from threading import Semaphore
from typing import Final, NamedTuple

from api.http import problem_types
from api.http.errors import HttpProblem
from replay.text import Text

_TOO_MANY_LISTENERS: Final = Text(
    "all places for listeners of this process are taken", "このプロセスで配信を受けられる席がすべて埋まっています"
)
_RETRY_SOON: Final = {"Retry-After": "10"}


class StreamTiming(NamedTuple):
    """Seconds between two reads of the log, between two heartbeats, and until the stream ends."""

    poll: float = 0.5
    heartbeat: float = 15.0
    end: float = 300.0


class ListenerSlots:
    """The slots for listeners in this process."""

    def __init__(self, slots: int, timing: StreamTiming) -> None:
        self._free = Semaphore(slots)
        self.timing = timing

    def acquire(self) -> None:
        """Take a slot. Raises the problem `too-many-listeners` if none is free."""
        if not self._free.acquire(blocking=False):
            raise HttpProblem(problem_types.TOO_MANY_LISTENERS, _TOO_MANY_LISTENERS, headers=_RETRY_SOON)

    def release(self) -> None:
        """Give a slot back."""
        self._free.release()
