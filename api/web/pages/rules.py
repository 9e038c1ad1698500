"""The games of the family: their rules, options and faults, their statistics, ratings and leaderboards."""

from collections.abc import Mapping
from functools import partial
from itertools import groupby
from typing import Any, Final

from flask import Response, redirect
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.auth import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.requests import known_counts
from daifu.api.http.resources.player_statistics import (
    leaderboard_part,
    player_names,
    ratings_version,
    statistics_version,
)
from daifu.api.http.resources.ratings import ratings_page
from daifu.api.http.resources.statistics import leaderboard_page
from daifu.api.http.services import services
from daifu.api.languages import Language, say
from daifu.api.views.game_text import SEVERITIES, kind_sentence
from daifu.api.views.rules import game_view, games_view
from daifu.api.views.statistics import game_statistics
from daifu.api.views.values import TableView
from daifu.api.web import addresses
from daifu.api.web.figures import figure_groups, games_behind, without_rules
from daifu.api.web.languages import page_language
from daifu.api.web.plots.game_plots import GAME_PLOTS
from daifu.api.web.plots.plot import Plot
from daifu.api.web.plots.responses import ThemeQuery, plot_response, specification_response
from daifu.api.web.queries import address_from, takes_page_query
from daifu.api.web.responses import cached_page, page
from daifu.api.web.table_files import MOST_ROWS, TableFileQuery, table_file
from daifu.data.rulebooks.pages import option_values
from daifu.data.rulebooks.rules import SECTION_HEADINGS
from daifu.data.store.values import DealFilter
from daifu.replay.figures.figure import GROUPS, Figure
from daifu.replay.figures.figures import RULE, TURN, ProfileFigures, table_figures
from daifu.replay.figures.plan import game_figure_catalogue, player_figure_catalogue
from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.schemas.http.cursors import cursor_text
from daifu.schemas.http.query_fields import LARGEST_PAGE, PAGE, cursor, exact_text, whole

_ALL_DEALS: Final = DealFilter()
_MOST_DEALS: Final = 10**9
_DEFAULT_LEAST: Final = 10
"""Players with fewer deals are left out of a ranking unless the reader asks for them."""
_DEFAULT_FIGURE: Final = "place.relative"


class RatingsPageQuery(TableFileQuery):
    """A page of the ratings of a game, or all of them as a file."""

    least = whole(1, _MOST_DEALS, "Only players with at least this number of deals.", load_default=_DEFAULT_LEAST)
    limit = whole(1, LARGEST_PAGE, "How many players a page has at most.", load_default=PAGE)
    cursor = cursor()


class LeaderboardPageQuery(RatingsPageQuery):
    """A page of a leaderboard or all of it as a file, and its figure."""

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
    key, language = known_counts(profile), page_language()
    rules = game_of(key)
    if rules != key:
        return redirect(f"{addresses.HOUSES}/{key.removeprefix(f'{rules}_')}")
    game = game_view(PROFILES[rules])
    sections = [
        (say(SECTION_HEADINGS[section], language), list(some))
        for section, some in groupby(game.rules, key=lambda rule: rule.section)
    ]
    types = {option.name: option.type for option in game.options}
    types |= {f"{option.name}.{part.name}": part.type for option in game.options for part in option.parameters}
    values = {name: say(option_values(kind), language) for name, kind in types.items()}
    return page(
        "rule_book.html",
        game=game,
        rules=rules,
        sections=sections,
        option_values=values,
        kind_sentence=kind_sentence,
        severities=SEVERITIES,
    )


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(TableFileQuery)
def show_game_statistics(query: dict[str, Any], profile: str) -> Response:
    """Show the statistics of a game as a whole, with plots and the records that players hold."""
    rules = known_counts(profile)
    if kind := query.get("format"):
        return table_file(kind, f"{rules}-statistics", statistics_version(rules), partial(_statistics_table, rules))
    version = f"{statistics_version(rules)} {ratings_version(rules)}"
    return cached_page("game_statistics.html", version, partial(_statistics_values, rules))


def _statistics_table(rules: str) -> TableView:
    """All figures of a game as a table."""
    return game_statistics(rules, *services().store.statistics.profile(rules, _ALL_DEALS))


def _statistics_values(rules: str) -> Mapping[str, Any]:
    """What the page of the statistics of a game shows."""
    language, whole_game = page_language(), _whole_game(rules)
    records = services().store.ratings.records(rules)
    figures = {id: value for id, value in whole_game.figures.items() if not id.startswith((RULE, TURN))}
    return {
        "rules": rules,
        "groups": figure_groups(without_rules(figures), game_figure_catalogue(rules), games_behind(rules), language),
        "plots": {name: plot for name, make in GAME_PLOTS.items() if (plot := make(whole_game, language)).rows},
        "hardest": [(rule, value) for rule, value in whole_game.hardest.items() if value.numerator],
        "records": records.holders,
        "behind": records.behind,
        "names": player_names(one.person for some in records.holders.values() for one in some),
    }


