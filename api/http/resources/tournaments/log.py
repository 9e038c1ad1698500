"""`/v1/tournaments/{id}/log` and `/events`: every change of a tournament, as a list and as a stream of events.

A listener costs a connection and a look at the log whenever a tournament has changed, or twice a second where the
database announces no changes, but no thread between two looks. Every stream ends after some minutes or when the service
stops; clients then reconnect by themselves and name the last event they received.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from threading import Event
from time import monotonic
from typing import Any, Final

from flask import Response, request

from daifu.api.http import problem_types
from daifu.api.http.access import reading_check, requires_read_access
from daifu.api.http.errors import HttpProblem
from daifu.api.http.etags import answers_not_modified
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.media_types import EVENT_STREAM
from daifu.api.http.metrics import FOLLOWERS
from daifu.api.http.operation import answers, fails_with, lane, reads_header, takes_query
from daifu.api.http.resources.tournaments.tournaments import versioned_response
from daifu.api.http.responses import with_page_links
from daifu.api.http.services import StreamTiming, services
from daifu.api.http.streaming import PAUSE, PAUSES_KEY, SOCKET_KEY, STOPPING, disconnection_check
from daifu.api.views.tournaments.tournaments import change_name, entry_view, log_view
from daifu.api.views.values import encode_json
from daifu.data.store.errors import LogDamaged, StoreUnusable
from daifu.data.tournaments.consequences import audit
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import Entry
from daifu.data.tournaments.state import EMPTY_STATE
from daifu.replay.text import Text
from daifu.schemas.http.queries import EventsQuery, LogQuery
from daifu.schemas.record.errors import mismatch_text
from daifu.schemas.tournament_log import EVENT, Log


def entry_event(entry: Entry) -> bytes:
    """An entry of a log as an event: its id is the number of the entry, its type the name of the change."""
    name = change_name(entry.change)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (entry.number, name.encode(), encode_json(entry_view(entry)))


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


@answers(200, "Some entries of the log", Log, headers=["ETag", "Link"])
@fails_with(problem_types.NOT_FOUND)
@lane(Lane.COSTLY)
@answers_not_modified
@requires_read_access
@takes_query(LogQuery)
def read_tournament_log(query: dict[str, Any], id: int) -> Response:
    """Read the log of a tournament.

    Who changed what, when and why, oldest first, each with the part of the tournament that it changed, before and
    after. Entries never change, so a page stays as it is. One of long entries, such as draws of thousands, has fewer
    than `limit`. The header `Link` leads to the next page, if there is one.
    """
    store = services().store.tournaments
    version = store.version(id)
    entries = store.log(id, query["after"], query["limit"], MOST_CHARACTERS)
    following = entries[-1].number if entries and entries[-1].number < version else None
    first = entries[0].number if entries else 1
    before = store.state(id, first - 1) if first > 1 else EMPTY_STATE
    try:
        audited = list(audit(entries, before))
    except TournamentError as refusal:  # an entry is impossible: something else wrote it
        raise LogDamaged(id) from refusal
    answer = versioned_response(id, log_view(version, audited, following))
    return with_page_links(answer, None if following is None else str(following), "after")


MOST_CHARACTERS: Final = 300_000
"""About how many characters of changes a page has, of which the answer has the parts before and after them, too."""


_LAST_EVENT_ID: Final = "Last-Event-ID"
_TOO_MANY_LISTENERS: Final = Text(
    "all places for listeners of this process are taken", "このプロセスで配信を受けられる席がすべて埋まっています"
)
_ENTRY_NUMBER: Final = re.compile(r"[0-9]{1,15}")
_EXPECTED_NUMBER: Final = Text("the number of an entry in Last-Event-ID", "Last-Event-IDには記録簿の項の番号")


@answers(200, "The events, each of this form", EVENT, media_type=EVENT_STREAM)
@fails_with(problem_types.BAD_REQUEST, problem_types.NOT_FOUND, problem_types.TOO_MANY_LISTENERS)
@reads_header(_LAST_EVENT_ID)
@requires_read_access
@takes_query(EventsQuery)
def follow_tournament(query: dict[str, Any], id: int) -> Response:
    """Follow a tournament.

    A stream of server-sent events: an event for each entry of the log, with the number of the entry as its id and the
    name of the change as its type. Comments in between are heartbeats. The stream ends after some minutes, when the
    service stops, or when the club closes to the listener. A client that comes back with `Last-Event-ID`, as browsers
    do, misses nothing.
    """
    shared = services()
    store = shared.store.tournaments
    version = store.version(id)
    after = _first_entry(query, version)
    if version - after > ENTRIES_AT_ONCE:
        go_on_in(Lane.COSTLY)
    listeners = shared.listeners
    if not listeners.acquire(blocking=False):
        raise HttpProblem(problem_types.TOO_MANY_LISTENERS, _TOO_MANY_LISTENERS, headers={"Retry-After": "10"})
    gone = disconnection_check(request.environ.get(SOCKET_KEY))
    read = partial(store.log, id, limit=ENTRIES_AT_ONCE)
    stream = event_stream(read, after, shared.timing, STOPPING, gone, reading_check())
    if PAUSES_KEY not in request.environ:
        stream = waiting_stream(stream, shared.timing.poll, STOPPING)
    answer = Response(stream, mimetype=EVENT_STREAM)
    FOLLOWERS.inc()
    answer.call_on_close(FOLLOWERS.dec)
    answer.call_on_close(listeners.release)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # or a buffering proxy would hold events back
    return answer


def _first_entry(query: dict[str, Any], version: int) -> int:
    """The number of the entry after which the events begin. Raises the problem `bad-request`."""
    header = request.headers.get(_LAST_EVENT_ID)
    if header is None:
        return version if query["after"] is None else query["after"]
    if not _ENTRY_NUMBER.fullmatch(header):
        raise HttpProblem(problem_types.BAD_REQUEST, mismatch_text(_EXPECTED_NUMBER, header))
    return int(header)
