"""Answers of the service held against what the contract says of them."""

import json
from functools import cache
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema
from openapi_schema_validator import OAS31Validator


def wrong(answer: object, schema: type[Schema]) -> list[str]:
    """What the schema, and the JSON Schema that the contract makes of it, have against an answer."""
    told = json.loads(json.dumps(answer))
    return [
        *map(str, schema().validate(told).items()),
        *(error.message for error in _contract(schema).iter_errors(told)),
    ]


@cache
def _contract(schema: type[Schema]) -> OAS31Validator:
    spec = APISpec(title="", version="", openapi_version="3.1.0", plugins=[MarshmallowPlugin()])
    spec.components.schema("Answer", schema=schema)
    components: dict[str, Any] = spec.to_dict()["components"]
    found = {"$ref": "#/components/schemas/Answer", "components": components}
    OAS31Validator.check_schema(found)
    return OAS31Validator(found)
