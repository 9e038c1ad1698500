"""The OpenAPI document. It is made of the routes and of what the decorators of views say, when somebody asks for it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from inspect import getdoc
from itertools import groupby
from typing import Any, Final, get_args

import yaml
from marshmallow import Schema
from msgspec import Struct

from daifu.api.http import problem_types
from daifu.api.http.access import TOKEN_SCHEME
from daifu.api.http.contract import REQUEST, player_examples, record_examples, service_examples, tournament_examples
from daifu.api.http.media_types import JSON, PROBLEM
from daifu.api.http.operation import Operation, operation_of
from daifu.api.http.problem_types import INTERNAL_ERROR, PROBLEM_TYPES, ProblemType
from daifu.api.http.routes import GROUPS, Group, Route, loaded
from daifu.api.http.urls import CONVERTERS, LARGEST_NUMBER, CountConverter
from daifu.api.views.addresses import PREFIX
from daifu.api.views.values import plain_json
from daifu.data.tournaments.changes import AnyChange, Created
from daifu.data.tournaments.draw_requests import Anew, DrawRequest
from daifu.schemas.answer import reference
from daifu.schemas.http import json_schema
from daifu.schemas.http.json_schema import answer_components, options_components, schemas_of
from daifu.schemas.http.query_fields import body_component, parameters_of
from daifu.schemas.http.rules import house_components
from daifu.schemas.http.service import Problem
from daifu.schemas.tournament import TOURNAMENT_PREFIX

Json = dict[str, Any]

METHODS: Final = ("get", "put", "post", "patch", "delete")

_EXAMPLES: Final = {
    **record_examples.EXAMPLES,
    **player_examples.EXAMPLES,
    **tournament_examples.EXAMPLES,
    **service_examples.EXAMPLES,
}
_EVERY_PROBLEM: Final = (problem_types.BAD_REQUEST, problem_types.INTERNAL_ERROR)
"""Problems of every operation: a query that the address does not take is refused."""
_ADMISSION_PROBLEMS: Final = (
    problem_types.NOT_AUTHENTICATED,
    problem_types.TOO_MANY_REQUESTS,
    problem_types.STORE_BUSY,
    problem_types.UNAVAILABLE,
)
"""Problems of every operation under `/v1`. A token is looked up even where none is needed."""
_PATH_PARAMETERS: Final = {
    "id": "The number of the record or tournament.",
    "deal": "The number of the deal, counted from 1.",
    "at": "The number of actions of the deal that have been taken.",
    "number": "The number of the revision, counted from 1.",
    "entrant": "The number of the entrant, in the order of entry.",
    "record": "The number of the record.",
    "profile": "The name of the game, as records have it.",
    "player": "The id of the player, as records have it; any id of the person will do.",
    "other": "The id of the other player.",
    "merge": "The number of the merge.",
    "slug": "The id of the house rules.",
    "version": "Their version, counted from 1.",
    "figure": "The id of the figure.",
    "table": "The name of the table: `records`, `deals`, `seats`, `actions` or `faults`.",
}
"""Descriptions of the variable parts of addresses, by name."""
_RESPONSE_HEADERS: Final[Mapping[str, str]] = {
    "ETag": 'The tag of the content. That of what can be changed begins with its version, such as 3 in "3.1f0c22ab". '
    "If the answer is compressed, a colon and the name of the coding may follow.",
    "Location": "The address of the new resource.",
    "Link": "Related addresses, by relation (RFC 8288).",
    "Allow": "The methods that the address allows.",
    "Retry-After": "Seconds after which the request may be sent again.",
    "WWW-Authenticate": "How to authenticate: with a bearer token.",
    "X-Left-Out": "The parts of the record for which the format has no place, such as `event` or `actions.comment`. It "
    "is absent if nothing is lost.",
    "X-Request-Id": "The id of the request in the log.",
}
_ETAGS: Final = '^([*]|[0-9]+|(W/)?"[^"]*"( *, *(W/)?"[^"]*")*)$'
_REQUEST_HEADERS: Final[Mapping[str, Json]] = {
    "If-Match": {
        "description": 'The ETag of the version that is changed, or its number alone, such as "3"; or several of them.',
        "required": True,
        "schema": {"type": "string", "pattern": '^([0-9]+|(W/)?"[^"]*"( *, *(W/)?"[^"]*")*)$'},
        "example": '"1"',
    },
    "If-Match-Optional": {
        "name": "If-Match",
        "description": "The ETag of a version that the client wants, or its number; 412 if another one is current.",
        "schema": {"type": "string", "pattern": _ETAGS},
    },
    "Last-Event-ID": {
        "description": "The number of the last entry received; events go on after it.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
        "example": "61",
    },
    "If-None-Match": {
        "description": "The ETag of a version that the client has; the answer is 304 while it is current.",
        "schema": {"type": "string", "pattern": _ETAGS},
    },
}
_INTEGERS: Final = ("integer", ["integer", "null"])
_EVERY_HEADER: Final = "X-Request-Id"
_STATUS_HEADERS: Final[Mapping[int, str]] = {
    401: "WWW-Authenticate",
    405: "Allow",
    429: "Retry-After",
    503: "Retry-After",
}


def openapi_document(groups: Sequence[Group] = GROUPS) -> Json:
    """The OpenAPI document of these groups of operations, as plain values."""
    paths: dict[str, Json] = {}
    used: list[type] = [Problem]
    refusals: dict[str, Json] = {}
    for group in groups:
        for route in group.routes:
            used += _types(operation_of(loaded(route.view)))
            path, parameters = _path(route.rule)
            item = paths.setdefault(path, {"parameters": parameters} if parameters else {})
            item[route.method.lower()] = _operation(group, route, refusals)
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "daifu",
            "version": version("daifu"),
            "license": {"name": "MIT License", "identifier": "MIT"},
        },
        "servers": [{"url": ".", "description": "The service that sends this document."}],
        "tags": [{"name": group.name, "description": group.description} for group in groups],
        "paths": paths,
        "components": {**_components(used), "responses": dict(sorted(refusals.items()))},
    }
    found: Json = _with_sizes(document)
    return found


def _with_sizes(part: Any) -> Any:  # noqa: ANN401 - any part of a document
    """The part, where integers that may have more than 32 bits say so. Clients in Java take 32 bits for granted."""
    if isinstance(part, list):
        return [_with_sizes(one) for one in part]
    if not isinstance(part, dict):
        return part
    found = {name: _with_sizes(value) for name, value in part.items()}
    is_wide = found.get("type") in _INTEGERS and "enum" not in found and found.get("maximum", 1 << 31) >= 1 << 31
    return found | {"format": "int64"} if is_wide else found


def operations(document: Mapping[str, Any]) -> Iterator[Json]:
    """Every operation of an OpenAPI document."""
    for path in document["paths"].values():
        yield from (path[method] for method in METHODS if method in path)


def openapi_yaml(document: Mapping[str, Any]) -> str:
    """The document as YAML."""
    return yaml.dump(document, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)


class _Dumper(yaml.CSafeDumper):
    """Writes repeated values in full, instead of as references to the first."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - yaml's own
        return True


