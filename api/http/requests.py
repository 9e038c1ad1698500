"""What views take from requests: queries and JSON bodies by their schemas, typed structs, and records."""

import io
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, Final, NoReturn, TypeVar

import msgspec
from flask import Request
from marshmallow import Schema, ValidationError
from marshmallow.exceptions import SCHEMA
from webargs.flaskparser import FlaskParser

from api.http import problem_types
from api.http.errors import FieldError, HttpProblem, unreadable_body_problem
from api.http.request_body import BINARY, GZIP, JSON, PLAIN, check_media_type, read_body
from api.http.services import services
from data.store.values import RecordFilter
from replay.games.catalogue import PROFILES
from replay.text import Text
from schemas.http.query_fields import flatten_errors
from schemas.record import limits
from schemas.record.errors import Finding
from schemas.record.json_text import TOO_MANY_VALUES, has_too_many_values
from schemas.record.struct_reader import NOT_JSON, StructReader, StructRefused, read_each
from schemas.sources.items import AUTO, DAIFU, ForeignLog, Item, SourceProblem, SourceRefused, log_as_item, split_file
from schemas.sources.streams import STDIN, Lines

QUERY: Final = "query"
BODY: Final = "json"

FORM_BYTES: Final = 1 << 20
"""The largest body that is read by a schema of fields; none that is meant comes near it."""

_CACHED_QUERY_BYTES: Final = 100
_CACHED_QUERIES: Final = 1_000
"""How many queries are remembered, and how long one may be."""


class RequestParser(FlaskParser):
    """Reads queries and bodies for `OperationGroup.takes_query` and `takes_json`.

    A wrong query raises the problem `bad-request`, which names its parameters; a wrong body raises `unreadable`, with
    JSON pointers.
    """

    DEFAULT_UNKNOWN_BY_LOCATION: Final = {QUERY: None, BODY: None}  # type: ignore[misc] # as the schema says

    def __init__(self) -> None:
        super().__init__()
        self._read: dict[tuple[Schema, bytes], dict[str, Any]] = {}

    def parse(self, argmap: Any, req: Request | None = None, **settings: Any) -> Any:  # noqa: ANN401 - webargs' own
        """The values of a query or a body. Short queries are read once for each schema, because they come again."""
        request = req or self.get_default_request()
        query = request.query_string
        if settings.get("location") != QUERY or len(query) > _CACHED_QUERY_BYTES:
            return super().parse(argmap, request, **settings)
        known = self._read.get((argmap, query))
        if known is None:
            known = super().parse(argmap, request, **settings)
            if len(self._read) >= _CACHED_QUERIES:
                self._read.clear()
            self._read[argmap, query] = known
        return known

    def load_querystring(self, req: Request, schema: Schema) -> dict[str, Any]:  # noqa: ARG002 - webargs' own
        """The parameters. A repeated one becomes a list, which no field takes."""
        return {name: texts if len(texts) > 1 else texts[0] for name, texts in req.args.lists()}

    def handle_error(self, error: ValidationError, *_request: object, **_settings: object) -> NoReturn:
        """Raise the problem of a query or a body."""
        [(location, messages)] = error.messages_dict.items()
        every = chain(flatten_errors(messages.pop(SCHEMA, [])), flatten_errors(messages))
        findings = list(islice(every, limits.PROBLEMS))
        if location == BODY:
            raise unreadable_body_problem(
                [FieldError({"pointer": one.problem.pointer}, one.expected) for one in findings]
            ) from error
        flaws = list(_parameter_errors(findings))
        detail = flaws[0].expected
        raise HttpProblem(problem_types.BAD_REQUEST, detail, flaws=flaws) from error

    def _raw_load_json(self, req: Request) -> Any:  # noqa: ANN401, ARG002 - webargs' own; the request is Flask's
        """The JSON of the body, within its limits. Raises the problems of bodies."""
        check_media_type([JSON])
        most = min(services().settings.body_bytes, FORM_BYTES)
        data = read_body(most, most)
        try:
            return msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise unreadable_body_problem([FieldError({"pointer": ""}, NOT_JSON)]) from error


