"""A service below a path, such as https://club.example/daifu: where a proxy gives one path of its host to it.

What comes in may have the prefix or not, because some proxies take it off. What goes out has it in headers and pages.
Addresses in JSON are those below the address of the service.
"""

import re
from typing import TYPE_CHECKING, Final

from flask import Flask, Response

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_ADDRESS: Final = re.compile(r'( (?:href|src|srcset|action|formaction)=")/(?!/)')
"""Where an attribute of a page has a path. Texts of people have no quotation marks in pages: these are escaped."""
_LINK: Final = re.compile(r"<(/[^>]*)>")
_LOCATION: Final = "Location"


def put_below(app: Flask, prefix: str) -> None:
    """Let the app be below this path."""
    app.config.update(SESSION_COOKIE_PATH=prefix)
    app.wsgi_app = _Below(app.wsgi_app, prefix)  # type: ignore[method-assign]

    @app.after_request
    def prefix_headers(answer: Response) -> Response:
        """Headers that name addresses name them below the path."""
        if answer.headers.get(_LOCATION, "").startswith("/"):
            answer.headers[_LOCATION] = prefix + answer.headers[_LOCATION]
        if "Link" in answer.headers:
            answer.headers["Link"] = _LINK.sub(rf"<{prefix}\1>", answer.headers["Link"])
        return answer


def page_below(page: str, prefix: str) -> str:
    """The page with all its addresses below the path."""
    return _ADDRESS.sub(rf"\1{prefix}/", page) if prefix else page


def path_below(path: str, prefix: str) -> str:
    """The path without the prefix, if it begins with it."""
    return path.removeprefix(prefix) or "/" if path == prefix or path.startswith(f"{prefix}/") else path


class _Below:
    """A WSGI application that is below a path."""

    def __init__(self, app: "WSGIApplication", prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        """Answer a request."""
        environ["PATH_INFO"] = path_below(environ["PATH_INFO"], self._prefix)
        environ["SCRIPT_NAME"] = self._prefix
        return self._app(environ, start_response)
