"""Server-sent events: the log of a tournament while it grows, and the slots for its listeners.

A listener costs a connection and a look at the log whenever a tournament has changed, or twice a second where the
database announces no changes, but no thread between two looks. Their number is limited, and every stream ends after
some minutes or when the service stops; clients then reconnect by themselves and name the last event they received.
"""

import select
import socket
from collections.abc import Callable, Iterator
from threading import Event, Semaphore
from time import monotonic
from typing import Final, NamedTuple

from api.http import problem_types
from api.http.errors import HttpProblem
from api.http.streaming import PAUSE
from api.views.tournaments.tournaments import change_name, entry_view
from api.views.values import encode_json
from data.store.errors import StoreUnusable
from data.tournaments.log import Entry
from replay.text import Text


def entry_event(entry: Entry) -> bytes:
    """An entry of a log as an event: its id is the number of the entry, its type the name of the change."""
    name = change_name(entry.change)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (entry.number, name.encode(), encode_json(entry_view(entry)))


STOPPING: Final = Event()
"""Set when the process stops taking requests."""

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


ReadEntries = Callable[[int], list[Entry]]
"""Reads the entries after the one with this number, at most `ENTRIES_AT_ONCE`."""

ENTRIES_AT_ONCE: Final = 100
"""How many entries are sent together."""

_GREETING: Final = b": listening\nretry: 2000\n\n"
_HEARTBEAT: Final = b": still here\n\n"


def disconnection_check(connection: object) -> Callable[[], bool]:
    """A function that tells whether the client has gone; without a socket it is never true."""
    if not isinstance(connection, socket.socket):
        return lambda: False
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)
    return lambda: bool(poll.poll(0))


def event_stream(
    read: ReadEntries, after: int, timing: StreamTiming, stopping: Event, has_gone: Callable[[], bool]
) -> Iterator[bytes]:
    """What is sent to a listener: the entries after number `after`, as they come, and heartbeats between them.

    A `PAUSE` says that there is nothing new. If the store cannot be used, the stream ends; a client that reconnects
    gets the problem.
    """
    yield _GREETING
    end = monotonic() + timing.end
    silent_since = monotonic()
    while monotonic() < end and not has_gone() and not stopping.is_set():
        try:
            entries = read(after)
        except StoreUnusable:
            return
        if entries:
            yield b"".join(map(entry_event, entries))
            after, silent_since = entries[-1].number, monotonic()
        elif monotonic() >= silent_since + timing.heartbeat:
            yield _HEARTBEAT
            silent_since = monotonic()
        if len(entries) < ENTRIES_AT_ONCE:
            yield PAUSE


def waiting_stream(stream: Iterator[bytes], seconds: float, stopping: Event) -> Iterator[bytes]:
    """The stream for a server that does not know `PAUSE`: its thread waits here for these seconds."""
    for piece in stream:
        if piece is PAUSE:
            stopping.wait(seconds)
        else:
            yield piece
