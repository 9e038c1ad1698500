"""Server-sent events: the log of a tournament while it grows, and the places for its listeners.

Each listener takes a thread of the service. So their number is limited, and every stream ends after a while, or
when the service stops; clients then reconnect by themselves and say which event they had last.
"""

import select
import socket
from collections.abc import Callable, Iterator
from threading import Event, Semaphore
from time import monotonic
from typing import Final, NamedTuple

from api.http import problem_types
from api.http.errors import HttpProblem
from api.views.tournaments import change_name, entry_view
from api.views.values import encode_json
from data.store.errors import StoreUnusable
from data.tournaments.log import Entry
from replay.text import Text


def entry_event(entry: Entry) -> bytes:
    """An entry of a log as an event of a stream: its number is the id, and the name of the change its type."""
    name = change_name(entry.change)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (entry.number, name.encode(), encode_json(entry_view(entry)))


STOPPING: Final = Event()
"""Set once no new requests are taken."""

THREADS_PER_LISTENER: Final = 2
"""One thread of so many may serve a listener; the others are for requests that end."""

_TOO_MANY_LISTENERS: Final = Text(
    "all places for listeners of this process are taken", "このプロセスで配信を受けられる席がすべて埋まっています"
)
_RETRY_SOON: Final = {"Retry-After": "10"}


class StreamTiming(NamedTuple):
    """Seconds between two looks at the log, between two signs of life, and until the stream ends."""

    look: float = 0.5
    sign: float = 15.0
    end: float = 300.0


class ListenerSlots:
    """The places for listeners in this process."""

    def __init__(self, threads: int, pace: StreamTiming) -> None:
        self._free = Semaphore(threads // THREADS_PER_LISTENER)
        self.pace = pace

    def admit(self) -> None:
        """Take a place. Raises the problem `too-many-listeners` where none is left."""
        if not self._free.acquire(blocking=False):
            raise HttpProblem(problem_types.TOO_MANY_LISTENERS, _TOO_MANY_LISTENERS, headers=_RETRY_SOON)

    def leave(self) -> None:
        """Give a place back."""
        self._free.release()


ReadEntries = Callable[[int], list[Entry]]
"""Finds the entries behind one, `ENTRIES_AT_ONCE` of them at most."""

ENTRIES_AT_ONCE: Final = 100
"""Entries that are sent together at most."""

_GREETING: Final = b": listening\nretry: 2000\n\n"
_HEARTBEAT: Final = b": still here\n\n"


def disconnection_check(connection: object) -> Callable[[], bool]:
    """What tells whether a client has gone; without a connection to ask, he never has."""
    if not isinstance(connection, socket.socket):
        return lambda: False
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)
    return lambda: bool(poll.poll(0))


def event_stream(
    look: ReadEntries, after: int, pace: StreamTiming, stopping: Event, has_gone: Callable[[], bool]
) -> Iterator[bytes]:
    """What is sent to a listener: the entries behind the one `after`, as they come, and signs of life between them.

    A store that cannot be used for the moment ends the stream: whoever comes back is told so.
    """
    yield _GREETING
    end = monotonic() + pace.end
    silent_since = monotonic()
    while monotonic() < end and not has_gone():
        try:
            entries = look(after)
        except StoreUnusable:
            return
        if entries:
            yield b"".join(map(entry_event, entries))
            after, silent_since = entries[-1].number, monotonic()
        elif monotonic() >= silent_since + pace.sign:
            yield _HEARTBEAT
            silent_since = monotonic()
        if stopping.wait(0 if len(entries) == ENTRIES_AT_ONCE else pace.look):
            return
