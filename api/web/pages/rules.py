"""The games of the family: their rules, options and faults, their statistics, ratings and leaderboards."""

from collections.abc import Hashable, Mapping
from datetime import date
from functools import partial
from itertools import groupby
from typing import Any, Final

from flask import Response, redirect
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.requests import known_counts
from daifu.api.http.resources.ratings import rating_changes_page, ratings_page
from daifu.api.http.resources.statistics import (
    deal_filter,
    leaderboard_page,
    leaderboard_part,
    player_names,
    ratings_version,
    statistics_version,
    wanted_days,
)
from daifu.api.http.services import services
from daifu.api.views.game_text import kind_sentence
from daifu.api.views.rules import game_view, games_view
from daifu.api.views.statistics import game_statistics
from daifu.api.views.values import TableView
from daifu.api.web import addresses
from daifu.api.web.figures import figure_groups, games_behind, without_rules
from daifu.api.web.languages import game_title, page_language
from daifu.api.web.page_files import MOST_ROWS, TableFileQuery, table_file
from daifu.api.web.plots.figure_plots import GAME_PLOTS
from daifu.api.web.plots.plot import Plot, ThemeQuery, plot_response, specification_response
from daifu.api.web.queries import address_from, takes_page_query
from daifu.api.web.responses import Values, cached_page, page
from daifu.data.ratings.values import FeatHolders
from daifu.data.rulebooks.pages import option_values
from daifu.data.rulebooks.rules import SECTION_HEADINGS
from daifu.data.store.merged_statistics import groups_by_person
from daifu.data.store.values import DealFilter
from daifu.replay.faults import SEVERITIES
from daifu.replay.figures.figure import GROUPS, Figure
from daifu.replay.figures.figures import RULE, TURN, ProfileFigures, table_figures
from daifu.replay.figures.plan import game_figure_catalogue, player_figure_catalogue
from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.replay.text import say
from daifu.schemas.answer import cursor_text
from daifu.schemas.http.queries import DealFilterQuery, SpanQuery
from daifu.schemas.http.query_fields import LARGEST_PAGE, PAGE, cursor, exact_text, whole

_FILTER: Final = ("season", "from", "to", "tournament", "players")
"""The parameters that choose some deals."""


class GameDealsQuery(DealFilterQuery):  # type: ignore[misc, valid-type] # a class that marshmallow made
    """Which deals of a game are counted."""


class StatisticsPageQuery(TableFileQuery, GameDealsQuery):
    """The same, and whether the figures are sent as a file."""


class GamePlotQuery(ThemeQuery, GameDealsQuery):
    """The same, and the theme in which a plot is drawn."""


class RankingPageQuery(TableFileQuery):
    """A page of a ranking, or all of it as a file."""

    least = whole(1, 10**9, "Only players with at least this number of deals.", load_default=10)
    limit = whole(1, LARGEST_PAGE, "How many players a page has at most.", load_default=PAGE)
    cursor = cursor()


class RatingsPageQuery(RankingPageQuery, SpanQuery):  # type: ignore[misc, valid-type] # likewise
    """A page of the ratings of a game, or of what a span changed, or all of it as a file."""


class LeaderboardPageQuery(RankingPageQuery, GameDealsQuery):
    """A page of a leaderboard or all of it as a file, its figure, and the deals that it counts."""

    figure = exact_text("The id of the figure.")


@lane(Lane.COSTLY)
@requires_read_access
def list_games() -> Response:
    """Show the games of the family."""
    decided = {game: services().store.statistics.profile(game)[0].get("finished", 0) for game in PROFILES}
    return page("rules.html", games=games_view().rules, decided=decided)


@requires_read_access
def show_rules(profile: str) -> Answer:
    """Show the rule book of a game, with its options and the faults that it knows; of a house, its sheet."""
    key = known_counts(profile)
    rules = game_of(key)
    if rules != key:
        return redirect(f"{addresses.HOUSES}/{key.removeprefix(f'{rules}_')}")
    return cached_page("rule_book.html", rules, partial(_rule_book_values, rules))


