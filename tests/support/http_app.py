"""The app under test: with operations of its own, and held to its contract."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import msgspec
from flask import Flask, Response, g, request
from flask.testing import FlaskClient
from openapi_schema_validator import OAS31Validator

from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.app import create_app
from daifu.api.http.contract.openapi import openapi_document
from daifu.api.http.etags import Version, answers_not_modified, if_match_version, requires_if_match, with_version
from daifu.api.http.media_types import JSON, PLAIN
from daifu.api.http.operation import answers, takes_body, takes_query
from daifu.api.http.request_body import check_media_type, open_body, read_body
from daifu.api.http.request_log import LOG
from daifu.api.http.responses import json_response
from daifu.api.http.routes import GROUPS, Group, LazyViews, Route
from daifu.api.settings import Settings
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, READER, SCOREKEEPER
from daifu.schemas.answer import reference
from daifu.schemas.http.json_schema import answer_components
from daifu.schemas.http.query_fields import QuerySchema, day, flag, name, whole, word

MOST_SENT: Final = 1_000
MOST_UNPACKED: Final = 2_000
VERSION: Final = Version(7, "a5f0c2d1")
MARKS: Final = {3: "3c3c3c3c", 4: "4d4d4d4d", 12: "12121212"}
"""The marks of the versions that there are."""


class TrialQuery(QuerySchema):
    """One parameter of each kind."""

    limit = whole(1, 500, "How many.", load_default=50)
    rules = word(("uecda", "biga"), "Which game.")
    legal = flag("Whether it is legal.")
    since = day("From when on.")
    player = name("Who.")


@answers(200, "What was understood", {"type": "object"})
@requires_read_access
@takes_query(TrialQuery)
def tell_query(query: dict[str, Any]) -> Response:
    """Tell what was asked.

    As it was understood.
    """
    return json_response(query)


@answers(200, "How long it is", {"type": "object"})
@takes_body({JSON: {}, PLAIN: {}})
@requires_read_access
def measure_body() -> Response:
    """Tell how long a body is.

    Unpacked.
    """
    check_media_type([JSON, PLAIN])
    return json_response({"length": len(read_body(MOST_SENT, MOST_UNPACKED))})


@answers(200, "How long each line is", {"type": "object"})
@takes_body({JSON: {}})
@requires_read_access
def measure_lines() -> Response:
    """Tell how long the lines of a body are.

    Unpacked.
    """
    return json_response({"lengths": [len(line) for line in open_body(MOST_SENT, MOST_UNPACKED)]})


@answers(200, "Something long", {"type": "object"}, headers=["ETag"])
@answers_not_modified
@requires_read_access
def read_version() -> Response:
    """Read something that has a version.

    It is long enough to be compressed.
    """
    return with_version(json_response({"long": "x" * 1_000}), VERSION)


@answers(200, "The revision that was understood", {"type": "object"})
@requires_if_match
@requires_role(SCOREKEEPER)
def change_version() -> Response:
    """Change something that has a version.

    Nothing is changed.
    """
    return json_response({"revision": if_match_version(MARKS.get), "author": current_author().name})


@answers(204, "Never")
@requires_read_access
def fail() -> Response:
    """Fail.

    As if nobody had foreseen it.
    """
    raise ZeroDivisionError(f"the secret of {request.path}")


@answers(200, "Some lines", {"type": "string"}, media_type=PLAIN)
@requires_read_access
def stream() -> Response:
    """Answer bit by bit.

    In three parts.
    """
    return Response(iter([b"a\n", b"b\n", b"c\n"]), content_type=PLAIN)


def _reading_as(role: str) -> Callable[[], Response]:
    @answers(200, "Who asks", {"type": "object"})
    @requires_role(role)
    def read_as() -> Response:
        """Tell who asks.

        By the name of the token.
        """
        return json_response({"name": g.token.name})

    return read_as


read_as_reader = _reading_as(READER)
read_as_scorekeeper = _reading_as(SCOREKEEPER)
read_as_admin = _reading_as(ADMIN)

_VIEWS: Final = LazyViews(__name__)

TRIAL: Final = Group(
    "trial",
    "Operations of the tests",
    (
        Route("GET", "/v1/trial/query", _VIEWS.tell_query),
        Route("POST", "/v1/trial/bodies", _VIEWS.measure_body),
        Route("POST", "/v1/trial/streams", _VIEWS.measure_lines),
        Route("GET", "/v1/trial/versions", _VIEWS.read_version),
        Route("PUT", "/v1/trial/versions", _VIEWS.change_version),
        Route("POST", "/v1/trial/errors", _VIEWS.fail),
        Route("GET", "/v1/trial/streamed", _VIEWS.stream),
        Route("GET", f"/v1/trial/{READER}", _VIEWS.read_as_reader),
        Route("GET", f"/v1/trial/{SCOREKEEPER}", _VIEWS.read_as_scorekeeper),
        Route("GET", f"/v1/trial/{ADMIN}", _VIEWS.read_as_admin),
    ),
)

MakeClient = Callable[[Settings], FlaskClient]
"""What makes a client of an app with some settings."""


def bearer_headers(secret: str) -> dict[str, str]:
    """The headers that bring a token."""
    return {"Authorization": f"Bearer {secret}"}


def app_on(store: Store) -> Flask:
    """The service with default settings on a store."""
    return create_app(Settings(), store)


@contextmanager
def restore_log() -> Iterator[None]:
    """Restore the log at the end."""
    handlers, level, propagates = LOG.handlers, LOG.level, LOG.propagate
    yield
    for handler in LOG.handlers:
        if handler not in handlers:
            handler.close()
    LOG.handlers, LOG.propagate = handlers, propagates
    LOG.setLevel(level)


_JSON = {"application/json", "application/problem+json"}
_IN_RULE = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")


def closed(schemas: dict[str, Any]) -> dict[str, Any]:
    """Schemas without the room for new fields that the contract leaves: today the service sends no others."""
    return {
        name: {"additionalProperties": False, **schema} if "properties" in schema else schema
        for name, schema in schemas.items()
    }


class ContractChecker:
    """The contract of an app, and what it says of single answers."""

    def __init__(self, document: dict[str, Any]) -> None:
        schemas = closed(document["components"]["schemas"])
        self.document = {**document, "components": {**document["components"], "schemas": schemas}}

    def operation(self, method: str, rule: str) -> dict[str, Any] | None:
        """What it has under a method and a rule of Flask; None if that is nothing."""
        path = self.document["paths"].get(_IN_RULE.sub(r"{\1}", rule), {})
        found: dict[str, Any] | None = path.get(method.lower())
        return found

    def check(self, answer: Response) -> Response:
        """The answer as it is. Raises AssertionError unless it is one that the operation has."""
        known = self.operation(request.method, request.url_rule.rule) if request.url_rule else None
        if known is not None:
            told = known["responses"].get(str(answer.status_code))
            assert told is not None, f"{request.method} {request.path}: {answer.status_code} is not in the contract"
            self._check_body(self.shared(told), answer)
        return answer

    def shared(self, response: dict[str, Any]) -> dict[str, Any]:
        """An answer, looked up where operations share it."""
        if "$ref" not in response:
            return response
        found: dict[str, Any] = self.document["components"]["responses"][response["$ref"].rpartition("/")[2]]
        return found

    def complaints(self, schema: dict[str, Any], value: object) -> list[str]:
        """What is wrong with a value by a schema of the contract."""
        validator = OAS31Validator({**schema, "components": self.document["components"]})
        return [error.message for error in validator.iter_errors(value)]

    def _check_body(self, told: dict[str, Any], answer: Response) -> None:
        content = told.get("content", {})
        assert bool(content) == bool(answer.mimetype), f"{request.path}: {answer.mimetype} is not in the contract"
        if content:
            types = {name.partition(";")[0]: media for name, media in content.items()}
            assert answer.mimetype in types, f"{request.path}: {answer.mimetype} is not in the contract"
            if answer.mimetype in _JSON and not answer.is_streamed and not answer.content_encoding:
                body = msgspec.json.decode(answer.get_data())
                complaints = self.complaints(types[answer.mimetype]["schema"], body)
                assert not complaints, f"{request.method} {request.path}: {complaints}"


def check_against_contract(app: Flask) -> ContractChecker:
    """From now on each answer has to be one that the contract has for the operation, with a body of its schema."""
    held = _contract()
    app.after_request(held.check)
    return held


@cache
def _contract() -> ContractChecker:
    """The contract of the service and of the operations of tests."""
    return ContractChecker(openapi_document([*GROUPS, TRIAL]))


def schema_errors(answer: object, kind: type[msgspec.Struct]) -> list[str]:
    """What is wrong with an answer by the schema that the contract has of its type."""
    return [error.message for error in _answer_validator(kind).iter_errors(json.loads(json.dumps(answer)))]


@cache
def _answer_validator(kind: type[msgspec.Struct]) -> OAS31Validator:
    found = {**reference(kind.__name__), "components": {"schemas": closed(answer_components([kind]))}}
    OAS31Validator.check_schema(found)
    return OAS31Validator(found)
