"""What other programs follow: the newest games and tournaments as an Atom feed, and the days of play as a calendar."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Final

import msgspec
from flask import Response, render_template, request

from daifu.api.http.access import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import ATOM, CALENDAR
from daifu.api.http.operation import lane
from daifu.api.http.response_cache import CachedBody
from daifu.api.http.responses import body_response
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.languages import game_title, page_language
from daifu.api.web.links import handed_on
from daifu.api.web.qr_codes import whole_address
from daifu.api.web.responses import isolated
from daifu.data.store.values import RecordFilter, RecordSummary
from daifu.schemas.answer import Number
from daifu.schemas.http.query_fields import LARGEST_PAGE
from daifu.schemas.report import split_report

_LINE_BYTES: Final = 75
_ESCAPED: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\;,"})

_totals: Final = msgspec.json.Decoder(list[Number | None]).decode
_ranks: Final = msgspec.json.Decoder(list[int | None]).decode


@lane(Lane.COSTLY)
@requires_read_access
def send_feed() -> Response:
    """Send the newest games and tournaments as an Atom feed (RFC 4287)."""
    return _sent(ATOM, _feed)


@lane(Lane.COSTLY)
@requires_read_access
def send_calendar() -> Response:
    """Send the days of the newest games as a calendar (RFC 5545)."""
    return _sent(CALENDAR, _calendar)


def _sent(kind: str, make: Callable[[], str]) -> Response:
    language, version = page_language(), services().store.state()
    key = (kind, request.host_url, language, handed_on())
    body = services().response_cache.get(key, version, lambda: CachedBody(version, make().encode()))
    answer = body_response(body, kind)
    answer.headers["Content-Language"] = language
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer


def _feed() -> str:
    store = services().store
    games = store.page(RecordFilter(), limit=20).records
    tournaments = store.tournaments.page(limit=10).tournaments
    times = [*(game.stored_at for game in games), *(one.changed_at for one in tournaments)]
    return render_template(
        "feed.xml",
        updated=max(times, default=datetime.fromtimestamp(0, UTC)),
        games=[(game, _result(game)) for game in games],
        tournaments=tournaments,
    )


def _result(game: RecordSummary) -> list[tuple[int, str, Number]]:
    """The ranks, names and totals of the players who have them, best first."""
    report = split_report(services().store.record(game.id).report)
    found = zip(_ranks(report.ranks), [name for _, name in game.players], _totals(report.totals), strict=True)
    return sorted((rank, name, total) for rank, name, total in found if rank is not None and total is not None)


def _calendar() -> str:
    """A calendar with an event for each day of an event or of a game without one."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//daifu//daifu//EN"]
    seen = set[tuple[str | int, str]]()
    for game in services().store.page(RecordFilter(), limit=LARGEST_PAGE).records:
        if game.date is None or (game.tournament or game.id, game.date) in seen:
            continue
        seen.add((game.tournament or game.id, game.date))
        lines += _event(game, game.date.replace("-", ""))
    return "".join(f"{line}\r\n" for text in [*lines, "END:VCALENDAR"] for line in _folded(text))


def _event(game: RecordSummary, day: str) -> Iterator[str]:
    """The lines of the day on which a game was played; a time is that of the clock on the wall there."""
    title = game_title(game.rules)
    players = ", ".join(isolated(name) for _, name in game.players)
    yield "BEGIN:VEVENT"
    yield f"UID:game-{game.id}@{request.host}"
    yield f"DTSTAMP:{game.stored_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    if game.time is None:
        yield f"DTSTART;VALUE=DATE:{day}"
    else:
        minutes, seconds = divmod(game.time, 60)
        yield f"DTSTART:{day}T{minutes // 60:02}{minutes % 60:02}{seconds:02}"
    yield f"SUMMARY:{(isolated(game.tournament) if game.tournament else title).translate(_ESCAPED)}"
    yield f"DESCRIPTION:{f'{title}: {players}'.translate(_ESCAPED)}"
    yield f"URL:{whole_address(addresses.game_page(game.id))}"
    yield "END:VEVENT"


def _folded(line: str) -> Iterator[str]:
    """A line in parts of at most 75 bytes, of which all but the first begin with a space; no character is divided."""
    part = ""
    for character in line:
        if len((part + character).encode()) > _LINE_BYTES:
            yield part
            part = " "
        part += character
    yield part