def _rule_book_values(rules: str) -> Values:
    game, language = game_view(PROFILES[rules]), page_language()
    sections = [
        (say(SECTION_HEADINGS[section], language), list(some))
        for section, some in groupby(game.rules, key=lambda rule: rule.section)
    ]
    types = {option.name: option.type for option in game.options}
    types |= {f"{option.name}.{part.name}": part.type for option in game.options for part in option.parameters}
    return {
        "game": game,
        "rules": rules,
        "sections": sections,
        "option_values": {name: say(option_values(kind), language) for name, kind in types.items()},
        "kind_sentence": kind_sentence,
        "severities": SEVERITIES,
    }


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(StatisticsPageQuery)
def show_game_statistics(query: dict[str, Any], profile: str) -> Response:
    """Show the statistics of a game as a whole or of some deals, with plots and the records that players hold."""
    rules, wanted = known_counts(profile), deal_filter(query)
    if kind := query.get("format"):

        def table() -> TableView:
            return game_statistics(rules, *services().store.statistics.profile(rules, wanted))

        return table_file(kind, f"{rules}-statistics", (statistics_version(rules), wanted), table)
    version = game_title(rules), statistics_version(rules), ratings_version(rules), filter_version(wanted)
    return cached_page("game_statistics.html", version, partial(_statistics_values, rules, query, wanted))


def filter_version(wanted: DealFilter) -> Hashable:
    """What changes with the deals that a page counts, and with what its form offers."""
    return wanted, tuple(services().store.seasons.all())