def _path(rule: str) -> tuple[str, list[Json]]:
    """The path of a URL rule, and its parameters."""
    parameters = [
        {
            "in": "path",
            "name": name,
            "description": _PATH_PARAMETERS.get(name, name),
            "required": True,
            "schema": _part_schema(converter),
        }
        for converter, name in re.findall(r"<(\w+):(\w+)>", rule)
    ]
    return re.sub(r"<\w+:(\w+)>", r"{\1}", rule), parameters


def _part_schema(converter: str) -> Json:
    """The schema of a variable part of an address."""
    known = CONVERTERS.get(converter)
    if known is not None and issubclass(known, CountConverter):
        return {"type": "integer", "minimum": known.least, "maximum": LARGEST_NUMBER}
    return {"type": "string", "minLength": 1}


def _operation(group: Group, route: Route, refusals: dict[str, Json]) -> Json:
    """An operation. The first paragraph of the view's docstring is the summary, the rest the description.

    What it is refused with is added to `refusals`, which operations share.
    """
    view = loaded(route.view)
    operation = operation_of(view)
    summary, *paragraphs = (" ".join(part.split()) for part in (getdoc(view) or "").split("\n\n"))
    found: Json = {"operationId": view.__name__, "summary": summary, "description": "\n\n".join(paragraphs)}
    found["tags"] = [group.name]
    parameters = [] if operation.query is None else parameters_of(operation.query)
    if parameters := [*parameters, *({"$ref": f"#/components/parameters/{name}"} for name in operation.headers)]:
        found["parameters"] = parameters
    found["security"] = [dict(one) for one in operation.security]
    if operation.body:
        content = {kind: _media(one, view.__name__, REQUEST, kind) for kind, one in operation.body.content.items()}
        found["requestBody"] = {"required": operation.body.required, "content": content}
    admission = _ADMISSION_PROBLEMS if route.rule.startswith(PREFIX) else ()
    found["responses"] = _answers(operation, view.__name__)
    problems = sorted({*operation.problems, *admission, *_EVERY_PROBLEM}, key=lambda kind: (kind.status, kind.slug))
    for status, kinds in groupby(problems, lambda kind: kind.status):
        refusal = list(kinds)
        name = "Or".join(kind.slug.title().replace("-", "") for kind in refusal)
        refusals[name] = _refusal(refusal)
        found["responses"][str(status)] = {"$ref": f"#/components/responses/{name}"}
    return found


