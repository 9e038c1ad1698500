"""What a view says of itself for the contract; the decorators that guard or shape a view add to it.

flask-smorest makes OpenAPI of it when the app is built. Nothing of this is done while a request is answered.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from flask_smorest.utils import deepupdate

from api.http.kinds import Kind
from api.http.problems import MEDIA_TYPE

View = TypeVar("View", bound=Callable[..., Any])
Operation = dict[str, Any]

PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}
TOKEN: Final = "token"
"""What the contract calls the bearer token."""

_PARAMETERS: Final = "headers of ours"
_PARTS: Final = {
    "id": "The number that it was given.",
    "deal": "The number of the deal, counted from 1.",
    "at": "How many actions of the deal have been taken.",
    "number": "The number of the revision, counted from 1.",
    "entrant": "The number of the entrant, in the order of entry.",
    "record": "The number of the record.",
    "profile": "The name of the game, as records have it.",
    "player": "The id of the player, as records have it; any id of the same person leads to the same.",
    "other": "The id of the other player.",
    "merge": "The number of the merge.",
    "figure": "The id of the figure.",
    "table": "The name of the table: `records`, `deals`, `seats`, `actions` or `faults`.",
}
"""What the parts of addresses are, by their names."""


def document(view: View, **operation: Any) -> View:  # noqa: ANN401 - any part of an OpenAPI operation
    """Add to what the contract says of a view."""
    gathered = vars(view).setdefault("_apidoc", {})
    gathered["manual_doc"] = deepupdate(gathered.get("manual_doc", {}), operation)
    return view


def parts_of(rule: str) -> list[Operation]:
    """What the contract says of the parts of an address."""
    return [{"in": "path", "name": name, "description": text} for name, text in _PARTS.items() if f":{name}>" in rule]


def takes_header(view: View, name: str) -> View:
    """Say that a view looks at one of the headers that the contract describes under this name."""
    vars(view).setdefault("_apidoc", {}).setdefault(_PARAMETERS, []).append(name)
    return view


def add_headers(doc: Operation, gathered: Operation, **_settings: object) -> Operation:
    """Put the headers that `takes_header` noted beside the parameters of the operation, as flask-smorest asks."""
    headers = gathered.get(_PARAMETERS, [])
    return {**doc, "parameters": [*doc.get("parameters", []), *headers]} if headers else doc


def problems(*kinds: Kind) -> dict[int, Mapping[str, Any]]:
    """The responses of an operation that these problems are, each with its example."""
    responses: dict[int, Mapping[str, Any]] = {}
    for kind in kinds:
        examples = {kind.slug: {"$ref": f"#/components/examples/{kind.slug}"}}
        content = {MEDIA_TYPE: {"schema": PROBLEM, "examples": examples}}
        deepupdate(responses, {kind.status: {"description": kind.title.en, "content": content}})
    return responses


def fails(*kinds: Kind) -> Callable[[View], View]:
    """Say which problems a view can come to, besides those that its other decorators bring."""

    def decorator(view: View) -> View:
        return document(view, responses=problems(*kinds))

    return decorator
