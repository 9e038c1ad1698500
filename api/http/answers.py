"""Answers made of bytes or of plain values."""

from typing import Any, Final

import msgspec
from flask import Response

from api.http.bodies import JSON

_encode: Final = msgspec.json.Encoder().encode


def json_bytes(body: bytes, status: int = 200) -> Response:
    """An answer whose JSON exists already."""
    return Response(body, status, content_type=JSON)


def json_answer(value: Any, status: int = 200) -> Response:  # noqa: ANN401 - any JSON
    """An answer that tells a plain value as JSON."""
    return json_bytes(_encode(value), status)


def nothing() -> Response:
    """The answer that it is done, and there is nothing to tell."""
    answer = Response(status=204)
    del answer.headers["Content-Type"]
    return answer
