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

from api.http.app import attach_store, create_app_without_store
from api.http.auth import current_author, requires_read_access, requires_role
from api.http.blueprint import Resource
from api.http.conditional import (
    answers_not_modified,
    client_has_version,
    if_match_revision,
    not_modified,
    requires_if_match,
    with_etag,
)
from api.http.openapi import openapi_document
from api.http.rate_limit import SharedCallerTimes
from api.http.request_body import JSON, PLAIN, check_media_type, open_body, read_body
from api.http.request_log import LOG
from api.http.responses import json_response
from api.settings import Settings
from data.store.interface import Store
from data.store.values import ADMIN, READER, SCOREKEEPER
from schemas.http.json_schema import answer_components, reference
from schemas.http.query_fields import QuerySchema, day, flag, name, whole, word

MakeClient = Callable[[Settings], FlaskClient]
"""What makes a client of an app with some settings."""


def bearer_headers(secret: str) -> dict[str, str]:
    """The headers that bring a token."""
    return {"Authorization": f"Bearer {secret}"}


def app_on(store: Store) -> Flask:
    """The service with default settings on a store: one for all tests in turn, for it takes long to make."""
    attach_store(_service(), Settings(), store, SharedCallerTimes())
    return _service()


@cache
def _service() -> Flask:
    return create_app_without_store()


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


class ContractChecker:
    """The contract of an app, and what it says of single answers."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document

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
            self._check_body(told, answer)
        return answer

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
    held = ContractChecker(openapi_document(app))
    app.after_request(held.check)
    return held


def schema_errors(answer: object, kind: type[msgspec.Struct]) -> list[str]:
    """What is wrong with an answer by the schema that the contract has of its type."""
    return [error.message for error in _answer_validator(kind).iter_errors(json.loads(json.dumps(answer)))]


@cache
def _answer_validator(kind: type[msgspec.Struct]) -> OAS31Validator:
    found = {**reference(kind.__name__), "components": {"schemas": answer_components([kind])}}
    OAS31Validator.check_schema(found)
    return OAS31Validator(found)


TRIAL: Final = Resource("trial", "Operations of the tests")
MOST_SENT: Final = 1_000
MOST_UNPACKED: Final = 2_000
VERSION: Final = 7


class Query(QuerySchema):
    """One parameter of each kind."""

    limit = whole(1, 500, "How many.", load_default=50)
    rules = word(("uecda", "biga"), "Which game.")
    legal = flag("Whether it is legal.")
    since = day("From when on.")
    player = name("Who.")


@TRIAL.at("/trial/query")
@TRIAL.answers(200, "What was understood", {"type": "object"}, example={})
@requires_read_access
@TRIAL.takes_query(Query())
def tell_query(query: dict[str, object]) -> Response:
    """Tell what was asked.

    As it was understood.
    """
    return json_response(query)


@TRIAL.at("/trial/bodies", "POST")
@TRIAL.answers(200, "How long it is", {"type": "object"}, example={})
@TRIAL.takes_body({JSON: {"schema": {}}, PLAIN: {"schema": {}}})
@requires_read_access
def measure_body() -> Response:
    """Tell how long a body is.

    Unpacked.
    """
    check_media_type([JSON, PLAIN])
    return json_response({"length": len(read_body(MOST_SENT, MOST_UNPACKED))})


@TRIAL.at("/trial/streams", "POST")
@TRIAL.answers(200, "How long each line is", {"type": "object"}, example={})
@TRIAL.takes_body({JSON: {"schema": {}}})
@requires_read_access
def measure_lines() -> Response:
    """Tell how long the lines of a body are.

    Unpacked.
    """
    return json_response({"lengths": [len(line) for line in open_body(MOST_SENT, MOST_UNPACKED)]})


@TRIAL.at("/trial/versions")
@TRIAL.answers(200, "Something long", {"type": "object"}, example={}, headers=["ETag"])
@answers_not_modified
@requires_read_access
def read_version() -> Response:
    """Read something that has a version.

    It is long enough to be compressed.
    """
    return (
        not_modified(VERSION)
        if client_has_version(VERSION)
        else with_etag(json_response({"long": "x" * 1_000}), VERSION)
    )


@TRIAL.at("/trial/versions", "PUT")
@TRIAL.answers(200, "The revision that was understood", {"type": "object"}, example={})
@requires_if_match
@requires_role(SCOREKEEPER)
def change_version() -> Response:
    """Change something that has a version.

    Nothing is changed.
    """
    return json_response({"revision": if_match_revision(), "author": current_author().name})


@TRIAL.at("/trial/errors", "POST")
@TRIAL.answers(204, "Never")
@requires_read_access
def fail() -> Response:
    """Fail.

    As if nobody had foreseen it.
    """
    raise ZeroDivisionError(f"the secret of {request.path}")


@TRIAL.at("/trial/streamed")
@TRIAL.answers(200, "Some lines", {"type": "string"}, media_type=PLAIN, example="")
@requires_read_access
def stream() -> Response:
    """Answer bit by bit.

    In three parts.
    """
    return Response(iter([b"a\n", b"b\n", b"c\n"]), content_type=PLAIN)


def _guarded(role: str) -> None:
    @TRIAL.at(f"/trial/{role}")
    @TRIAL.answers(200, "Who asks", {"type": "object"}, example={})
    @requires_role(role)
    def read_as() -> Response:
        """Tell who asks.

        By the name of the token.
        """
        return json_response({"name": g.token.name})


for _role in (READER, SCOREKEEPER, ADMIN):
    _guarded(_role)


def add_trial_operations(app: Flask) -> Flask:
    """The app with these operations."""
    app.extensions["flask-smorest"]["apis"][""]["ext_obj"].register_blueprint(TRIAL)
    return app
