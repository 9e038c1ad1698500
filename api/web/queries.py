"""The queries of pages, read by schemas like those of the API. Each page also takes the parameter of its language.

A page that takes parameters says so by a decorator, and `refuses_parameters` guards all others.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Final, TypeVar

from flask import request
from marshmallow import Schema
from werkzeug.datastructures import MultiDict

from daifu.api.http.operation import operation_of
from daifu.api.http.requests import parse_query, refuse_query
from daifu.api.web.addresses import with_query
from daifu.api.web.drawings import COLOURS
from daifu.api.web.languages import query_without_language
from daifu.schemas.drawing.layout import SHAPES, WIDE
from daifu.schemas.drawing.style import LIGHT, THEMES
from daifu.schemas.http.queries import RulesQuery
from daifu.schemas.http.query_fields import LARGEST_NUMBER, QuerySchema, flag, whole, word

View = TypeVar("View", bound=Callable[..., Any])

_TAKES_FIELDS: Final = "takes_fields"
"""The attribute of a view that takes some fields of forms as parameters."""


def takes_page_query(schema: type[Schema]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Pass the query to the view of a page as its first argument, a dictionary that the schema has read.

    An empty parameter counts as left out: forms send one for each field that was not filled in. A wrong query raises
    the problem `bad-request`, which names its parameters.
    """
    reader = schema()

    def decorator(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def reading(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the view has it
            return view(parse_query(reader, _filled_in()), *args, **kwargs)

        operation_of(reading).query = schema
        return reading

    return decorator


def takes_fields(
    *names: str, of: Callable[..., Iterable[str]] | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let the view of a page read these fields of forms from the query by itself, and refuse all others.

    `of` gives further names, from the variable parts of the address.
    """

    def decorator(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def checking(**parts: Any) -> Any:  # noqa: ANN401 - as the view has it
            refuse_query(_filled_in(), {*names, *(of(**parts) if of else ())})
            return view(**parts)

        vars(checking)[_TAKES_FIELDS] = True
        return checking

    return decorator


def refuses_parameters(view: View) -> Callable[..., Any]:
    """The view of a page. If its decorators name no parameters, it takes none and refuses them."""
    if operation_of(view).query is not None or _TAKES_FIELDS in vars(view):
        return view
    return takes_fields()(view)


def _filled_in() -> MultiDict[str, str]:
    """The parameters of the request that have a value, without that of the language."""
    return MultiDict((name, text) for name, text in query_without_language().items(multi=True) if text)


def address_from(place: str | None, parameter: str = "cursor") -> str | None:
    """The address of the same list from `place` on; None without a place."""
    if place is None:
        return None
    return with_query(request.path, {**query_without_language().to_dict(), parameter: place})


class GameQuery(RulesQuery):
    """Which revision of a record is shown, and under which rules."""

    revision = whole(1, LARGEST_NUMBER, "Show this revision of the record; by default the latest.")


class TableQuery(QuerySchema):
    """How the table is drawn, and whether the legal actions are listed."""

    legal = flag("List the legal actions.", load_default=False)
    seat = whole(1, LARGEST_NUMBER, "The player who sits nearest; by default the first one.")
    colours = word(COLOURS, "How many colours the suits have.")


class PositionQuery(GameQuery, TableQuery):
    """Which position is shown, and how."""


class PictureQuery(GameQuery):
    """Which position is drawn, and how."""

    seat = whole(1, LARGEST_NUMBER, "The player who sits nearest; by default the first one.")
    colours = word(COLOURS, "How many colours the suits have.")
    shape = word(SHAPES, "For a narrow or a wide place.", load_default=WIDE)
    theme = word(THEMES, "The colours: as the reader's system has them, light, dark, or for paper.", load_default=LIGHT)


class AnalysisQuery(QuerySchema):
    """Which revision of a record is shown."""

    revision = whole(1, LARGEST_NUMBER, "Show this revision of the record; by default the latest.")


class LineQuery(AnalysisQuery, TableQuery):
    """The same, and how the table is drawn."""


class GamePageQuery(GameQuery):
    """The same, and with which deal a list of deals begins."""

    start = whole(1, LARGEST_NUMBER, "The first deal of the list.", load_default=1)


class DealNumberQuery(GameQuery):
    """The same, and which deal a reader wants to see."""

    number = whole(1, LARGEST_NUMBER, "The deal.", load_default=1)
