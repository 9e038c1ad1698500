"""An app that is held to its own contract: an answer that the contract does not have fails the test that got it."""

import re
from typing import Any

import msgspec
from flask import Flask, Response, request
from openapi_schema_validator import OAS31Validator

from api.http.contract import contract

_JSON = {"application/json", "application/problem+json"}
_IN_RULE = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")


class Contract:
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


def hold_to_contract(app: Flask) -> Contract:
    """From now on each answer has to be one that the contract has for the operation, with a body of its schema."""
    held = Contract(contract(app))
    app.after_request(held.check)
    return held
