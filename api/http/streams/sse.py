"""Server-sent events: the log of a tournament while it grows.

A listener costs a connection and a look at the log whenever a tournament has changed, or twice a second where the
database announces no changes, but no thread between two looks. Every stream ends after some minutes or when the service
stops; clients then reconnect by themselves and name the last event they received.
"""

from collections.abc import Callable, Iterator
from threading import Event
from time import monotonic
from typing import Final

from daifu.api.http.services import StreamTiming
from daifu.api.http.streams.streaming import PAUSE
from daifu.api.views.tournaments.tournaments import change_name, entry_view
from daifu.api.views.values import encode_json
from daifu.data.store.errors import StoreUnusable
from daifu.data.tournaments.log import Entry


def entry_event(entry: Entry) -> bytes:
    """An entry of a log as an event: its id is the number of the entry, its type the name of the change."""
    name = change_name(entry.change)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (entry.number, name.encode(), encode_json(entry_view(entry)))


STOPPING: Final = Event()
"""Set when the process stops taking requests."""

ReadEntries = Callable[[int], list[Entry]]
"""Reads the entries after the one with this number, at most `ENTRIES_AT_ONCE`."""

ENTRIES_AT_ONCE: Final = 100
"""How many entries are sent together."""

_GREETING: Final = b": listening\nretry: 2000\n\n"
_HEARTBEAT: Final = b": still here\n\n"


def event_stream(
    read: ReadEntries,
    after: int,
    timing: StreamTiming,
    stopping: Event,
    has_gone: Callable[[], bool],
    may_read: Callable[[], bool],
) -> Iterator[bytes]:
    """What is sent to a listener: the entries after number `after`, as they come, and heartbeats between them.

    A `PAUSE` says that there is nothing new. If the store cannot be used, or the listener may not read it any more, the
    stream ends; a client that reconnects gets the problem.
    """
    yield _GREETING
    end = monotonic() + timing.end
    silent_since = monotonic()
    while monotonic() < end and not has_gone() and not stopping.is_set():
        try:
            entries = read(after)
            is_silent = not entries and monotonic() < silent_since + timing.heartbeat
            if not is_silent and not may_read():
                return
        except StoreUnusable:
            return
        if entries:
            yield b"".join(map(entry_event, entries))
            after, silent_since = entries[-1].number, monotonic()
        elif not is_silent:
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
