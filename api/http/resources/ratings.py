"""`/v1/ratings`, and a player's ratings, form and the records of a game: what hangs on the order of the deals."""

from typing import Any, Final

from flask import Response

from api.http import addresses, career_examples, kinds, told_careers
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional
from api.http.kin import names_of
from api.http.services import services
from api.http.sheets import CSV, Sheet, kept_page, kept_sheet
from api.http.versions import followed
from api.http.whose import of_profile, whose
from data.store.careers.asked import Feat
from schemas.http.careers import FormSchema, RatingHistorySchema, RatingsSchema, records_schema
from schemas.http.statistics_queries import GameQuery, RankingQuery

RATINGS: Final = Resource("ratings", "How strong players are, and how it goes for them")

_TEXT: Final = {"type": "string"}
_QUERY: Final = GameQuery()
_RECORDS: Final = records_schema(tuple(map(str, Feat)))


@RATINGS.at(addresses.RATINGS)
@RATINGS.answers(200, "The ratings", RatingsSchema(), example=career_examples.RATINGS, headers=["ETag", "Link"])
@RATINGS.answers(200, "The ratings", _TEXT, media_type=CSV, example=career_examples.RATINGS_CSV)
@conditional
@reads
@RATINGS.takes_query(RankingQuery())
def list_ratings(asked: dict[str, Any]) -> Response:
    """List the ratings in a game.

    Highest skill first: at least so strong a player is, as good as certainly. Each deal moves the ratings of all who
    played in it, by the places that they took (openskill, Bradley-Terry with full pairing).
    """
    rules, least, start, limit = asked["rules"], asked["least"], asked.get("cursor", 0), asked["limit"]
    key = ("ratings", rules, least, start, limit)
    return kept_page(key, followed(rules), lambda: _ratings(rules, least, limit, start))


@RATINGS.at(addresses.PLAYER_RATINGS)
@RATINGS.answers(200, "His rating day by day", RatingHistorySchema(), example=career_examples.HISTORY, headers=["ETag"])
@RATINGS.answers(200, "His rating day by day", _TEXT, media_type=CSV, example=career_examples.HISTORY_CSV)
@fails(kinds.NOT_FOUND)
@conditional
@reads
@RATINGS.takes_query(_QUERY)
def read_player_ratings(asked: dict[str, Any], player: str) -> Response:
    """Read how the rating of a player went.

    At the end of each day on which he played.
    """
    rules = asked.get("rules")
    return kept_sheet(("history", player, rules), followed(rules), lambda: _history(player, rules))


@RATINGS.at(addresses.FORM)
@RATINGS.answers(200, "His form", FormSchema(), example=career_examples.FORM, headers=["ETag"])
@RATINGS.answers(200, "His form", _TEXT, media_type=CSV, example=career_examples.FORM_CSV)
@fails(kinds.NOT_FOUND)
@conditional
@reads
@RATINGS.takes_query(_QUERY)
def read_form(asked: dict[str, Any], player: str) -> Response:
    """Read how it goes for a player lately.

    His last places, rows of first and last places that go on, and the longest ones that he ever had. CSV has the
    places.
    """
    rules = asked.get("rules")
    return kept_sheet(("form", player, rules), followed(rules), lambda: _form(player, rules))


@RATINGS.at(addresses.PROFILE_RECORDS)
@RATINGS.answers(200, "The records", _RECORDS, example=career_examples.RECORDS, headers=["ETag"])
@RATINGS.answers(200, "The records", _TEXT, media_type=CSV, example=career_examples.RECORDS_CSV)
@fails(kinds.NOT_FOUND)
@conditional
@reads
def read_feats(profile: str) -> Response:
    """Read the records of a game.

    The longest rows of first and of last places, the longest reigns in the best title, and the highest skills, each
    with the record in which it was reached.
    """
    rules = of_profile(profile)
    return kept_sheet(("feats", rules), followed(rules), lambda: _feats(rules))


def _ratings(rules: str, least: int, limit: int, start: int) -> Sheet:
    found = services().store.careers.ratings(rules, least, limit, start)
    names = names_of(one.person for one in found.rated)
    return told_careers.ratings(rules, found, names)


def _history(player: str, rules: str | None) -> Sheet:
    person, game = whose(player, rules)
    return told_careers.rating_history(person, game, services().store.careers.history(person.players, game))


def _form(player: str, rules: str | None) -> Sheet:
    person, game = whose(player, rules)
    return told_careers.form(person, game, services().store.careers.form(person.players, game))


def _feats(rules: str) -> Sheet:
    found = services().store.careers.records(rules)
    names = names_of(one.person for some in found.holders.values() for one in some)
    return told_careers.records(rules, found, names)
