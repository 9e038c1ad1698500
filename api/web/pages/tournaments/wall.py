"""The wall: large screens that take turns, for a projector. It needs no scripts: without them the browser reloads it.

The desk starts the clock and chooses the pages, and all walls follow. Which screen is shown follows from the time
alone, so that all walls show the same one, also after a restart.
"""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar, cast

from flask import Response, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.resources.tournaments.tournaments import tournament_version
from daifu.api.http.services import services
from daifu.api.views.tournaments.standings import standing_table
from daifu.api.web import addresses
from daifu.api.web.entry.fields import read_number
from daifu.api.web.entry.tournament_forms import tournament_page
from daifu.api.web.languages import in_language, page_language
from daifu.api.web.page_services import page_services
from daifu.api.web.pages.tournaments.tables import RoundView, current_round, round_view, tables_still_playing
from daifu.api.web.qr_codes import how_to_share, link_code
from daifu.api.web.queries import takes_page_query
from daifu.api.web.responses import cached_page, see_other
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.changes import (
    WALL_PAGES,
    ClockSet,
    Drawn,
    Redrawn,
    RoundClosed,
    RoundReopened,
    WallPage,
    WallSet,
)
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import CLOCK_ACTS, ClockAct, RoundId, State, clock_change
from daifu.replay.text import Text
from daifu.schemas.http.query_fields import QuerySchema, whole

SECONDS_A_SCREEN: Final = 10
RELOAD_SECONDS: Final = 1
"""How often a wall asks for what is new."""
FRESH_SECONDS: Final = 0.5
"""How old may be what a wall shows. A standing is computed once in this time, however many results come in."""
LINES: Final = 24
"""The most lines on a screen. They are as large as fits, so that they can be read from five metres."""
LINES_OF_COLUMN: Final = 10
"""The most lines that stand in one column."""
TABLES: Final = 10
PAGE_NAMES: Final[Mapping[WallPage, Text]] = {
    "standing": Text("Standing", "順位"),
    "playing": Text("Tables that are still playing", "対局中の卓"),
    "seats": Text("Who sits where in the next round", "次の回戦の席"),
}
USUAL_MINUTES: Final = 40
MORE_MINUTES: Final = 5
_MOST_MINUTES: Final = 600

Item = TypeVar("Item")


class WallQuery(QuerySchema):
    """How long a round is, and a screen that is shown all the time."""

    minutes = whole(1, _MOST_MINUTES, "How many minutes a round has; without it the time that has passed is shown.")
    screen = whole(1, 1_000, "Show only this screen.")


class Screen(NamedTuple):
    """A screen: what it shows, its columns of lines, and what they are about."""

    kind: WallPage
    columns: Sequence[Sequence[Any]]
    about: Any = None


def current_time() -> float:
    """The time in seconds since 1970."""
    return time.time()


