"""The interactive documentation, which loads nothing from other hosts, and the OpenAPI document."""

from functools import cache
from importlib import resources
from threading import Lock
from typing import Final

import msgspec
from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from api.http.conditional import tagged
from api.http.lanes import Lane
from api.http.media_types import CSS, HTML, JAVASCRIPT, JSON, YAML
from api.http.operation import lane
from api.http.response_cache import CachedBody
from api.http.responses import body_response

DOCS: Final = Blueprint("docs", __name__)

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Allows nothing from other hosts. Inline styles are allowed because Swagger UI sets them."""

_OWN_FILES: Final = resources.files("api.http") / "pages"
_SWAGGER_UI: Final = resources.files("flask_swagger_ui") / "dist"
_SERVED_FILES: Final = {
    "start.js": (_OWN_FILES, JAVASCRIPT),
    "swagger-ui-bundle.js": (_SWAGGER_UI, JAVASCRIPT),
    "swagger-ui.css": (_SWAGGER_UI, CSS),
    "favicon-32x32.png": (_SWAGGER_UI, "image/png"),
}


@DOCS.get("/docs")
def show_docs() -> Response:
    """Show the page of the documentation."""
    answer = Response((_OWN_FILES / "docs.html").read_bytes(), mimetype=HTML)
    answer.headers["Content-Security-Policy"] = _POLICY
    return answer


@DOCS.get("/docs/<name>")
def send_file(name: str) -> Response:
    """Send one of the files that the page needs."""
    if name not in _SERVED_FILES:
        raise NotFound
    folder, media_type = _SERVED_FILES[name]
    return tagged(Response((folder / name).read_bytes(), mimetype=media_type))


@DOCS.get("/openapi.json")
@lane(Lane.COSTLY)
def send_json() -> Response:
    """Send the OpenAPI document as JSON."""
    return _document_response(JSON)


@DOCS.get("/openapi.yaml")
@lane(Lane.COSTLY)
def send_yaml() -> Response:
    """Send the OpenAPI document as YAML, as in the file `openapi.yaml` of the project."""
    return _document_response(YAML)


_MAKING: Final = Lock()
"""Held while the document is made: each of the threads that are asked for it at first would make one of its own."""


def _document_response(media_type: str) -> Response:
    with _MAKING:
        body = document_forms()[media_type]
    return body_response(body, media_type)


@cache
def document_forms() -> dict[str, CachedBody]:
    """The OpenAPI document by media type."""
    from api.http.openapi import openapi_document, openapi_yaml  # noqa: PLC0415 - only they need its examples

    document = openapi_document()
    return {
        JSON: CachedBody("", msgspec.json.encode(document)),
        YAML: CachedBody("", openapi_yaml(document).encode()),
    }
