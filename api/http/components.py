"""The parts of the contract that many operations share: headers, problems, and how a token is sent."""

from collections.abc import Mapping
from typing import Any, Final

from apispec import APISpec

from api.http import tournament_components
from api.http.documented import TOKEN
from api.http.kinds import INTERNAL_ERROR, KINDS, Kind
from schemas.http import record
from schemas.http.problems import ProblemSchema

_HEADERS: Final[Mapping[str, str]] = {
    "ETag": "The version of what is sent; a colon and the name of a coding may follow where the answer is compressed.",
    "Location": "The address of what was made.",
    "Link": "Addresses that belong to this one, by their relation (RFC 8288).",
    "Allow": "The methods that the address knows.",
    "Retry-After": "Seconds after which the same may be sent again.",
    "WWW-Authenticate": "How to say who is asking: with a bearer token.",
    "X-Request-Id": "The id under which the log has the request.",
}
_PARAMETERS: Final[Mapping[str, str]] = {
    "If-Match": "The ETag of what the change was made on.",
    "Last-Event-ID": "The number of the last entry of the log that came; events go on behind it.",
    "If-None-Match": "The ETag of what is there already; the answer is 304 as long as it is the present one.",
}

_SHAPES: Final[Mapping[str, Mapping[str, Any]]] = {
    "If-Match": {
        "required": True,
        "schema": {"type": "string", "pattern": '^((W/)?"[^"]*"|[0-9]+)$'},
        "example": '"1"',
    },
    "If-None-Match": {"schema": {"type": "string"}},
    "Last-Event-ID": {"schema": {"type": "string", "pattern": "^[0-9]{1,15}$"}, "example": "61"},
}


def describe(spec: APISpec) -> None:
    """Give the contract its shared parts."""
    spec.components.schema("Problem", schema=ProblemSchema)
    for name, shape in {**record.components(), **tournament_components.components()}.items():
        spec.components.schema(name, component=shape)
    spec.components.security_scheme(TOKEN, {"type": "http", "scheme": "bearer"})
    for name, text in _HEADERS.items():
        spec.components.header(name, {"description": text, "schema": {"type": "string"}})
    for name, text in _PARAMETERS.items():
        spec.components.parameter(name, "header", {"description": text, **_SHAPES[name]})
    for kind in KINDS:
        spec.components.example(kind.slug, {"summary": kind.title.en, "value": example_of(kind)})


def example_of(kind: Kind) -> dict[str, Any]:
    """A problem of the kind, as it may be told."""
    return {
        "type": kind.type,
        "title": kind.title.en,
        "status": kind.status,
        "detail": kind.remedy.en if kind is not INTERNAL_ERROR else "the log tells more under the request id",
        "request_id": "5f0c7a3e9b1d2846",
    }
