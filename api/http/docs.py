"""`/docs`: the interactive documentation, all of it served from here, and the contract that it shows."""

from functools import cache
from hashlib import blake2b
from importlib import resources
from typing import Final

import msgspec
from flask import Blueprint, Response, current_app, redirect
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from api.http.answers import json_bytes
from api.http.contract import as_yaml, contract
from api.http.etags import is_known, not_modified, tagged

DOCS: Final = Blueprint("docs", __name__)

YAML: Final = "application/yaml"
_HTML: Final = "text/html; charset=utf-8"
_JAVASCRIPT: Final = "text/javascript; charset=utf-8"
_CSS: Final = "text/css; charset=utf-8"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing from other hosts. Swagger UI writes styles into its elements."""

_OWN: Final = resources.files("api.http") / "pages"
_SWAGGER_UI: Final = resources.files("flask_swagger_ui") / "dist"
_FILES: Final = {
    "start.js": (_OWN, _JAVASCRIPT),
    "swagger-ui-bundle.js": (_SWAGGER_UI, _JAVASCRIPT),
    "swagger-ui.css": (_SWAGGER_UI, _CSS),
    "favicon-32x32.png": (_SWAGGER_UI, "image/png"),
}


@DOCS.get("/")
def show_where_to_begin() -> Answer:
    """Lead to the documentation."""
    return redirect("/docs")


@DOCS.get("/docs")
def show_docs() -> Response:
    """Show the page of the documentation."""
    answer = Response((_OWN / "docs.html").read_bytes(), content_type=_HTML)
    answer.headers["Content-Security-Policy"] = _POLICY
    return answer


@DOCS.get("/docs/<name>")
def send_file(name: str) -> Response:
    """Send one of the files that the page needs."""
    if name not in _FILES:
        raise NotFound
    body, version = _file(name)
    if is_known(version):
        return not_modified(version)
    return tagged(Response(body, content_type=_FILES[name][1]), version)


@DOCS.get("/openapi.json")
def send_json() -> Response:
    """Send the contract as JSON."""
    return json_bytes(_json())


@DOCS.get("/openapi.yaml")
def send_yaml() -> Response:
    """Send the contract as YAML, which is the file `openapi.yaml` of the project."""
    return Response(_yaml(), content_type=YAML)


@cache
def _json() -> bytes:
    return msgspec.json.encode(contract(current_app))


@cache
def _yaml() -> str:
    return as_yaml(contract(current_app))


@cache
def _file(name: str) -> tuple[bytes, str]:
    """A file, and its version."""
    folder, _content_type = _FILES[name]
    body = (folder / name).read_bytes()
    return body, blake2b(body, digest_size=8).hexdigest()
