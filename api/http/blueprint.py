"""Groups of operations: their URLs, what they take and what they answer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar, cast

from flask_smorest import Blueprint
from marshmallow import Schema
from msgspec import Struct

from api.http import problem_types
from api.http.auth import authenticate
from api.http.conditional import answers_not_modified
from api.http.openapi import (
    Operation,
    add_answer_components,
    add_header_parameters,
    document_operation,
    fails_with,
    path_parameters,
    problem_responses,
)
from api.http.problem_types import ProblemType
from api.http.request_body import CSV, JSON
from api.http.requests import BODY, QUERY, RequestParser
from api.views.addresses import PREFIX
from api.views.values import plain_json

View = TypeVar("View", bound=Callable[..., Any])

ADMISSION_PROBLEMS: Final = (
    problem_types.NOT_AUTHENTICATED,
    problem_types.TOO_MANY_REQUESTS,
    problem_types.STORE_BUSY,
    problem_types.UNAVAILABLE,
)
"""Problems of every operation of a resource. A token is looked up even where none is needed."""

BODY_PROBLEMS: Final = (
    problem_types.BAD_REQUEST,
    problem_types.TOO_LARGE,
    problem_types.UNSUPPORTED_MEDIA_TYPE,
    problem_types.UNREADABLE,
)
"""Problems of every operation with a body."""


class OperationGroup(Blueprint):  # type: ignore[misc] # flask-smorest has no types
    """A group of operations, which its decorators route and document.

    The first paragraph of a view's docstring is its summary, the rest its description; text after `---` is for readers
    of the code.
    """

    ARGUMENTS_PARSER = RequestParser()

    def __init__(
        self, name: str, description: str, *, url_prefix: str = "", always: Sequence[ProblemType] = ()
    ) -> None:
        super().__init__(name, __name__, url_prefix=url_prefix, description=description)
        self._always = (*always, problem_types.INTERNAL_ERROR)
        self._prepare_doc_cbks += [add_header_parameters, add_answer_components]

    def at(self, rule: str, method: str = "GET") -> Callable[[View], View]:
        """Route requests with the method and URL rule to the view."""

        def decorator(view: View) -> View:
            document_operation(view, operationId=view.__name__, responses=problem_responses(*self._always))
            self.add_url_rule(rule, view.__name__, view, methods=[method], parameters=path_parameters(rule))
            return view

        return decorator

    def takes_query(self, schema: Schema) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Pass the query to the view as its first argument, a dictionary that the schema has read."""
        parse = self.arguments(schema, location=QUERY, error_status_code=problem_types.BAD_REQUEST.status)
        return cast("Callable[[View], View]", lambda view: fails_with(problem_types.BAD_REQUEST)(parse(view)))

    def takes_json(self, schema: Schema, example: object) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Pass a small JSON body to the view as its next argument, a dictionary that the schema has read."""
        parse = self.arguments(
            schema, location=BODY, example=example, error_status_code=problem_types.UNREADABLE.status
        )
        return cast("Callable[[View], View]", lambda view: fails_with(*BODY_PROBLEMS)(parse(view)))

    @staticmethod
    def takes_body(content: Mapping[str, Operation], *, required: bool = True) -> Callable[[View], View]:
        """Document the body that a view reads by itself, by media type."""
        return lambda view: fails_with(*BODY_PROBLEMS)(
            document_operation(view, requestBody={"required": required, "content": content})
        )

    @staticmethod
    def answers(
        status: int,
        description: str,
        answer: type[Struct] | Mapping[str, Any] | None = None,
        *,
        media_type: str = JSON,
        example: object = None,
        headers: Sequence[str] = (),
    ) -> Callable[[View], View]:
        """Document an answer of the view, with headers by name.

        `answer` is a type of `schemas.http`, or a JSON schema if the answer has no such type.
        """
        response: Operation = {"description": description}
        if answer is not None:
            response["content"] = {media_type: {"schema": answer, "example": plain_json(example)}}
        if headers:
            response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
        return lambda view: document_operation(view, responses={status: response})

    def answers_table(
        self, description: str, answer: type[Struct], *, example: object, csv: str, headers: Sequence[str] = ("ETag",)
    ) -> Callable[[View], View]:
        """Document that the view answers a table, as JSON or CSV, and 304 if the client has it already."""
        as_json = self.answers(200, description, answer, example=example, headers=headers)
        as_csv = self.answers(200, description, {"type": "string"}, media_type=CSV, example=csv)
        return lambda view: as_json(as_csv(answers_not_modified(view)))


class Resource(OperationGroup):
    """A group of operations under `/v1`, where callers are authenticated and counted."""

    def __init__(self, name: str, description: str) -> None:
        super().__init__(name, description, url_prefix=PREFIX, always=ADMISSION_PROBLEMS)
        self.before_request(authenticate)
