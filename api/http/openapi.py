"""The OpenAPI document: the documentation of views, the components they share, and the whole document.

flask-smorest collects it when the app is built; no request does any of this.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeVar, get_args

import msgspec
import yaml
from apispec import APISpec
from flask import Flask
from flask_smorest.utils import deepupdate

from api.http.errors import PROBLEM_MEDIA_TYPE
from api.http.problem_types import INTERNAL_ERROR, PROBLEM_TYPES, ProblemType
from data.tournaments.changes import AnyChange, Created
from data.tournaments.draw_requests import Anew, DrawRequest, Lots
from schemas.http import record_schema
from schemas.http.json_schema import COMPONENT, answer_components, reference, schemas_of
from schemas.http.service import Problem
from schemas.http.tournament_log import CHANGE_SCHEMA
from schemas.http.tournaments import TOURNAMENT_PREFIX

View = TypeVar("View", bound=Callable[..., Any])
Operation = dict[str, Any]

PROBLEM_SCHEMA: Final = {"$ref": "#/components/schemas/Problem"}
TOKEN_SCHEME: Final = "token"
"""The name of the bearer token in the document."""

_HEADERS_KEY: Final = "headers of ours"
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
    "figure": "The id of the figure.",
    "table": "The name of the table: `records`, `deals`, `seats`, `actions` or `faults`.",
}
"""Descriptions of the variable parts of URLs, by name."""


def document_operation(view: View, **operation: Any) -> View:  # noqa: ANN401 - any part of an OpenAPI operation
    """Add to the documentation of a view."""
    gathered = vars(view).setdefault("_apidoc", {})
    gathered["manual_doc"] = deepupdate(gathered.get("manual_doc", {}), operation)
    return view


def path_parameters(rule: str) -> list[Operation]:
    """The documentation of the variable parts of a URL rule."""
    return [
        {"in": "path", "name": name, "description": text}
        for name, text in _PATH_PARAMETERS.items()
        if f":{name}>" in rule
    ]


def takes_header(view: View, name: str) -> View:
    """Document that a view reads the header of this name."""
    vars(view).setdefault("_apidoc", {}).setdefault(_HEADERS_KEY, []).append(name)
    return view


def add_header_parameters(doc: Operation, gathered: Operation, **_settings: object) -> Operation:
    """Add the headers of `takes_header` to the parameters of the operation; flask-smorest calls this."""
    headers = gathered.get(_HEADERS_KEY, [])
    return {**doc, "parameters": [*doc.get("parameters", []), *headers]} if headers else doc


def add_answer_components(doc: Operation, gathered: Operation, *, spec: APISpec, **_settings: object) -> Operation:
    """Add the schemas of the operation's answers to the components and refer to them; flask-smorest calls this."""
    for response in gathered.get("manual_doc", {}).get("responses", {}).values():
        for media in response.get("content", {}).values():
            answer = media["schema"]
            if isinstance(answer, type):
                media["schema"] = reference(answer.__name__)
                _add_schemas(spec, _components_of_answer(answer))
    return doc


@cache
def _components_of_answer(answer: type[msgspec.Struct]) -> Mapping[str, Operation]:
    """The schemas of an answer and its parts. Apps share them, as they take a third of the time of making an app."""
    return answer_components([answer])


def _add_schemas(spec: APISpec, schemas: Mapping[str, Operation]) -> None:
    """Add schemas to the components, each once. Raises ValueError if two with one name differ."""
    for name, schema in schemas.items():
        if spec.components.schemas.setdefault(name, schema) != schema:
            raise ValueError(f"two answers have the name {name}")


def problem_responses(*kinds: ProblemType) -> dict[int, Mapping[str, Any]]:
    """The responses of an operation for these problem types, each with its example."""
    responses: dict[int, Mapping[str, Any]] = {}
    for kind in kinds:
        examples = {kind.slug: {"$ref": f"#/components/examples/{kind.slug}"}}
        content = {PROBLEM_MEDIA_TYPE: {"schema": PROBLEM_SCHEMA, "examples": examples}}
        deepupdate(responses, {kind.status: {"description": kind.title.en, "content": content}})
    return responses


def fails_with(*kinds: ProblemType) -> Callable[[View], View]:
    """Document problems of a view, besides those that its other decorators document."""

    def decorator(view: View) -> View:
        return document_operation(view, responses=problem_responses(*kinds))

    return decorator


_RESPONSE_HEADERS: Final[Mapping[str, str]] = {
    "ETag": "The version of the content; if the answer is compressed, a colon and the name of the coding may follow.",
    "Location": "The address of the new resource.",
    "Link": "Related addresses, by relation (RFC 8288).",
    "Allow": "The methods that the address allows.",
    "Retry-After": "Seconds after which the request may be sent again.",
    "WWW-Authenticate": "How to authenticate: with a bearer token.",
    "X-Request-Id": "The id of the request in the log.",
}
_HEADER_PARAMETERS: Final[Mapping[str, str]] = {
    "If-Match": "The ETag of the version that is changed.",
    "Last-Event-ID": "The number of the last entry received; events go on after it.",
    "If-None-Match": "The ETag of a version that the client has; the answer is 304 while it is current.",
}

_HEADER_SHAPES: Final[Mapping[str, Mapping[str, Any]]] = {
    "If-Match": {
        "required": True,
        "schema": {"type": "string", "pattern": '^((W/)?"[^"]*"|[0-9]+)$'},
        "example": '"1"',
    },
    "If-None-Match": {"schema": {"type": "string"}},
    "Last-Event-ID": {"schema": {"type": "string", "pattern": "^[0-9]{1,15}$"}, "example": "61"},
}


