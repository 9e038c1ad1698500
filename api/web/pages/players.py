"""Players: the list of them, the page of each with figures, comparisons and plots, and their analysed deals."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from flask import Response, redirect
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.statistics import counts_of_all, deal_filter, ratings_version, statistics_version
from daifu.api.http.services import services
from daifu.api.views.analysis import AnalysedGame, Mistake, mistakes
from daifu.api.views.players import people_table
from daifu.api.views.statistics import player_statistics
from daifu.api.views.values import TableView
from daifu.api.web import addresses
from daifu.api.web.figures import FigureGroup, figure_groups, games_behind, key_rows, without_rules
from daifu.api.web.languages import page_language
from daifu.api.web.page_files import MOST_ROWS, TableFileQuery, table_file
from daifu.api.web.page_services import peers_of
from daifu.api.web.pages.rules import filter_values, filter_version
from daifu.api.web.plots import player_plots
from daifu.api.web.plots.figure_plots import seats_plot, transitions_plot
from daifu.api.web.plots.player_plots import PlayedDeal
from daifu.api.web.plots.plot import Plot, ThemeQuery, plot_response, specification_response
from daifu.api.web.queries import address_from, takes_page_query
from daifu.api.web.responses import Values, cached_page, page
from daifu.data.store.merged_statistics import opponents_of
from daifu.data.store.values import DealFilter, PeopleCursor, Person, RecordFilter, RecordSummary
from daifu.replay.analysis.deals import METHOD
from daifu.replay.counters import Counts
from daifu.replay.figures.figures import Figures, player_figures
from daifu.replay.figures.leaderboard import ENOUGH_DEALS, Comparison, compare_with_peers
from daifu.replay.figures.plan import player_figure_catalogue
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Language
from daifu.schemas.analysis import MissedWinAnalysis, read_analysis
from daifu.schemas.answer import player_cursor_text
from daifu.schemas.http.queries import DealFilterQuery, GameQuery, PlayersQuery
from daifu.schemas.http.query_fields import LARGEST_PAGE
from daifu.schemas.report import read_results

MOST_GAMES: Final = 25
MOST_DEALS: Final = 100
"""How many games are read at most for the points of the latest deals, and how many deals are shown."""
KEY_FIGURES: Final = ("deals", "place.mean", "first", "last", "points.mean", "faults")
"""The figures at the top of the page."""


class PlotQuery(GameQuery, ThemeQuery):
    """The game of a player, and the theme in which a plot is drawn."""


class PlayersPageQuery(PlayersQuery, TableFileQuery):
    """A search for players, and whether they are sent as a file."""


class PlayerPageQuery(GameQuery, TableFileQuery, DealFilterQuery):  # type: ignore[misc, valid-type] # made by marshmallow
    """The game of a player, which of its deals are counted, and whether the figures are sent as a file."""


class PlayerOfGame(NamedTuple):
    """A person, all games that they have played, and their counts in one of these."""

    person: Person
    games: Mapping[str, Counts]
    rules: str

    @property
    def counts(self) -> Counts:
        """The counts in the game."""
        return self.games[self.rules]

    @property
    def version(self) -> str:
        """The version of everything that the page shows."""
        deals = [(game, counts.get("deals", 0)) for game, counts in self.games.items()]
        people = services().store.people.version()
        return f"{statistics_version(self.rules)} {ratings_version(self.rules)} {people} {deals}"

    def figures(self) -> Figures:
        """All figures of the player in the game."""
        return player_figures(self.rules, self.counts, counts_of_all(self.rules))

    def table(self) -> TableView:
        """All figures of the player in the game, as a table."""
        return player_statistics(self.person, self.rules, self.counts, counts_of_all(self.rules))

    def comparisons(self, figures: Figures) -> dict[str, Comparison]:
        """How the figures compare with those of others; empty for a player of few deals."""
        if self.counts.get("deals", 0) < ENOUGH_DEALS:
            return {}
        peers = peers_of(self.rules, statistics_version(self.rules))
        return compare_with_peers(peers, figures, player_figure_catalogue(self.rules))


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(PlayersPageQuery)
def list_players(query: dict[str, Any]) -> Response:
    """Show the players, or those whose names match what was searched for."""
    if kind := query.get("format"):
        found_by = query.get("q", "")
        return table_file(kind, "players", services().store.state(), lambda: people_table(list(_each_person(found_by))))
    after = query.get("cursor")
    found = services().store.people.find(query.get("q", ""), query["limit"], after and PeopleCursor(*after))
    following = address_from(found.after and player_cursor_text(*found.after))
    return page(
        "players.html",
        people=found.people,
        search=query.get("q", ""),
        first=addresses.with_query(addresses.PLAYERS, {"q": query.get("q")}) if after else None,
        next=following,
    )


def _each_person(search: str) -> Iterator[Person]:
    """The people whom a search finds, as many as a file has."""
    after = None
    for _ in range(0, MOST_ROWS, LARGEST_PAGE):
        found = services().store.people.find(search, LARGEST_PAGE, after)
        yield from found.people
        after = found.after
        if after is None:
            return


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(PlayerPageQuery)
def show_player(query: dict[str, Any], player: str) -> Answer:
    """Show a player: their figures in a game, how these compare, plots, opponents and streaks."""
    person = services().store.people.one(player)
    if person.id != player:  # they were merged into somebody
        return redirect(addresses.with_query(addresses.player_page(person.id), query))
    found = player_of_game(person, query.get("rules"))
    if found is None:
        return page("player_without_deals.html", person=person)
    wanted, kind = deal_filter(query), query.get("format")
    if wanted != DealFilter():
        return _some_deals(found, wanted, query)
    if kind:
        return table_file(kind, f"{found.rules}-player", found.version, found.table)
    version = found.version, filter_version(wanted)
    return cached_page("player.html", version, lambda: {**_player_values(found), **filter_values(query)})


def _some_deals(found: PlayerOfGame, wanted: DealFilter, query: Mapping[str, Any]) -> Answer:
    """The figures of a player in some of their deals."""
    person, rules = found.person, found.rules
    version = found.version, filter_version(wanted)

    def chosen() -> PlayerOfGame:
        counts = services().store.statistics.player(person.players, rules, wanted) or {}
        return found._replace(games={rules: counts})

    if kind := query.get("format"):
        return table_file(kind, f"{rules}-player", version, lambda: chosen().table())

    def values() -> Mapping[str, Any]:
        some = chosen()
        days = {"from": wanted.since, "to": wanted.until}
        games = addresses.games_page(player=person.id, rules=rules, tournament=wanted.tournament, **days)
        figures = without_rules(some.figures()) if some.counts else {}
        groups = figure_groups(figures, player_figure_catalogue(rules), lambda _figure: games, page_language())
        keys = list(key_rows(groups, KEY_FIGURES))
        return {"person": person, "rules": rules, "groups": groups, "key_rows": keys, **filter_values(query)}

    return cached_page("player_span.html", version, values)


def player_of_game(person: Person, rules: str | None) -> PlayerOfGame | None:
    """The person in a game, by default the one that they have played most; None for one they have not played."""
    statistics = services().store.statistics
    found = ((game, statistics.player(person.players, game)) for game in (*PROFILES, *statistics.houses()))
    games = {game: counts for game, counts in found if counts is not None}
    chosen = rules or max(games, key=lambda game: games[game].get("deals", 0), default=None)
    return PlayerOfGame(person, games, chosen) if chosen in games else None


def _player_values(found: PlayerOfGame) -> Mapping[str, Any]:
    store, person, language = services().store, found.person, page_language()
    groups, others = compared_figure_groups(found)
    return {
        "person": person,
        "rules": found.rules,
        "games": {game: counts.get("deals", 0) for game, counts in found.games.items()},
        "groups": groups,
        "key_rows": list(key_rows(groups, KEY_FIGURES)),
        "others": others,
        "enough": ENOUGH_DEALS,
        "plots": {name: plot for name, make in PLOTS.items() if (plot := make(found, language)).rows},
        "form": store.ratings.form(person.players, found.rules),
        "history": store.people.history(person.id),
    }


class ComparedGroups(NamedTuple):
    """The figures of a player by group, and how many others they are compared with at most."""

    groups: list[FigureGroup]
    others: int


def compared_figure_groups(found: PlayerOfGame) -> ComparedGroups:
    """The figures of a player in the language of the page, each with how it compares with those of others."""
    figures = found.figures()
    comparisons = found.comparisons(figures)
    known, behind = player_figure_catalogue(found.rules), games_behind(found.rules, found.person.id)
    groups = figure_groups(without_rules(figures), known, behind, page_language(), comparisons)
    return ComparedGroups(groups, max((one.others for one in comparisons.values()), default=0))


@lane(Lane.PLOTS)
@requires_read_access
@takes_page_query(PlotQuery)
def show_plot(query: dict[str, Any], player: str, plot: str, ending: str) -> Response:
    """Draw a plot of a player."""
    found, make = _known_plot(player, plot, query.get("rules"))
    key = (found.person.id, found.rules, plot)
    return plot_response(key, found.version, query, ending, lambda: make(found, page_language()))


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(GameQuery)
def send_plot_specification(query: dict[str, Any], player: str, plot: str) -> Response:
    """Send the specification of a plot of a player."""
    found, make = _known_plot(player, plot, query.get("rules"))
    return specification_response(make(found, page_language()), f"{found.rules}-{plot}")


PlotMaker = Callable[[PlayerOfGame, Language], Plot]


def _known_plot(player: str, plot: str, rules: str | None) -> tuple[PlayerOfGame, PlotMaker]:
    """The player and what makes the plot. Raises `NoSuchPlayer`, and `NotFound` for another plot or game."""
    found = player_of_game(services().store.people.one(player), rules)
    if found is None or plot not in PLOTS:
        raise NotFound
    return found, PLOTS[plot]


PLOTS: Final[Mapping[str, PlotMaker]] = {
    "rating": lambda found, language: player_plots.rating_plot(
        services().store.ratings.history(found.person.players, found.rules), found.rules, found.person.id, language
    ),
    "deals": lambda found, language: player_plots.deals_plot(latest_deals(found.person, found.rules), language),
    "places": lambda found, language: player_plots.places_plot(found.figures(), language),
    "titles": lambda found, language: transitions_plot(found.figures(), language),
    "seats": lambda found, language: seats_plot(found.figures(), language),
    "opponents": lambda found, language: player_plots.opponents_plot(
        found.rules, found.person.id, opponents_of(services().store, found.person, found.rules), language
    ),
}
"""The plots of a player by the names in their addresses."""


def latest_deals(person: Person, rules: str) -> list[PlayedDeal]:
    """The points of a person in their latest deals, oldest first, from the reports of their latest games."""
    found: list[PlayedDeal] = []
    for game in latest_games(person, rules):
        found[:0] = _deals_of_game(person, game)
        if len(found) >= MOST_DEALS:
            break
    return found[-MOST_DEALS:]


def latest_games(person: Person, rules: str) -> list[RecordSummary]:
    """The latest games of a person by the day and time of the event, latest first.

    Within a day, games without a time come after all others, as in ratings.
    """
    records = services().store
    found = {
        game.id: game
        for player in person.players
        for game in records.page(RecordFilter(player=player, rules=rules), limit=MOST_GAMES).records
    }
    games = sorted(found.values(), key=lambda game: (game.date or "", game.time is None, game.time, game.id))
    return games[: -MOST_GAMES - 1 : -1]


def _deals_of_game(person: Person, game: RecordSummary) -> Iterator[PlayedDeal]:
    """The deals of a game in which the person scored."""
    report, _revision = services().store.report(game.id)
    ids = [player for player, _name in game.players]
    seats = [index for index, id in enumerate(ids) if id in person.players]
    for number, deal in enumerate(read_results(report), 1):
        for seat in seats:
            points = deal.points[seat]
            if points is not None:
                yield PlayedDeal(game.id, number, game.date, float(points))


FIGURES: Final = (
    "analysed",
    "wins.missed",
    "wins.played",
    "accuracy",
    "luck.cards",
    "luck.seat",
    "luck.play",
    "luck.adjusted",
)
"""The figures of the page in their order."""


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(GameQuery)
def show_player_analysis(query: dict[str, Any], player: str) -> Response:
    """Show the figures of a player's analysed deals, and mistakes of their latest games."""
    found = player_of_game(services().store.people.one(player), query.get("rules"))
    if found is None:
        raise NotFound
    return cached_page("player_analysis.html", found.version, partial(_values, found))


