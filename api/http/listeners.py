"""Those who listen to a log while it grows: each has a thread of the service to himself, for some minutes.

So there may be only so many at once, and every stream ends after a while, or when the service stops; clients of
server-sent events then come back by themselves and say what they had last.
"""

from threading import Semaphore
from typing import Final, NamedTuple

from api.http import kinds
from api.http.problems import HttpProblem
from replay.text import Text

SHARE: Final = 2
"""One thread of so many may serve a listener; the others are for requests that end."""

_TOO_MANY: Final = Text(
    "all places for listeners of this process are taken", "このプロセスで配信を受けられる席がすべて埋まっています"
)
_SOON: Final = {"Retry-After": "10"}


class Pace(NamedTuple):
    """Seconds between two looks at the log, between two signs of life, and until the stream ends."""

    look: float = 0.5
    sign: float = 15.0
    end: float = 300.0


class Listeners:
    """The places for listeners in this process."""

    def __init__(self, threads: int, pace: Pace) -> None:
        self._free = Semaphore(threads // SHARE)
        self.pace = pace

    def admit(self) -> None:
        """Take a place. Raises the problem `too-many-listeners` where none is left."""
        if not self._free.acquire(blocking=False):
            raise HttpProblem(kinds.TOO_MANY_LISTENERS, _TOO_MANY, headers=_SOON)

    def leave(self) -> None:
        """Give a place back."""
        self._free.release()
