"""The queries of pages, read by schemas like those of the API. Each page also takes the parameter of its language."""

from typing import Any

from flask import request
from marshmallow import Schema
from werkzeug.datastructures import MultiDict

from api.http.requests import parse_query
from api.web.addresses import with_query
from api.web.languages import query_without_language
from schemas.http.queries import RulesQuery
from schemas.http.query_fields import LARGEST_NUMBER, QuerySchema, flag, whole


def page_query(schema: Schema) -> dict[str, Any]:
    """The query of the request, read by the schema.

    An empty parameter counts as left out: forms send one for each field that was not filled in. Raises the problem
    `bad-request`, which names the wrong parameters.
    """
    given = query_without_language()
    return parse_query(schema, MultiDict((name, text) for name, text in given.items(multi=True) if text))


def address_from(place: str | None, parameter: str = "cursor") -> str | None:
    """The address of the same list from `place` on; None without a place."""
    if place is None:
        return None
    return with_query(request.path, {**query_without_language().to_dict(), parameter: place})


class GameQuery(RulesQuery):
    """Which revision of a record is shown, and under which rules."""

    revision = whole(1, LARGEST_NUMBER, "Show this revision of the record; by default the latest.")


class PositionQuery(GameQuery):
    """The same, and whether the legal actions are listed."""

    legal = flag("List the legal actions.", load_default=False)


class AnalysisQuery(QuerySchema):
    """Which revision of a record is shown."""

    revision = whole(1, LARGEST_NUMBER, "Show this revision of the record; by default the latest.")


class LineQuery(AnalysisQuery):
    """The same, and whether the legal actions are listed."""

    legal = flag("List the legal actions.", load_default=False)


class GamePageQuery(GameQuery):
    """The same, and with which deal a list of deals begins."""

    start = whole(1, LARGEST_NUMBER, "The first deal of the list.", load_default=1)


class DealNumberQuery(GameQuery):
    """The same, and which deal a reader wants to see."""

    number = whole(1, LARGEST_NUMBER, "The deal.", load_default=1)
