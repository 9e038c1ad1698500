"""`/v1/seasons`: seasons are made, changed and removed, and their tables are read."""

from typing import Any

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.etags import answers_not_modified, answers_table
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import answers, fails_with, lane, takes_json, takes_query
from daifu.api.http.resources.statistics import statistics_version
from daifu.api.http.responses import cached_table_response, empty_response, json_response
from daifu.api.http.services import services
from daifu.api.views.addresses import season_address
from daifu.api.views.seasons import season_table_view, season_view, seasons_view
from daifu.data.store.values import SCOREKEEPER, SeasonTerms
from daifu.data.stored_seasons import season_table
from daifu.schemas.http.queries import NewSeasonSchema, SeasonTableQuery, SpanTableQuery
from daifu.schemas.http.statistics import Season, Seasons, SeasonTable


def season_terms(values: dict[str, Any]) -> SeasonTerms:
    """The terms of a season, as its schema has read them."""
    return SeasonTerms(
        name=values.get("name", ""),
        since=values.get("from"),
        until=values.get("to"),
        event=values.get("event"),
        rules=values.get("rules"),
        best=values.get("best"),
        least=values["least"],
    )


@answers(200, "The seasons", Seasons, headers=["ETag"])
@answers_not_modified
@requires_read_access
def list_seasons() -> Response:
    """List the seasons.

    All of them, the latest first: those without a last day, then by their last days.
    """
    return json_response(seasons_view(services().store.seasons.all()))


@answers(201, "The season was stored", Season, headers=["Location"])
@fails_with(*problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_json(NewSeasonSchema)
def add_season(body: dict[str, Any]) -> Response:
    """Make a season.

    A name, and what belongs to it: a span of days, the name of an event, a game or a house, or several of these
    together. It holds no results: its table is made of the games that belong to it whenever it is read.
    """
    stored = services().store.seasons.add(season_terms(body), current_author())
    answer = json_response(season_view(stored), 201)
    answer.headers["Location"] = season_address(stored.id)
    return answer


@answers(200, "The season", Season, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
def read_season(id: int) -> Response:
    """Read a season.

    What belongs to it, and how its table is made.
    """
    return json_response(season_view(services().store.seasons.find(id)))


@answers(200, "The season as it is now", Season)
@fails_with(problem_types.NOT_FOUND, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_json(NewSeasonSchema)
def change_season(body: dict[str, Any], id: int) -> Response:
    """Change a season.

    All of it is replaced: what is left out does not restrict any more. No game changes.
    """
    return json_response(season_view(services().store.seasons.change(id, season_terms(body), current_author())))


@answers(204, "The season was removed")
@fails_with(problem_types.NOT_FOUND, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
def remove_season(id: int) -> Response:
    """Remove a season.

    The games that belong to it stay as they are.
    """
    services().store.seasons.remove(id, current_author())
    return empty_response()


@lane(Lane.COSTLY)
@answers_table("The table", SeasonTable)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(SeasonTableQuery)
def read_season_table(query: dict[str, Any], id: int) -> Response:
    """Read the table of a season.

    Places and points of everybody over all its evenings, and evening by evening. CSV and XLSX have a column for the
    points of each evening.
    """
    return _table_response(services().store.seasons.find(id).terms, query.get("rules"))


@lane(Lane.COSTLY)
@answers_table("The table", SeasonTable)
@requires_read_access
@takes_query(SpanTableQuery)
def read_span_table(query: dict[str, Any]) -> Response:
    """Read a table over several evenings.

    The same as of a season, for a span and an event that no season has.
    """
    return _table_response(season_terms({**query, "rules": None}), query.get("rules"))


def _table_response(terms: SeasonTerms, rules: str | None) -> Response:
    store = services().store
    return cached_table_response(
        ("season", terms, rules),
        season_version(terms, rules),
        lambda: season_table_view(season_table(store, terms, rules)),
    )


def season_version(terms: SeasonTerms, rules: str | None) -> str:
    """What changes with the table of a season in a game."""
    return statistics_version(terms.rules or rules)