def _whole_game(rules: str) -> ProfileFigures:
    """The figures of a game as a whole."""
    return table_figures(rules, *services().store.statistics.profile(rules, _ALL_DEALS))


@lane(Lane.PLOTS)
@requires_read_access
@takes_page_query(ThemeQuery)
def show_game_plot(query: dict[str, Any], profile: str, plot: str) -> Response:
    """Draw a plot of a game."""
    rules = _game_with_plot(profile, plot)
    return plot_response((rules, plot), statistics_version(rules), query["theme"], lambda: _plot(rules, plot))


@lane(Lane.COSTLY)
@requires_read_access
def send_game_plot_specification(profile: str, plot: str) -> Response:
    """Send the specification of a plot of a game."""
    rules = _game_with_plot(profile, plot)
    return specification_response(_plot(rules, plot), f"{rules}-{plot}")


def _plot(rules: str, plot: str) -> Plot:
    return GAME_PLOTS[plot](_whole_game(rules), page_language())


def _game_with_plot(profile: str, plot: str) -> str:
    """The name of the game. Raises the problem `not-found`, and `NotFound` where there is no such plot."""
    if plot not in GAME_PLOTS:
        raise NotFound
    return known_counts(profile)


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(RatingsPageQuery)
def show_ratings(query: dict[str, Any], profile: str) -> Response:
    """Show the ratings of the players of a game, highest skill first."""
    rules = known_counts(profile)
    if kind := query.get("format"):
        make_table = partial(ratings_page, rules, query["least"], MOST_ROWS, 0)
        return table_file(kind, f"{rules}-ratings", ratings_version(rules), make_table)
    return cached_page("ratings.html", ratings_version(rules), partial(_ratings_values, rules, query))


def _ratings_values(rules: str, query: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a page of ratings shows."""
    found = services().store.ratings.ratings(rules, query["least"], query["limit"], query.get("cursor", 0))
    return {
        "rules": rules,
        "ratings": found,
        "names": player_names(one.person for one in found.rated),
        "least": query["least"],
        "first": _first_page(query, addresses.ratings_page(rules), least=query["least"]),
        "next": address_from(None if found.after is None else cursor_text(found.after)),
    }


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(LeaderboardPageQuery)
def show_leaderboard(query: dict[str, Any], profile: str) -> Response:
    """Show the players of a game by a figure that the reader chooses, best first."""
    rules = known_counts(profile)
    figure = player_figure_catalogue(rules).get(query.get("figure", _DEFAULT_FIGURE))
    if figure is None:
        raise NotFound
    if kind := query.get("format"):
        make_table = partial(leaderboard_page, figure, rules, query["least"], slice(0, MOST_ROWS))
        return table_file(kind, f"{rules}-leaderboard", statistics_version(rules), make_table)
    start, limit = query.get("cursor", 0), query["limit"]
    make_values = partial(_leaderboard_values, rules, figure, query, slice(start, start + limit))
    return cached_page("leaderboard.html", statistics_version(rules), make_values)


def _leaderboard_values(rules: str, figure: Figure, query: Mapping[str, Any], part: slice) -> Mapping[str, Any]:
    """What a page of a leaderboard shows."""
    found = leaderboard_part(figure.id, rules, query["least"], part)
    language = page_language()
    return {
        "rules": rules,
        "figure": figure,
        "name": say(figure.name, language),
        "text": say(figure.text, language),
        "entries": found.entries,
        "count": found.players,
        "names": player_names(one.player for one in found.entries),
        "least": query["least"],
        "choices": _figure_choices(rules, language),
        "first": _first_page(query, addresses.leaderboard_page(rules), figure=figure.id, least=query["least"]),
        "next": address_from(cursor_text(part.stop) if part.stop < found.players else None),
    }


def _figure_choices(rules: str, language: Language) -> list[tuple[str, list[tuple[str, str]]]]:
    """The figures that a leaderboard can have, by group: id and name; those of rules are left out."""
    known = [figure for figure in player_figure_catalogue(rules).values() if not figure.id.startswith((RULE, TURN))]
    known.sort(key=lambda figure: list(GROUPS).index(figure.group))
    return [
        (say(GROUPS[group], language), [(figure.id, say(figure.name, language)) for figure in figures])
        for group, figures in groupby(known, key=lambda figure: figure.group)
    ]


def _first_page(query: Mapping[str, Any], path: str, **kept: object) -> str | None:
    """The address of the first page of a list; None on that page."""
    return addresses.with_query(path, kept) if query.get("cursor") else None
