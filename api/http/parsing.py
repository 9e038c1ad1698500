"""Queries and JSON bodies by their schemas; what does not fit them becomes a problem of ours."""

from collections.abc import Iterator
from typing import Any, Final, NoReturn

import msgspec
from flask import Request
from marshmallow import Schema, ValidationError
from marshmallow.exceptions import SCHEMA
from webargs.flaskparser import FlaskParser

from api.http import kinds
from api.http.bodies import JSON, check_media_type, read_body
from api.http.problems import Flaw, HttpProblem
from api.http.refusals import unreadable
from api.http.services import services
from replay.text import Text
from schemas.problems import Finding
from schemas.shape.fields import flat

QUERY: Final = "query"
BODY: Final = "json"

_SHORT: Final = 100
_MOST_READ: Final = 1_000
"""So many queries of so many bytes are remembered."""

_NO_JSON: Final = Text("expected JSON in UTF-8, found something else", "UTF-8のJSONが必要です")


class Parser(FlaskParser):
    """Takes queries and bodies in, as `Resource.takes` asks.

    A wrong query is a `bad-request` that names its parameters, a wrong body is `unreadable` with JSON pointers.
    """

    DEFAULT_UNKNOWN_BY_LOCATION: Final = {QUERY: None, BODY: None}  # type: ignore[misc] # as the schema has it

    def __init__(self) -> None:
        super().__init__()
        self._read: dict[tuple[Schema, bytes], dict[str, Any]] = {}

    def parse(self, argmap: Any, req: Request | None = None, **settings: Any) -> Any:  # noqa: ANN401 - webargs' own
        """What was asked. Short queries, as they come again and again, are read once for each schema."""
        request = req or self.get_default_request()
        query = request.query_string
        if settings.get("location") != QUERY or len(query) > _SHORT:
            return super().parse(argmap, request, **settings)
        known = self._read.get((argmap, query))
        if known is None:
            known = super().parse(argmap, request, **settings)
            if len(self._read) >= _MOST_READ:
                self._read.clear()
            self._read[argmap, query] = known
        return known

    def load_querystring(self, req: Request, schema: Schema) -> dict[str, Any]:  # noqa: ARG002 - webargs' own
        """The parameters; one that is there several times is a list, which no field takes."""
        return {name: texts if len(texts) > 1 else texts[0] for name, texts in req.args.lists()}

    def handle_error(self, error: ValidationError, *_request: object, **_settings: object) -> NoReturn:
        """Raise the problem that there is with a query or a body."""
        [(location, messages)] = error.messages_dict.items()
        findings = list(flat(messages.pop(SCHEMA, []))) + list(flat(messages))
        if location == BODY:
            raise unreadable([Flaw({"pointer": one.problem.pointer}, one.expected) for one in findings]) from error
        flaws = list(_parameters(findings))
        detail = flaws[0].expected
        raise HttpProblem(kinds.BAD_REQUEST, detail, flaws=flaws) from error

    def _raw_load_json(self, req: Request) -> Any:  # noqa: ANN401, ARG002 - webargs' own; the request is Flask's
        """The JSON of the body, within its limits. Raises the problems that there are with bodies."""
        check_media_type([JSON])
        settings = services().settings
        data = read_body(settings.body_bytes, settings.decompressed_bytes)
        try:
            return msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise unreadable([Flaw({"pointer": ""}, _NO_JSON)]) from error


def _parameters(findings: list[Finding]) -> Iterator[Flaw]:
    for finding in findings:
        name = str(finding.path[0])
        yield Flaw({"parameter": name}, Text(f"{name}: {finding.expected.en}", f"{name}：{finding.expected.ja}"))