def _values(found: PlayerOfGame) -> Values:
    games = latest_games(found.person, found.rules)
    return {
        "person": found.person,
        "rules": found.rules,
        "rows": list(key_rows(compared_figure_groups(found).groups, FIGURES)),
        "latest": len(games),
        "mistakes": mistakes(_analysed_games(found, games)),
        "before": _before,
        # The address of the position after the action that would have been better.
        "answer": lambda one: addresses.better_line_page(one.game, one.deal, one.point.action + 1, 1),
        "is_proven": lambda one: isinstance(one.point, MissedWinAnalysis),
    }


def _analysed_games(found: PlayerOfGame, games: list[RecordSummary]) -> Iterator[AnalysedGame]:
    """Those of the games that have been analysed, with the seats of the player."""
    analyses = services().store.analyses
    for game in games:
        analysis = analyses.find(game.id, game.revision, METHOD)
        if analysis is not None:
            seats = {number for number, (id, _name) in enumerate(game.players, 1) if id in found.person.players}
            yield AnalysedGame(game.id, seats, read_analysis(analysis))


def _before(mistake: Mistake) -> str:
    """The address of the position before a mistake, with the legal actions."""
    path = addresses.position_page(mistake.game, mistake.deal, mistake.point.action)
    return addresses.with_query(path, {"legal": "true"})
