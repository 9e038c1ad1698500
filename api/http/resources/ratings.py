"""Ratings: `/v1/ratings`, a player's ratings and form, and the records of a game."""

from datetime import date
from typing import Any

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access import requires_read_access
from daifu.api.http.etags import answers_table
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import fails_with, lane, takes_query
from daifu.api.http.requests import known_counts
from daifu.api.http.resources.statistics import player_in_game, player_names, ratings_version, wanted_days
from daifu.api.http.responses import cached_page_response, cached_table_response
from daifu.api.http.services import services
from daifu.api.views import ratings
from daifu.api.views.values import TableView
from daifu.data.store.merged_statistics import groups_by_person
from daifu.schemas.http.queries import GameTableQuery, RankingQuery, RatingChangesQuery, TableQuery
from daifu.schemas.http.statistics import Feats, Form, RatingChanges, RatingHistory, Ratings


@lane(Lane.COSTLY)
@answers_table("The ratings", Ratings, headers=["ETag", "Link"])
@requires_read_access
@takes_query(RankingQuery)
def list_ratings(query: dict[str, Any]) -> Response:
    """List the ratings in a game.

    Highest skill first. The skill is a value that the player's strength exceeds almost certainly. Each deal changes the
    ratings of all its players by their places (openskill, Bradley-Terry with full pairing).
    """
    rules, least, start, limit = query["rules"], query["least"], query.get("cursor", 0), query["limit"]
    key = ("ratings", rules, least, start, limit)
    return cached_page_response(key, ratings_version(rules), lambda: ratings_page(rules, least, limit, start))


@lane(Lane.COSTLY)
@answers_table("The changes", RatingChanges, headers=["ETag", "Link"])
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(RatingChangesQuery)
def list_rating_changes(query: dict[str, Any]) -> Response:
    """List what a span of days changed in the ratings.

    Everybody who played a rated deal in it, the largest gain of `mu` first: ratings follow from all deals, so a span
    has no ratings of its own. `least` is how many of their rated deals are in it.
    """
    rules, least, start, limit = query["rules"], query["least"], query.get("cursor", 0), query["limit"]
    days = wanted_days(query)
    key = ("rating changes", rules, least, start, limit, days)
    part = slice(start, start + limit)
    return cached_page_response(key, ratings_version(rules), lambda: rating_changes_page(rules, least, days, part))


@lane(Lane.COSTLY)
@answers_table("The rating day by day", RatingHistory)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(GameTableQuery)
def read_player_ratings(query: dict[str, Any], player: str) -> Response:
    """Read the rating of a player day by day.

    The rating at the end of each day on which the player played.
    """
    rules = query.get("rules")

    def make() -> TableView:
        person, game = player_in_game(player, rules)
        return ratings.rating_history_table(person, game, services().store.ratings.history(person.players, game))

    return cached_table_response(("history", player, rules), ratings_version(rules), make)


@lane(Lane.COSTLY)
@answers_table("The recent results", Form)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(GameTableQuery)
def read_form(query: dict[str, Any], player: str) -> Response:
    """Read the recent results of a player.

    The last places, the current runs of first and last places, and the longest ones ever. CSV and XLSX have only the
    places.
    """
    rules = query.get("rules")

    def make() -> TableView:
        person, game = player_in_game(player, rules)
        return ratings.form_table(person, game, services().store.ratings.form(person.players, game))

    return cached_table_response(("form", player, rules), ratings_version(rules), make)


@lane(Lane.COSTLY)
@answers_table("The records", Feats)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(TableQuery)
def read_feats(_query: dict[str, Any], profile: str) -> Response:
    """Read the records of a game.

    The longest runs of first and of last places, the longest runs in the best title, and the highest skills, each with
    the record of the game in which it was reached.
    """
    rules = known_counts(profile)

    def make() -> TableView:
        found = services().store.ratings.records(rules)
        names = player_names(one.person for some in found.holders.values() for one in some)
        return ratings.game_records_table(rules, found, names)

    return cached_table_response(("feats", rules), ratings_version(rules), make)


def ratings_page(rules: str, least: int, limit: int, start: int) -> TableView:
    """A page of the ratings in a game."""
    found = services().store.ratings.ratings(rules, least, limit, start)
    names = player_names(one.person for one in found.rated)
    return ratings.ratings_table(rules, found, names, groups_by_person(services().store, rules))


def rating_changes_page(rules: str, least: int, days: tuple[date | None, date | None], part: slice) -> TableView:
    """A part of what a span of days changed for those with at least `least` rated deals in it."""
    found = services().store.ratings.changes(rules, *days)
    found = found._replace(changes=[one for one in found.changes if one.deals >= least])
    return ratings.rating_changes_table(rules, found, player_names(one.person for one in found.changes[part]), part)