def _answers(operation: Operation, view: str) -> dict[str, Json]:
    """The answers of an operation by status; JSON comes first, because generators of clients take what is first."""
    found: dict[int, Json] = {}
    for answer in sorted(operation.answers, key=lambda one: one.media_type != JSON):
        response = found.setdefault(answer.status, {"description": answer.description})
        if answer.content is not None:
            media = _media(answer.content, view, answer.status, answer.media_type)
            response.setdefault("content", {})[answer.media_type] = media
        if answer.headers:
            response.setdefault("headers", {}).update((name, _header(name)) for name in answer.headers)
        found[answer.status].setdefault("headers", {})[_EVERY_HEADER] = _header(_EVERY_HEADER)
    return {str(status): found[status] for status in sorted(found)}


def _refusal(kinds: Sequence[ProblemType]) -> Json:
    """The answer with one of these problems, which have the same status."""
    names = filter(None, (_STATUS_HEADERS.get(kinds[0].status), _EVERY_HEADER))
    examples = {kind.slug: {"$ref": f"#/components/examples/{kind.slug}"} for kind in kinds}
    return {
        "description": "; or: ".join(kind.title.en for kind in kinds),
        "headers": {name: _header(name) for name in names},
        "content": {PROBLEM: {"schema": reference(Problem.__name__), "examples": examples}},
    }


def _header(name: str) -> Json:
    return {"$ref": f"#/components/headers/{name}"}


def _media(content: type | Mapping[str, Any], view: str, part: int, media_type: str) -> Json:
    """The schema of a body, and its example."""
    if isinstance(content, type):
        schema = reference(body_component(content)[0] if issubclass(content, Schema) else content.__name__)
    else:
        schema = dict(content)
    found: Json = {"schema": schema}
    example = _EXAMPLES.get(view, {}).get(part, {}).get(media_type)
    return found if example is None else {**found, "example": plain_json(example)}


def _types(operation: Operation) -> Iterator[type]:
    """The types that describe the answers and the body of an operation."""
    contents: list[object] = [answer.content for answer in operation.answers]
    if operation.body:
        contents += operation.body.content.values()
    yield from (content for content in contents if isinstance(content, type))


def _components(used: Iterable[type]) -> Json:
    """What many operations share."""
    types = dict.fromkeys(used)
    schemas: Json = {}
    for found in (
        answer_components(kind for kind in types if issubclass(kind, Struct)),
        dict(body_component(kind) for kind in types if issubclass(kind, Schema)),
        json_schema.record_components(),
        house_components(),
        options_components(),
        tournament_schemas(),
    ):
        if twice := schemas.keys() & found.keys():
            raise ValueError(f"two components have the name {min(twice)}")
        schemas |= found
    return {
        "schemas": schemas,
        "securitySchemes": {TOKEN_SCHEME: {"type": "http", "scheme": "bearer"}},
        "headers": {
            name: {"description": text, "schema": {"type": "string"}} for name, text in _RESPONSE_HEADERS.items()
        },
        "parameters": {name: {"name": name, "in": "header"} | about for name, about in _REQUEST_HEADERS.items()},
        "examples": {kind.slug: {"summary": kind.title.en, "value": problem_example(kind)} for kind in PROBLEM_TYPES},
    }


def problem_example(kind: ProblemType) -> Json:
    """An example of a problem of this type."""
    return {
        "type": kind.type,
        "title": kind.title.en,
        "status": kind.status,
        "detail": kind.remedy.en if kind is not INTERNAL_ERROR else "the log tells more under the request id",
        "request_id": "5f0c7a3e9b1d2846",
    }


_CHANGE_TYPES: Final = get_args(AnyChange)
_DRAW_TYPES: Final = get_args(DrawRequest)


@cache
def tournament_schemas() -> Json:
    """The schemas of changes and draw requests, by component name."""
    found = schemas_of([*_CHANGE_TYPES, *_DRAW_TYPES, Anew], TOURNAMENT_PREFIX)
    beginning = dict(found[TOURNAMENT_PREFIX + Created.__name__])
    beginning["required"] = [name for name in beginning["required"] if name != "change"]
    return {
        **found,
        f"{TOURNAMENT_PREFIX}Change": _one_of(_CHANGE_TYPES),
        f"{TOURNAMENT_PREFIX}DrawRequest": _one_of(_DRAW_TYPES),
        f"{TOURNAMENT_PREFIX}Beginning": beginning,
    }


def _one_of(shapes: Sequence[type[Struct]]) -> Json:
    """One of some structs, which a field tells apart."""
    references = {shape: reference(TOURNAMENT_PREFIX + shape.__name__) for shape in shapes}
    mapping = {str(shape.__struct_config__.tag): found["$ref"] for shape, found in references.items()}
    field = shapes[0].__struct_config__.tag_field
    return {"oneOf": list(references.values()), "discriminator": {"propertyName": field, "mapping": mapping}}