def _parameter_errors(findings: list[Finding]) -> Iterator[FieldError]:
    for finding in findings:
        name = str(finding.path[0])
        yield FieldError({"parameter": name}, Text(f"{name}: {finding.expected.en}", f"{name}：{finding.expected.ja}"))


RECORD_MEDIA_TYPES: Final = (JSON, PLAIN, BINARY, GZIP)

_NO_LINE: Final = 0
"""A record in JSON is checked as a whole; its errors have JSON pointers, not lines."""


def read_record_body(wanted: str) -> Item:
    """The body as a record in the format `wanted`; `auto` detects the format by how the body begins.

    Raises `SourceRefused` if it is no record, and the problems of bodies.
    """
    check_media_type(RECORD_MEDIA_TYPES)
    data = read_body_bytes()
    if wanted == DAIFU or (wanted == AUTO and data.lstrip().startswith(b"{")):
        return Item(STDIN, _NO_LINE, DAIFU, data)
    entry = next(split_file(STDIN, Lines(io.BytesIO(data)), wanted))
    item = log_as_item(entry) if isinstance(entry, ForeignLog) else entry
    if isinstance(item, SourceProblem):
        raise SourceRefused([item])
    return item


def read_json_body() -> bytes:
    """The body, whose media type has to be JSON. Raises the problems of bodies."""
    check_media_type([JSON])
    return read_body_bytes()


def read_body_bytes() -> bytes:
    """The body without gzip, within the limits for one record. Raises the problems of bodies."""
    settings = services().settings
    return read_body(settings.body_bytes, settings.decompressed_bytes)


Shape = TypeVar("Shape")

MOST_STRUCTS: Final = 10_000
"""How many structs a body may have."""

_EXPECTED_COUNT: Final = Text(f"expected 1 to {MOST_STRUCTS} of them", f"1〜{MOST_STRUCTS}件が必要です")
_read_parts: Final = StructReader[list[msgspec.Raw]](list[msgspec.Raw]).read


def read_struct(read: Callable[[bytes], Shape]) -> Shape:
    """The body as `read` reads it.

    Raises the problem `unreadable`, and the problems of bodies.
    """
    return _decode_struct(read, _read_struct_body())


def read_structs(read: Callable[[bytes], Shape]) -> list[Shape]:
    """The body, which is one struct or a list of them. Raises what `read_struct` raises."""
    body = _read_struct_body()
    if not body.lstrip().startswith(b"["):
        return [_decode_struct(read, body)]
    parts = _decode_struct(_read_parts, body)
    if not 1 <= len(parts) <= MOST_STRUCTS:
        raise unreadable_body_problem([FieldError({"pointer": ""}, _EXPECTED_COUNT)])
    try:
        return read_each(read, parts)
    except StructRefused as refused:
        raise _unreadable_struct_problem(refused) from refused


def _read_struct_body() -> bytes:
    body = read_json_body()
    if has_too_many_values(body):
        raise unreadable_body_problem([FieldError({"pointer": ""}, TOO_MANY_VALUES)])
    return body


def _decode_struct(read: Callable[[bytes], Shape], body: bytes) -> Shape:
    try:
        return read(body)
    except StructRefused as refused:
        raise _unreadable_struct_problem(refused) from refused


def _unreadable_struct_problem(refused: StructRefused) -> HttpProblem:
    """The problem of a body that is not of the form of its structs, with every reason."""
    return unreadable_body_problem(
        [FieldError({"pointer": problem.pointer}, problem.expected) for problem in refused.problems]
    )


def record_filter(query: dict[str, Any]) -> RecordFilter:
    """The filter that a `RecordFilterQuery` asks for."""
    return RecordFilter(
        player=query.get("player"),
        rules=query.get("rules"),
        tournament=query.get("tournament"),
        legal=query.get("legal"),
        fault=query.get("fault"),
        since=query.get("from"),
        until=query.get("to"),
        withdrawn=query["withdrawn"],
    )


def known_game(profile: str) -> str:
    """The name of a game in a URL. Raises the problem `not-found`, which names the games."""
    if profile not in PROFILES:
        names = ", ".join(PROFILES)
        detail = Text(f"the games are {names}", f"ゲームは{names}です")
        raise HttpProblem(problem_types.NOT_FOUND, detail, known=list(PROFILES))
    return profile
