"""Those who listen to a log while it grows: each has a thread of the service to himself, for some minutes.

So there may be only so many at once, and every stream ends after a while, or when the service stops; clients of
server-sent events then come back by themselves and say what they had last.
"""

from collections.abc import Callable, Iterator
from threading import Event, Semaphore
from time import monotonic
from typing import Final, NamedTuple

from api.http import kinds
from api.http.problems import HttpProblem
from data.store.refusals import StoreUnusable
from data.tournaments.log import Entry
from replay.text import Text

SHARE: Final = 2
"""One thread of so many may serve a listener; the others are for requests that end."""
AT_ONCE: Final = 100
"""Entries that are sent together at most."""

_BEGINNING: Final = b": listening\nretry: 2000\n\n"
_HEARTBEAT: Final = b": still here\n\n"
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


def events(
    look: Callable[[int], list[Entry]], write: Callable[[Entry], bytes], after: int, pace: Pace, stopping: Event
) -> Iterator[bytes]:
    """What is sent to a listener: the entries behind the one `after`, as they come, and signs of life between them.

    A store that cannot be used for the moment ends the stream: whoever comes back is told so.
    """
    yield _BEGINNING
    end = monotonic() + pace.end
    silent_since = monotonic()
    while monotonic() < end:
        try:
            entries = look(after)
        except StoreUnusable:
            return
        if entries:
            yield b"".join(map(write, entries))
            after, silent_since = entries[-1].number, monotonic()
        elif monotonic() >= silent_since + pace.sign:
            yield _HEARTBEAT
            silent_since = monotonic()
        if stopping.wait(0 if len(entries) == AT_ONCE else pace.look):
            return
