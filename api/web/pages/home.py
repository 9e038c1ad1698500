"""The first page, and the search for players, games and tournaments."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from flask import Response

from daifu.api.http.access import club, requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.operations import JUDGED_EARLIER
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.entry.fields import read_whole
from daifu.api.web.entry.rules_forms import HOUSE
from daifu.api.web.pages.club import club_values
from daifu.api.web.pages.seasons import current_shown_season
from daifu.api.web.queries import takes_page_query
from daifu.api.web.responses import Values, cached_page, colours_of, may, page, uncached_page
from daifu.data.evenings import due_deal, is_going_on
from daifu.data.samples import has_samples
from daifu.data.store.values import ADMIN, RecordFilter, RecordSummary, TournamentSummary
from daifu.replay.games.catalogue import game_of, house_id
from daifu.replay.text import fold_name
from daifu.schemas.http.query_fields import QuerySchema, exact_text
from daifu.schemas.record.limits import LARGEST_INTEGER

_NEWEST: Final = 8
_FOUND: Final = 20
_TOURNAMENTS: Final = 200
"""How many tournaments, the newest ones, are looked through."""


class SearchQuery(QuerySchema):
    """What is searched for."""

    q = exact_text("A part of a name, the number of a game, or the name of an event.")


class Tonight(NamedTuple):
    """The evening that is being played, the number of the deal that comes next, and the colours of its players."""

    game: RecordSummary
    due: int
    colours: Sequence[int]


@lane(Lane.COSTLY)
@requires_read_access
def show_home() -> Response:
    """Show what the club plays tonight, and what is new. An admin is asked for the club where there is none yet."""
    if club() is None and may(ADMIN) and not has_samples(services().store):
        return uncached_page("club/welcome.html", **club_values())
    now = datetime.now(UTC)
    return cached_page("home.html", (services().store.state(), now.date(), now.hour), lambda: _home_values(now))


def _home_values(now: datetime) -> Values:
    store = services().store
    running = [one for one in _newest_tournaments() if not one.finished]
    start, usual = addresses.NEW_EVENING, stated.rules if (stated := club()) else None
    if usual is not None:  # a new evening is of the usual game
        house = house_id(usual)
        version = f"{house}@{store.houses.find(house).document.version}" if house else None
        start = addresses.with_query(start, {"rules": game_of(usual), HOUSE: version})
    evenings = store.page(RecordFilter(evening=True), limit=_NEWEST).records
    tonight = next((one for one in evenings if is_going_on(one, now)), None)  # of several the one that was opened last
    players = [id for id, _ in tonight.players] if tonight else []
    return {
        "notice": None if store.is_judged() or not may(ADMIN) else JUDGED_EARLIER,
        "tonight": tonight and Tonight(tonight, due_deal(store.record(tonight.id)), colours_of(players)),
        "season": current_shown_season(),
        "seasons": store.seasons.all()[:4],
        "start": start,
        "counts": store.counts(),
        "games": store.page(RecordFilter(), limit=_NEWEST).records,
        "tournaments": running[:_NEWEST],
        "has_samples": has_samples(store),
    }


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(SearchQuery)
def search(query: dict[str, Any]) -> Response:
    """Show the players, games and tournaments that a text finds."""
    wanted = query.get("q", "").strip()
    if not wanted:
        return page("search.html", wanted="", people=[], tournaments=[], entrants=[], games=[], has_more_people=False)
    store, folded = services().store, fold_name(wanted)
    people, tournaments = store.people.find(wanted, _FOUND), _newest_tournaments()
    running = [one for one in tournaments if not one.finished][:_NEWEST]
    entrants = ((one, entrant) for one in running for entrant in store.tournaments.present(one.id).state.entrants)
    return page(
        "search.html",
        wanted=wanted,
        people=people.people,
        has_more_people=people.after is not None,
        tournaments=[one for one in tournaments if folded in fold_name(one.name)][:_FOUND],
        entrants=[(one, entrant) for one, entrant in entrants if folded in fold_name(entrant.name)][:_FOUND],
        games=_games_of(wanted),
    )


def _newest_tournaments() -> list[TournamentSummary]:
    return services().store.tournaments.page(limit=_TOURNAMENTS).tournaments


def _games_of(wanted: str) -> list[RecordSummary]:
    """The game with this number, and the newest games of an event with this name."""
    store = services().store
    games = store.page(RecordFilter(tournament=wanted), limit=_FOUND).records
    number = read_whole(wanted.removeprefix("#"), LARGEST_INTEGER)
    if number is None:
        return games
    # Lists go on below a number, so the one above it begins with the game itself.
    before = store.page(RecordFilter(), number + 1, limit=1).records
    return [one for one in before if one.id == number] + games