def filter_values(query: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the form shows that chooses some deals."""
    asked = {name: query[name] for name in _FILTER if query.get(name) is not None}
    store = services().store
    return {"asked": asked, "seasons": store.seasons.all(), "events": store.seasons.events}


def _statistics_values(rules: str, query: Mapping[str, Any], wanted: DealFilter) -> Mapping[str, Any]:
    """What the page of the statistics of a game shows; records are of all deals, and stand there only for these."""
    language, whole_game = page_language(), _whole_game(rules, wanted)
    records = FeatHolders({}, 0) if wanted != DealFilter() else services().store.ratings.records(rules)
    figures = {id: value for id, value in whole_game.figures.items() if not id.startswith((RULE, TURN))}
    return {
        "rules": rules,
        **filter_values(query),
        "groups": figure_groups(without_rules(figures), game_figure_catalogue(rules), games_behind(rules), language),
        "plots": {name: plot for name, make in GAME_PLOTS.items() if (plot := make(whole_game, language)).rows},
        "hardest": [(rule, value) for rule, value in whole_game.hardest.items() if value.numerator],
        "records": records.holders,
        "behind": records.behind,
        "names": player_names(one.person for some in records.holders.values() for one in some),
    }


def _whole_game(rules: str, wanted: DealFilter) -> ProfileFigures:
    return table_figures(rules, *services().store.statistics.profile(rules, wanted))


@lane(Lane.PLOTS)
@requires_read_access
@takes_page_query(GamePlotQuery)
def show_game_plot(query: dict[str, Any], profile: str, plot: str, ending: str) -> Response:
    """Draw a plot of a game."""
    rules, wanted = _game_with_plot(profile, plot), deal_filter(query)
    make = partial(_plot, rules, plot, wanted)
    return plot_response((rules, plot, wanted), statistics_version(rules), query, ending, make)


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(GameDealsQuery)
def send_game_plot_specification(query: dict[str, Any], profile: str, plot: str) -> Response:
    """Send the specification of a plot of a game."""
    rules = _game_with_plot(profile, plot)
    return specification_response(_plot(rules, plot, deal_filter(query)), f"{rules}-{plot}")


def _plot(rules: str, plot: str, wanted: DealFilter) -> Plot:
    return GAME_PLOTS[plot](_whole_game(rules, wanted), page_language())


def _game_with_plot(profile: str, plot: str) -> str:
    """The name of the game. Raises the problem `not-found`, and `NotFound` where there is no such plot."""
    if plot not in GAME_PLOTS:
        raise NotFound
    return known_counts(profile)


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(RatingsPageQuery)
def show_ratings(query: dict[str, Any], profile: str) -> Response:
    """Show the ratings of the players of a game, highest skill first, or what a span changed."""
    rules, days = known_counts(profile), wanted_days(query)
    is_span = any(days) or "season" in query
    if kind := query.get("format"):
        whole = partial(ratings_page, rules, query["least"], MOST_ROWS, 0)
        change = partial(rating_changes_page, rules, query["least"], days, slice(MOST_ROWS))
        return table_file(kind, f"{rules}-ratings", (ratings_version(rules), days), change if is_span else whole)
    version = game_title(rules), ratings_version(rules), filter_version(DealFilter(*days))
    if is_span:
        return cached_page("rating_changes.html", version, partial(_changes_values, rules, query, days))
    return cached_page("ratings.html", version, partial(_ratings_values, rules, query))


def _changes_values(rules: str, query: Mapping[str, Any], days: tuple[date | None, date | None]) -> Mapping[str, Any]:
    start = query.get("cursor", 0)
    found = rating_changes_page(rules, query["least"], days, slice(start, start + query["limit"]))
    asked = filter_values(query)
    return {
        "rules": rules,
        "found": found.value,
        "least": query["least"],
        **asked,
        "first": _first_page(query, addresses.ratings_page(rules), least=query["least"], **asked["asked"]),
        "next": address_from(found.after),
    }


def _ratings_values(rules: str, query: Mapping[str, Any]) -> Mapping[str, Any]:
    found = services().store.ratings.ratings(rules, query["least"], query["limit"], query.get("cursor", 0))
    return {
        "rules": rules,
        "ratings": found,
        "names": player_names(one.person for one in found.rated),
        "groups": groups_by_person(services().store, rules),
        "least": query["least"],
        **filter_values(query),
        "first": _first_page(query, addresses.ratings_page(rules), least=query["least"]),
        "next": address_from(None if found.after is None else cursor_text(found.after)),
    }


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(LeaderboardPageQuery)
def show_leaderboard(query: dict[str, Any], profile: str) -> Response:
    """Show the players of a game by a figure that the reader chooses, best first."""
    rules, wanted = known_counts(profile), deal_filter(query)
    figure = player_figure_catalogue(rules).get(query.get("figure", "place.relative"))
    if figure is None:
        raise NotFound
    if kind := query.get("format"):
        make_table = partial(leaderboard_page, figure, rules, query["least"], slice(0, MOST_ROWS), wanted)
        return table_file(kind, f"{rules}-leaderboard", (statistics_version(rules), wanted), make_table)
    start, limit = query.get("cursor", 0), query["limit"]
    make_values = partial(_leaderboard_values, rules, figure, query, slice(start, start + limit), wanted)
    version = game_title(rules), statistics_version(rules), filter_version(wanted)
    return cached_page("leaderboard.html", version, make_values)


def _leaderboard_values(
    rules: str, figure: Figure, query: Mapping[str, Any], part: slice, wanted: DealFilter
) -> Mapping[str, Any]:
    found = leaderboard_part(figure.id, rules, query["least"], part, wanted)
    language, asked = page_language(), filter_values(query)
    # The figures that a leaderboard can have; those of rules are left out.
    known = [one for one in player_figure_catalogue(rules).values() if not one.id.startswith((RULE, TURN))]
    known.sort(key=lambda one: list(GROUPS).index(one.group))
    return {
        "rules": rules,
        "figure": figure,
        "name": say(figure.name, language),
        "text": say(figure.text, language),
        "entries": found.entries,
        "count": found.players,
        "names": player_names(one.player for one in found.entries),
        "least": query["least"],
        "choices": [
            (say(GROUPS[group], language), [(one.id, say(one.name, language)) for one in figures])
            for group, figures in groupby(known, key=lambda one: one.group)
        ],
        **asked,
        "wanted": wanted,
        "first": _first_page(
            query, addresses.leaderboard_page(rules), figure=figure.id, least=query["least"], **asked["asked"]
        ),
        "next": address_from(cursor_text(part.stop) if part.stop < found.players else None),
    }


def _first_page(query: Mapping[str, Any], path: str, **kept: object) -> str | None:
    """The address of the first page of a list; None on that page."""
    return addresses.with_query(path, kept) if query.get("cursor") else None
