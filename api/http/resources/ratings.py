"""Ratings: `/v1/ratings`, a player's ratings and form, and the records of a game."""

from typing import Any, Final

from flask import Response

from api.http import problem_types, routes
from api.http.auth import requires_read_access
from api.http.blueprint import Resource
from api.http.examples import player_examples
from api.http.openapi import fails_with
from api.http.requests import known_game
from api.http.resources.player_statistics import player_in_game, player_names, ratings_version
from api.http.responses import cached_page_response, cached_table_response
from api.http.services import services
from api.views import ratings
from api.views.values import TableView
from schemas.http.queries import GameQuery, RankingQuery
from schemas.http.ratings import Feats, Form, RatingHistory, Ratings

RATINGS: Final = Resource("ratings", "How strong players are, and how it goes for them")

_GAME_QUERY: Final = GameQuery()


@RATINGS.at(routes.RATINGS)
@RATINGS.answers_table(
    "The ratings", Ratings, example=player_examples.RATINGS, csv=player_examples.RATINGS_CSV, headers=["ETag", "Link"]
)
@requires_read_access
@RATINGS.takes_query(RankingQuery())
def list_ratings(asked: dict[str, Any]) -> Response:
    """List the ratings in a game.

    Highest skill first: at least so strong a player is, as good as certainly. Each deal moves the ratings of all who
    played in it, by the places that they took (openskill, Bradley-Terry with full pairing).
    """
    rules, least, start, limit = asked["rules"], asked["least"], asked.get("cursor", 0), asked["limit"]
    key = ("ratings", rules, least, start, limit)
    return cached_page_response(key, ratings_version(rules), lambda: _ratings_page(rules, least, limit, start))


@RATINGS.at(routes.PLAYER_RATINGS)
@RATINGS.answers_table(
    "His rating day by day",
    RatingHistory,
    example=player_examples.RATING_HISTORY,
    csv=player_examples.RATING_HISTORY_CSV,
)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@RATINGS.takes_query(_GAME_QUERY)
def read_player_ratings(asked: dict[str, Any], player: str) -> Response:
    """Read how the rating of a player went.

    At the end of each day on which he played.
    """
    rules = asked.get("rules")
    return cached_table_response(
        ("history", player, rules), ratings_version(rules), lambda: _rating_history(player, rules)
    )


@RATINGS.at(routes.FORM)
@RATINGS.answers_table("His form", Form, example=player_examples.FORM, csv=player_examples.FORM_CSV)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@RATINGS.takes_query(_GAME_QUERY)
def read_form(asked: dict[str, Any], player: str) -> Response:
    """Read how it goes for a player lately.

    His last places, rows of first and last places that go on, and the longest ones that he ever had. CSV has the
    places.
    """
    rules = asked.get("rules")
    return cached_table_response(("form", player, rules), ratings_version(rules), lambda: _player_form(player, rules))


@RATINGS.at(routes.PROFILE_RECORDS)
@RATINGS.answers_table("The records", Feats, example=player_examples.GAME_RECORDS, csv=player_examples.GAME_RECORDS_CSV)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
def read_feats(profile: str) -> Response:
    """Read the records of a game.

    The longest rows of first and of last places, the longest reigns in the best title, and the highest skills, each
    with the record in which it was reached.
    """
    rules = known_game(profile)
    return cached_table_response(("feats", rules), ratings_version(rules), lambda: _game_records(rules))


def _ratings_page(rules: str, least: int, limit: int, start: int) -> TableView:
    found = services().store.ratings.ratings(rules, least, limit, start)
    names = player_names(one.person for one in found.rated)
    return ratings.ratings_table(rules, found, names)


def _rating_history(player: str, rules: str | None) -> TableView:
    person, game = player_in_game(player, rules)
    return ratings.rating_history_table(person, game, services().store.ratings.history(person.players, game))


def _player_form(player: str, rules: str | None) -> TableView:
    person, game = player_in_game(player, rules)
    return ratings.form_table(person, game, services().store.ratings.form(person.players, game))


def _game_records(rules: str) -> TableView:
    found = services().store.ratings.records(rules)
    names = player_names(one.person for some in found.holders.values() for one in some)
    return ratings.game_records_table(rules, found, names)
