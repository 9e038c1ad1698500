"""The log of a tournament as server-sent events, while it grows."""

import select
import socket
from collections.abc import Callable, Iterator
from threading import Event
from time import monotonic
from typing import Final

from api.http.listeners import Pace
from api.http.tournament_told import as_event
from data.store.refusals import StoreUnusable
from data.tournaments.log import Entry

Look = Callable[[int], list[Entry]]
"""Finds the entries behind one, `AT_ONCE` of them at most."""

AT_ONCE: Final = 100
"""Entries that are sent together at most."""

_BEGINNING: Final = b": listening\nretry: 2000\n\n"
_HEARTBEAT: Final = b": still here\n\n"


def has_gone(connection: object) -> Callable[[], bool]:
    """What tells whether a client has gone; without a connection to ask, he never has."""
    if not isinstance(connection, socket.socket):
        return lambda: False
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)
    return lambda: bool(poll.poll(0))


def events(look: Look, after: int, pace: Pace, stopping: Event, has_gone: Callable[[], bool]) -> Iterator[bytes]:
    """What is sent to a listener: the entries behind the one `after`, as they come, and signs of life between them.

    A store that cannot be used for the moment ends the stream: whoever comes back is told so.
    """
    yield _BEGINNING
    end = monotonic() + pace.end
    silent_since = monotonic()
    while monotonic() < end and not has_gone():
        try:
            entries = look(after)
        except StoreUnusable:
            return
        if entries:
            yield b"".join(map(as_event, entries))
            after, silent_since = entries[-1].number, monotonic()
        elif monotonic() >= silent_since + pace.sign:
            yield _HEARTBEAT
            silent_since = monotonic()
        if stopping.wait(0 if len(entries) == AT_ONCE else pace.look):
            return
