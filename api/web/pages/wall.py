"""The wall: large screens that take turns, for a projector. It has no scripts: the browser reloads it by a header.

Which screen is shown follows from the time alone, so that all walls show the same one, also after a restart.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

from flask import Response

from daifu.api.http.auth import requires_read_access
from daifu.api.http.resources.tournament_versions import TournamentVersion, tournament_version
from daifu.api.http.services import services
from daifu.api.languages import say
from daifu.api.views.tournaments.standings_table import standing_table
from daifu.api.web.languages import page_language
from daifu.api.web.page_services import page_services
from daifu.api.web.queries import takes_page_query
from daifu.api.web.responses import cached_page
from daifu.api.web.tournament_tables import RoundView, current_round, round_view, tables_still_playing
from daifu.data.tournaments.changes import Drawn, Redrawn, RoundClosed, RoundReopened
from daifu.data.tournaments.standings.standing import compute_standing
from daifu.data.tournaments.state import RoundId, State
from daifu.schemas.http.query_fields import QuerySchema, whole

SECONDS_A_SCREEN: Final = 10
RELOAD_SECONDS: Final = 1
FRESH_SECONDS: Final = 0.5
"""How old may be what a wall shows. A standing is computed once in this time, however many results come in."""
LINES: Final = 10
"""The lines of a standing on a screen, which can be read from five metres."""
NAMES: Final = 30
"""The names of a seating plan on a screen."""
TABLES: Final = 10
_MOST_MINUTES: Final = 600
_MOST_SCREENS: Final = 1_000
_SECONDS_A_MINUTE: Final = 60
_PAGE_OF_LOG: Final = 1_000

Item = TypeVar("Item")


class WallQuery(QuerySchema):
    """How long a round is, and a screen that is shown all the time."""

    minutes = whole(1, _MOST_MINUTES, "How many minutes a round has; without it the time that has passed is shown.")
    screen = whole(1, _MOST_SCREENS, "Show only this screen.")


class Screen(NamedTuple):
    """A screen: what it shows (`standing`, `seats` or `playing`), and its lines."""

    kind: str
    lines: Sequence[Any]


def current_time() -> float:
    """The time in seconds since 1970."""
    return time.time()


@requires_read_access
@takes_page_query(WallQuery)
def show_wall(query: dict[str, Any], id: int) -> Response:
    """Show the screen whose turn it is: standings, seats of the next round, or tables that are still playing."""
    found = _recent_version(id)
    now = current_time()
    passed = _minutes_passed(id, found, now)
    screens = page_services().value(
        ("wall", id, page_language()), found.version, lambda: list(make_screens(found.state))
    )
    turn = query["screen"] - 1 if "screen" in query else int(now // SECONDS_A_SCREEN)
    number = turn % max(1, len(screens))

    def values() -> Mapping[str, Any]:
        return {
            "id": id,
            "state": found.state,
            "screen": screens[number] if screens else None,
            "number": number + 1,
            "count": len(screens),
            "at": current_round(found.state),
            "playing": len(list(tables_still_playing(found.state))),
            "passed": passed,
            "minutes": query.get("minutes"),
        }

    answer = cached_page("tournament/wall.html", (found.version, number, passed), values)
    answer.headers["Refresh"] = str(RELOAD_SECONDS)
    return answer


def _recent_version(tournament: int) -> TournamentVersion:
    """A version of the tournament that is the present one, or was it a moment ago; the same for all walls meanwhile."""
    moment = int(monotonic() / FRESH_SECONDS)
    return page_services().value(("wall version", tournament), moment, lambda: tournament_version(tournament))


def make_screens(state: State) -> Iterator[Screen]:
    """The screens of a tournament in their order; none before the first stage."""
    if not state.stages:
        return
    standing = compute_standing(state)
    table = standing_table(state, standing, page_language(), ("place", "movement", "name", "team", "points"))
    heads = [(say(column.head, page_language()), column) for column in table.columns]
    for part in _parts(table.rows, LINES):
        yield Screen("standing", (say(table.place, page_language()), heads, part))
    playing = list(tables_still_playing(state))
    at = current_round(state)
    if at is not None and state.round_at(at).has_begun:
        now = round_view(state, at)
        for some in _parts([(now.tables[table.table - 1], missing) for table, missing in playing], TABLES):
            yield Screen("playing", some)
    coming = next_round(state)
    if coming is not None:
        for seats in _parts(coming.seated, NAMES):
            yield Screen("seats", (coming, seats))


def next_round(state: State) -> RoundView | None:
    """The first round that is drawn and has not begun."""
    for at, found in state.rounds():
        if not found.has_begun and not found.closed:
            return round_view(state, at)
    return None


def _parts(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _minutes_passed(tournament: int, found: TournamentVersion, now: float) -> int | None:
    """The minutes since the current round could begin; None before the first draw and after the last round."""
    at = current_round(found.state)
    if at is None or found.state.round_at(at).closed:
        return None
    start = page_services().value(("round start", tournament), found.version, lambda: round_start(tournament, at))
    return max(0, int(now - start) // _SECONDS_A_MINUTE)


def round_start(tournament: int, at: RoundId) -> int:
    """The time when a round was drawn, or when the round before it was closed, whichever is later."""
    found, after = 0, 0
    while entries := services().store.tournaments.log(tournament, after, _PAGE_OF_LOG):
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