def add_shared_components(spec: APISpec) -> None:
    """Add the components that many operations share."""
    _add_schemas(spec, answer_components([Problem]))
    for name, shape in {**record_schema.record_components(), **tournament_schemas()}.items():
        spec.components.schema(name, component=shape)
    spec.components.security_scheme(TOKEN_SCHEME, {"type": "http", "scheme": "bearer"})
    for name, text in _RESPONSE_HEADERS.items():
        spec.components.header(name, {"description": text, "schema": {"type": "string"}})
    for name, text in _HEADER_PARAMETERS.items():
        spec.components.parameter(name, "header", {"description": text, **_HEADER_SHAPES[name]})
    for kind in PROBLEM_TYPES:
        spec.components.example(kind.slug, {"summary": kind.title.en, "value": problem_example(kind)})


def problem_example(kind: ProblemType) -> dict[str, Any]:
    """An example of a problem of this type."""
    return {
        "type": kind.type,
        "title": kind.title.en,
        "status": kind.status,
        "detail": kind.remedy.en if kind is not INTERNAL_ERROR else "the log tells more under the request id",
        "request_id": "5f0c7a3e9b1d2846",
    }


Schema = dict[str, Any]

CREATED_SCHEMA: Final[Schema] = {"$ref": COMPONENT.format(name=f"{TOURNAMENT_PREFIX}Beginning")}
"""Refers to the body that creates a tournament."""
CHANGES_SCHEMA: Final[Schema] = {"anyOf": [CHANGE_SCHEMA, {"type": "array", "items": CHANGE_SCHEMA, "minItems": 1}]}
"""One change or several."""
DRAW_SCHEMA: Final[Schema] = {"$ref": COMPONENT.format(name=f"{TOURNAMENT_PREFIX}Wish")}
"""Refers to the body that requests a draw."""
REDRAW_SCHEMA: Final[Schema] = {"$ref": COMPONENT.format(name=f"{TOURNAMENT_PREFIX}Anew")}
"""Refers to the body that requests a new draw."""
LOTS_SCHEMA: Final[Schema] = {"$ref": COMPONENT.format(name=f"{TOURNAMENT_PREFIX}Lots")}
"""Refers to the body that requests lots."""

_CHANGE_TYPES: Final = get_args(AnyChange)
_DRAW_TYPES: Final = get_args(DrawRequest)


def tournament_schemas() -> dict[str, Schema]:
    """The schemas of changes and draw requests, by component name."""
    found = schemas_of([*_CHANGE_TYPES, *_DRAW_TYPES, Anew, Lots], TOURNAMENT_PREFIX)
    beginning = dict(found[TOURNAMENT_PREFIX + Created.__name__])
    beginning["required"] = [name for name in beginning["required"] if name != "change"]
    return {
        **found,
        f"{TOURNAMENT_PREFIX}Change": _one_of(_CHANGE_TYPES),
        f"{TOURNAMENT_PREFIX}Wish": _one_of(_DRAW_TYPES),
        f"{TOURNAMENT_PREFIX}Beginning": beginning,
    }


def _one_of(shapes: tuple[type, ...]) -> Schema:
    return {"oneOf": [{"$ref": COMPONENT.format(name=TOURNAMENT_PREFIX + shape.__name__)} for shape in shapes]}


METHODS: Final = ("get", "put", "post", "patch", "delete")

_TOP: Final = ("openapi", "info", "tags", "paths", "components")
_COMMON_HEADER: Final = "X-Request-Id"
_STATUS_HEADERS: Final[Mapping[str, str]] = {
    "401": "WWW-Authenticate",
    "405": "Allow",
    "429": "Retry-After",
    "503": "Retry-After",
}
_TITLES: Final = {kind.slug: kind.title.en for kind in PROBLEM_TYPES}


def openapi_document(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of the app as plain values."""
    made: dict[str, Any] = app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    document = {part: made[part] for part in _TOP}
    for operation in operations(document):
        operation["description"] = _paragraphs(operation["description"])
        if "parameters" in operation:
            operation["parameters"] = [*map(_with_content_type, operation["parameters"])]
        operation["responses"] = dict(sorted(operation["responses"].items()))
        for status, response in operation["responses"].items():
            _complete_response(status, response)
    return document


def operations(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every operation of an OpenAPI document."""
    for path in document["paths"].values():
        yield from (path[method] for method in METHODS if method in path)


def openapi_yaml(document: Mapping[str, Any]) -> str:
    """The document as YAML."""
    return yaml.dump(document, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)


def _complete_response(status: str, response: dict[str, Any]) -> None:
    """Add what is the same for all operations: headers, and the titles of the problems of a status."""
    headers = response.setdefault("headers", {})
    for name in filter(None, (_STATUS_HEADERS.get(status), _COMMON_HEADER)):
        headers[name] = {"$ref": f"#/components/headers/{name}"}
    if problem := response.get("content", {}).get(PROBLEM_MEDIA_TYPE):
        response["description"] = "; or: ".join(_TITLES[slug] for slug in problem["examples"])


def _with_content_type(parameter: dict[str, Any]) -> dict[str, Any]:
    """A parameter; if its text has a media type of its own, such as JSON, described by that."""
    schema = parameter.get("schema", {})
    if "contentMediaType" not in schema:
        return parameter
    content = {schema["contentMediaType"]: {"schema": schema["contentSchema"]}}
    return {**{name: value for name, value in parameter.items() if name != "schema"}, "content": content}


def _paragraphs(text: str) -> str:
    """A description with line breaks only between paragraphs."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


class _Dumper(yaml.SafeDumper):
    """Writes repeated values in full, instead of as references to the first."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - yaml's own
        return True
