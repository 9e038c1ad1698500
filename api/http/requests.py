"""What views take from requests: queries and JSON bodies, read into structs, and records."""

import io
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, islice
from typing import Any, Final, TypeVar

import msgspec
from flask import request
from marshmallow import Schema, ValidationError
from marshmallow.exceptions import SCHEMA
from werkzeug.datastructures import MultiDict

from daifu.api.http import problem_types
from daifu.api.http.errors import FieldError, HttpProblem, unreadable_body_problem
from daifu.api.http.media_types import BINARY, GZIP, JSON, NOTATION, PLAIN
from daifu.api.http.request_body import check_media_type, read_body
from daifu.api.http.services import services
from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.replay.text import Text
from daifu.schemas.http.query_fields import flatten_errors
from daifu.schemas.record import limits
from daifu.schemas.record.errors import Finding
from daifu.schemas.record.json_text import TOO_MANY_VALUES, has_too_many_values
from daifu.schemas.record.struct_reader import NOT_JSON, StructReader, StructRefused, read_each
from daifu.schemas.sources import messages
from daifu.schemas.sources.items import (
    AUTO,
    DAIFU,
    FU,
    LIST_OF_OBJECTS,
    ForeignLog,
    Item,
    SourceProblem,
    SourceRefused,
    log_items,
    split_file,
)
from daifu.schemas.sources.streams import STDIN, Lines

Shape = TypeVar("Shape")

FORM_BYTES: Final = 1 << 20
"""The largest body that is read by a schema of fields; none that is meant comes near it."""

_CACHED_QUERY_BYTES: Final = 100
_CACHED_QUERIES: Final = 1_000
"""How many queries are remembered, and how long one may be."""
_QUERIES_READ: Final[dict[tuple[Schema, bytes], dict[str, Any]]] = {}
_NO_PARAMETERS: Final = Text("this address takes no parameters", "このアドレスではパラメーターを使えません")


def read_query(schema: Schema) -> dict[str, Any]:
    """The query of the request, read by the schema. Short queries are read once, because they come again.

    Raises the problem `bad-request`, which names the wrong parameters.
    """
    place = schema, request.query_string
    known = _QUERIES_READ.get(place)
    if known is None:
        known = parse_query(schema, request.args)
        if len(request.query_string) <= _CACHED_QUERY_BYTES:
            if len(_QUERIES_READ) >= _CACHED_QUERIES:
                _QUERIES_READ.clear()
            _QUERIES_READ[place] = known
    return known


def parse_query(schema: Schema, query: MultiDict[str, str]) -> dict[str, Any]:
    """A query, read by the schema. A repeated parameter is a list, which no field takes. Raises like `read_query`."""
    given = {name: texts if len(texts) > 1 else texts[0] for name, texts in query.lists()}
    try:
        return _load(schema, given)
    except ValidationError as error:
        flaws = list(_parameter_errors(_findings(error)))
        raise HttpProblem(problem_types.BAD_REQUEST, flaws[0].expected, flaws=flaws) from error


def read_small_body(schema: Schema) -> dict[str, Any]:
    """The JSON of the body, read by the schema. Raises the problem `unreadable`, and the problems of bodies."""
    check_media_type([JSON])
    most = min(services().settings.body_bytes, FORM_BYTES)
    try:
        return _load(schema, msgspec.json.decode(read_body(most, most)))
    except ValidationError as error:
        flaws = [FieldError({"pointer": one.problem.pointer}, one.expected) for one in _findings(error)]
        raise unreadable_body_problem(flaws) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable_body_problem([FieldError({"pointer": ""}, NOT_JSON)]) from error


def _load(schema: Schema, given: object) -> dict[str, Any]:
    read: dict[str, Any] = schema.load(given)  # type: ignore[arg-type] # it refuses what is no object
    return read


def _findings(error: ValidationError) -> list[Finding]:
    """What is wrong, first the schema as a whole."""
    messages: dict[Any, Any] = dict(error.messages_dict)
    every = chain(flatten_errors(messages.pop(SCHEMA, [])), flatten_errors(messages))
    return list(islice(every, limits.PROBLEMS))


def refuse_query(query: Collection[str], known: Collection[str] = ()) -> None:
    """Raise the problem `bad-request` if a query has other parameters than the `known` ones."""
    names = sorted(known)
    unknown = Text(f"unknown; known are {', '.join(names)}", f"不明な名前です。使えるのは{'、'.join(names)}です")
    expected = unknown if known else _NO_PARAMETERS
    flaws = list(_parameter_errors(Finding((name,), expected) for name in query if name not in known))
    if flaws:
        raise HttpProblem(problem_types.BAD_REQUEST, flaws[0].expected, flaws=flaws)


def _parameter_errors(findings: Iterable[Finding]) -> Iterator[FieldError]:
    for finding in findings:
        name = str(finding.path[0])
        yield FieldError({"parameter": name}, Text(f"{name}: {finding.expected.en}", f"{name}：{finding.expected.ja}"))


RECORD_MEDIA_TYPES: Final = (JSON, PLAIN, NOTATION, BINARY, GZIP)

_NO_LINE: Final = 0
"""A record in JSON is checked as a whole; its errors have JSON pointers, not lines."""


def read_record_body(wanted: str) -> Item:
    """The body as a record in the format `wanted`; `auto` detects the format by how the body begins.

    Raises `SourceRefused` if it is no record, and the problems of bodies.
    """
    check_media_type(RECORD_MEDIA_TYPES)
    data = read_body_bytes()
    if wanted == AUTO and request.mimetype == NOTATION:
        wanted = FU
    if wanted == DAIFU or (wanted == AUTO and data.lstrip().startswith(b"{")):
        return Item(STDIN, _NO_LINE, DAIFU, data)
    if wanted == AUTO and LIST_OF_OBJECTS.match(data.lstrip()):
        raise SourceRefused([SourceProblem(STDIN, _NO_LINE, messages.LIST_OF_RECORDS)])
    entry = next(split_file(STDIN, Lines(io.BytesIO(data)), wanted))
    item = next(log_items(entry)) if isinstance(entry, ForeignLog) else entry
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


MOST_STRUCTS: Final = 10_000
"""How many structs a body may have."""

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
        wrong_count = Text(
            f"expected a list of 1 to {MOST_STRUCTS}, found one of {len(parts)}",
            f"1〜{MOST_STRUCTS}個の配列が必要ですが、{len(parts)}個となっています",
        )
        raise unreadable_body_problem([FieldError({"pointer": ""}, wrong_count)])
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


def known_game(profile: str) -> str:
    """The name of a game in a URL. Raises the problem `not-found`, which names the games."""
    if profile not in PROFILES:
        detail = Text(f"the games are {', '.join(PROFILES)}", f"ゲームは{'、'.join(PROFILES)}です")
        raise HttpProblem(problem_types.NOT_FOUND, detail, known=list(PROFILES))
    return profile


def known_counts(key: str) -> str:
    """A name in a URL under which results are counted: a game or a house. Raises the problem `not-found`."""
    try:
        game_of(key)
    except KeyError:
        return known_game(key)
    return key
