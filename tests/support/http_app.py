"""The app under test: with operations of its own, and held to its contract."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import msgspec
from flask import Flask, Response, request
from flask.testing import FlaskClient
from openapi_schema_validator import OAS31Validator

from daifu.api.http.app import create_app
from daifu.api.http.contract.openapi import openapi_document
from daifu.api.http.request_log import LOG
from daifu.api.http.routes import GROUPS
from daifu.api.settings import Settings
from daifu.data.store.store import Store
from daifu.schemas.answer import reference
from daifu.schemas.http.json_schema import answer_components
from tests.support.trial_operations import TRIAL

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
