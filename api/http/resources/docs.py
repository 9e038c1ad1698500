"""The interactive documentation, which loads nothing from other hosts, and the OpenAPI document."""

from functools import cache
from importlib import resources
from threading import Lock
from typing import Final

import msgspec
from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from daifu.api.http.etags import tagged
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import CSS, HTML, JAVASCRIPT, JSON, JSON_SCHEMA, YAML
from daifu.api.http.operation import lane
from daifu.api.http.response_cache import CachedBody
from daifu.api.http.responses import body_response
from daifu.schemas.http.json_schema import SCHEMA_PATH, record_schema

DOCS: Final = Blueprint("docs", __name__)

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Allows nothing from other hosts. Inline styles are allowed because Swagger UI sets them."""

_OWN_FILES: Final = resources.files("daifu.api.http") / "pages"
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
    with _MAKING:
        body = json_document()
    return body_response(body, JSON)


@DOCS.get("/openapi.yaml")
def send_yaml() -> Response:
    """Send the OpenAPI document as YAML: the file `openapi.yaml` of the project, because it takes long to make."""
    return body_response(_document_file(), YAML)


@DOCS.get(SCHEMA_PATH)
def send_record_schema() -> Response:
    """Send the JSON Schema of records."""
    return tagged(Response(msgspec.json.encode(record_schema()), mimetype=JSON_SCHEMA))


_MAKING: Final = Lock()
"""Held while the document is made: each of the threads that are asked for it at first would make one of its own."""


@cache
def json_document() -> CachedBody:
    """The OpenAPI document as JSON."""
    from daifu.api.http.contract.openapi import openapi_document  # noqa: PLC0415 - only it needs its examples

    return CachedBody("", msgspec.json.encode(openapi_document()))


@cache
def _document_file() -> CachedBody:
    return CachedBody("", (_OWN_FILES / "openapi.yaml").read_bytes())
