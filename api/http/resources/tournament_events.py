"""`/v1/tournaments/{id}/events`: the changes of a tournament as they are made."""

import re
from functools import partial
from typing import Any, Final

from flask import Response, request

from api.http import addresses, kinds
from api.http import tournament_examples as examples
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails, takes_header
from api.http.event_stream import AT_ONCE, events, has_gone
from api.http.outbox import SOCKET
from api.http.problems import HttpProblem
from api.http.services import services
from api.http.stopping import STOPPING
from replay.text import Text
from schemas.http.tournament_log import EVENT
from schemas.http.tournament_queries import EventsQuery
from schemas.shape.wording import wanted

TOURNAMENT_EVENTS: Final = Resource("tournament events", "The changes of a tournament as they are made")

STREAM: Final = "text/event-stream"
_LAST: Final = "Last-Event-ID"
_NUMBER: Final = re.compile(r"[0-9]{1,15}")
_A_NUMBER: Final = Text("the number of an entry in Last-Event-ID", "Last-Event-IDには記録簿の項の番号")


@TOURNAMENT_EVENTS.at(addresses.EVENTS)
@TOURNAMENT_EVENTS.answers(200, "The events, each as here", EVENT, media_type=STREAM, example=examples.EVENT)
@fails(kinds.BAD_REQUEST, kinds.NOT_FOUND, kinds.TOO_MANY_LISTENERS)
@partial(takes_header, name=_LAST)
@reads
@TOURNAMENT_EVENTS.takes_query(EventsQuery())
def follow_tournament(asked: dict[str, Any], id: int) -> Response:
    """Follow a tournament.

    A stream of server-sent events: an event for each entry of the log, whose id is the number of the entry and whose
    type is the name of the change. Comments between them are signs of life. It ends after some minutes, or when the
    service stops; who comes back with `Last-Event-ID`, as browsers do by themselves, misses nothing.
    """
    shared = services()
    store = shared.store.tournaments
    after = _after(asked, store.version(id))
    shared.listeners.admit()
    gone = has_gone(request.environ.get(SOCKET))
    stream = events(lambda last: store.log(id, last, AT_ONCE), after, shared.listeners.pace, STOPPING, gone)
    answer = Response(stream, content_type=f"{STREAM}; charset=utf-8")
    answer.call_on_close(shared.listeners.leave)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # a proxy that gathers what it passes on would keep events back
    return answer


def _after(asked: dict[str, Any], version: int) -> int:
    """The entry behind which the events begin. Raises the problem `bad-request`."""
    header = request.headers.get(_LAST)
    if header is None:
        return version if asked["after"] is None else asked["after"]
    if not _NUMBER.fullmatch(header):
        raise HttpProblem(kinds.BAD_REQUEST, wanted(_A_NUMBER, header))
    return int(header)