@requires_read_access
@takes_page_query(WallQuery)
def show_wall(query: dict[str, Any], id: int) -> Response:
    """Show the screen whose turn it is: standings, seats of the next round, or tables that are still playing."""
    # A version that is the present one, or was it a moment ago: the same for all walls meanwhile.
    moment = int(monotonic() / FRESH_SECONDS)
    found = page_services().value(("wall version", id), moment, lambda: tournament_version(id))
    now = current_time()
    at, passed = current_round(found.state), None
    if at is not None and not found.state.round_at(at).closed:
        start = page_services().value(("round start", id), found.version, partial(round_start, id, at))
        passed = max(0, int(now - start) // 60)
    screens = page_services().value(
        ("wall", id, page_language()), found.version, lambda: list(make_screens(found.state))
    )
    # By the clock alone, so that all walls show the same screen.
    turn = query["screen"] - 1 if "screen" in query else int(now // SECONDS_A_SCREEN)
    number = turn % max(1, len(screens))

    def values() -> Mapping[str, Any]:
        return {
            "id": id,
            "state": found.state,
            "screen": screens[number] if screens else None,
            "number": number + 1,
            "count": len(screens),
            "at": at,
            "playing": len(list(tables_still_playing(found.state))),
            "passed": passed,
            "minutes": query.get("minutes"),
            "left": left,
            "code": None if how_to_share() else link_code(addresses.my_table(id)),
            "reload": RELOAD_SECONDS,
        }

    left = found.state.clock.seconds(now)
    return cached_page("tournament/wall.html", (found.version, number, passed, left), values)


@requires_role(SCOREKEEPER)
def show_wall_settings(id: int) -> Response:
    """Show the desk's page of the clock and the walls."""
    found = tournament_version(id)
    return tournament_page(
        "tournament/wall_settings.html",
        id,
        found,
        names=PAGE_NAMES,
        left=found.state.clock.seconds(current_time()),
        now=current_time(),
        usual=USUAL_MINUTES,
        more=MORE_MINUTES,
    )


@requires_role(SCOREKEEPER)
def send_clock(id: int) -> Answer:
    """Start, pause, extend or remove the clock."""
    act, typed = request.form.get("act"), read_number(request.form.get("minutes", ""))
    if act not in CLOCK_ACTS:
        raise BadRequest
    minutes = MORE_MINUTES if act == "extend" else min(typed or USUAL_MINUTES, _MOST_MINUTES)
    clock = tournament_version(id).state.clock
    return _changed(id, clock_change(clock, cast("ClockAct", act), minutes, current_time()))


@requires_role(SCOREKEEPER)
def send_wall_pages(id: int) -> Answer:
    """Choose the pages of the walls."""
    chosen = tuple(one for one in WALL_PAGES if one in request.form.getlist("pages"))
    return _changed(id, WallSet(pages=() if chosen == WALL_PAGES else chosen))


def _changed(id: int, change: ClockSet | WallSet) -> Answer:
    services().store.tournaments.append(id, [change], current_author(), expected=None)
    return see_other(addresses.wall_settings(id))


def make_screens(state: State) -> Iterator[Screen]:
    """The screens that the desk chose, or else all, in their order; none before the first stage."""
    for screen in _all_screens(state) if state.stages else ():
        if screen.kind in (state.wall or WALL_PAGES):
            yield screen


def _all_screens(state: State) -> Iterator[Screen]:
    standing = compute_standing(state)
    table = standing_table(state, standing, page_language(), ("place", "movement", "name", "team", "points"))
    heads = [(in_language(column.head), column) for column in table.columns]
    for columns in _columns(list(zip(standing.lines, table.rows, strict=True))):
        yield Screen("standing", columns, (in_language(table.place), heads))
    playing = list(tables_still_playing(state))
    at = current_round(state)
    if at is not None and state.round_at(at).has_begun:
        now = round_view(state, at)
        for some in _parts([now.tables[table.table - 1] for table, _ in playing], TABLES):
            yield Screen("playing", [some])
    coming = next_round(state)
    if coming is not None:
        for seats in _columns(coming.seated):
            yield Screen("seats", seats, coming)


def next_round(state: State) -> RoundView | None:
    """The first round that is drawn and has not begun."""
    for at, found in state.rounds():
        if not found.has_begun and not found.closed:
            return round_view(state, at)
    return None


def _columns(lines: Sequence[Item]) -> Iterator[Sequence[Sequence[Item]]]:
    """The lines in one or two columns for each screen, spread evenly over as few screens as possible."""
    for part in _parts(lines, math.ceil(len(lines) / math.ceil(len(lines) / LINES))) if lines else ():
        count = math.ceil(len(part) / 2) if len(part) > LINES_OF_COLUMN else len(part)
        yield list(_parts(part, count))


def _parts(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def round_start(tournament: int, at: RoundId) -> int:
    """The time when a round was drawn, or when the round before it was closed, whichever is later."""
    found, after = 0, 0
    while entries := services().store.tournaments.log(tournament, after, 1_000):
        for entry in entries:
            match entry.change:
                case Drawn(stage=at.stage, round=at.round) | Redrawn(stage=at.stage, round=at.round):
                    found = entry.at
                case RoundClosed() as closed if RoundId(closed.stage, closed.round) < at:
                    found = entry.at
                case RoundReopened(stage=at.stage, round=at.round):
                    found = entry.at
                case _:
                    pass
        after = entries[-1].number
    return found
