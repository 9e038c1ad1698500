"""The contract: the whole OpenAPI document, made from the app."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml
from flask import Flask

from api.http.kinds import KINDS
from api.http.problems import MEDIA_TYPE

METHODS: Final = ("get", "put", "post", "patch", "delete")

_TOP: Final = ("openapi", "info", "tags", "paths", "components")
_OF_EVERY_ANSWER: Final = "X-Request-Id"
_OF_STATUS: Final[Mapping[str, str]] = {
    "401": "WWW-Authenticate",
    "405": "Allow",
    "429": "Retry-After",
    "503": "Retry-After",
}
_TITLES: Final = {kind.slug: kind.title.en for kind in KINDS}


def contract(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of the app as plain values."""
    made: dict[str, Any] = app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    document = {part: made[part] for part in _TOP}
    for operation in operations(document):
        operation["description"] = _paragraphs(operation["description"])
        if "parameters" in operation:
            operation["parameters"] = [*map(_in_its_form, operation["parameters"])]
        operation["responses"] = dict(sorted(operation["responses"].items()))
        for status, response in operation["responses"].items():
            _finish(status, response)
    return document


def operations(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every operation of an OpenAPI document."""
    for path in document["paths"].values():
        yield from (path[method] for method in METHODS if method in path)


def as_yaml(document: Mapping[str, Any]) -> str:
    """The document as it is read by people."""
    return yaml.dump(document, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)


def _finish(status: str, response: dict[str, Any]) -> None:
    """Add what is the same for all operations: headers, and the titles of the problems that a status may mean."""
    headers = response.setdefault("headers", {})
    for name in filter(None, (_OF_STATUS.get(status), _OF_EVERY_ANSWER)):
        headers[name] = {"$ref": f"#/components/headers/{name}"}
    if problem := response.get("content", {}).get(MEDIA_TYPE):
        response["description"] = "; or: ".join(_TITLES[slug] for slug in problem["examples"])


def _in_its_form(parameter: dict[str, Any]) -> dict[str, Any]:
    """A parameter whose text has a form of its own, such as JSON, described by that form."""
    schema = parameter.get("schema", {})
    if "contentMediaType" not in schema:
        return parameter
    content = {schema["contentMediaType"]: {"schema": schema["contentSchema"]}}
    return {**{name: value for name, value in parameter.items() if name != "schema"}, "content": content}


def _paragraphs(text: str) -> str:
    """A description whose lines are broken only between paragraphs."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


class _Dumper(yaml.SafeDumper):
    """Writes what stands in several places in each of them, instead of as a reference to the first."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - yaml's own
        return True
