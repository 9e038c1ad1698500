"""Operations: what a view takes and answers, and how it can fail, as its decorators say it.

The decorators guard the view and note what they say on it. `openapi.py` makes the documentation of the notes, and of
the view's docstring, when somebody asks for it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final, NamedTuple, TypeVar, cast

from marshmallow import Schema
from msgspec import Struct

from daifu.api.http import problem_types
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.media_types import JSON
from daifu.api.http.problem_types import ProblemType
from daifu.api.http.requests import read_query, read_small_body

View = TypeVar("View", bound=Callable[..., Any])
JsonSchema = Mapping[str, Any]

LONG_PAGE: Final = 100
"""A page of a list with more entries takes long."""
BODY_PROBLEMS: Final = (
    problem_types.BAD_REQUEST,
    problem_types.TOO_LARGE,
    problem_types.UNSUPPORTED_MEDIA_TYPE,
    problem_types.UNREADABLE,
)
"""Problems of every operation with a body."""


class Answer(NamedTuple):
    """An answer of an operation: status, content by a type of `daifu.schemas.http` or a JSON schema, and headers."""

    status: int
    description: str
    content: type[Struct] | JsonSchema | None
    media_type: str
    headers: Sequence[str]


class Body(NamedTuple):
    """The body that an operation takes: a schema for each media type."""

    content: Mapping[str, type[Schema] | JsonSchema]
    required: bool


@dataclass
class Operation:
    """What the decorators of a view say of it."""

    query: type[Schema] | None = None
    body: Body | None = None
    headers: list[str] = field(default_factory=list)
    security: Sequence[Mapping[str, list[str]]] = ()
    answers: list[Answer] = field(default_factory=list)
    problems: list[ProblemType] = field(default_factory=list)
    lane: Lane | None = None


def operation_of(view: Callable[..., Any]) -> Operation:
    """What the decorators of a view say of it. They can add to it."""
    return cast("Operation", vars(view).setdefault("operation", Operation()))


def lane(chosen: Lane) -> Callable[[View], View]:
    """Let the view run in a lane for what takes long. A request for which there is no room is refused."""

    def decorator(view: View) -> View:
        operation_of(view).lane = chosen
        return fails_with(problem_types.BUSY)(view)

    return decorator


def answers(
    status: int,
    description: str,
    content: type[Struct] | JsonSchema | None = None,
    *,
    media_type: str = JSON,
    headers: Sequence[str] = (),
) -> Callable[[View], View]:
    """Document an answer of the view, with headers by name.

    `content` is a type of `daifu.schemas.http`, or a JSON schema if the answer has no such type.
    """

    def decorator(view: View) -> View:
        operation_of(view).answers.append(Answer(status, description, content, media_type, headers))
        return view

    return decorator


def fails_with(*kinds: ProblemType) -> Callable[[View], View]:
    """Document problems of the view, besides those that its other decorators document."""

    def decorator(view: View) -> View:
        operation_of(view).problems.extend(kinds)
        return view

    return decorator


def reads_header(name: str) -> Callable[[View], View]:
    """Document that the view reads the header of this name."""

    def decorator(view: View) -> View:
        operation_of(view).headers.append(name)
        return view

    return decorator


def takes_query(schema: type[Schema]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Pass the query to the view as its first argument, a dictionary that the schema has read.

    A wrong query raises the problem `bad-request`, which names its parameters.
    """
    reader = schema()

    def decorator(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def reading(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the view has it
            query = read_query(reader)
            if query.get("limit", 0) > LONG_PAGE:
                go_on_in(Lane.COSTLY)
            return view(query, *args, **kwargs)

        operation_of(reading).query = schema
        return reading

    return decorator


def takes_json(schema: type[Schema]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Pass a small JSON body to the view as its next argument, a dictionary that the schema has read.

    A wrong body raises the problem `unreadable`, with JSON pointers.
    """
    reader = schema()

    def decorator(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def reading(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the view has it
            return view(*args, read_small_body(reader), **kwargs)

        return takes_body({JSON: schema})(reading)

    return decorator


def takes_body(content: Mapping[str, type[Schema] | JsonSchema], *, required: bool = True) -> Callable[[View], View]:
    """Document the body that the view reads by itself, by media type."""

    def decorator(view: View) -> View:
        operation_of(view).body = Body(content, required)
        return fails_with(*BODY_PROBLEMS)(view)

    return decorator
