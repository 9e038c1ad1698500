"""The rules of addresses with the converters of their variable parts, and services that are below a path.

Numbers are decimal without leading zeros; any other text is not found. Werkzeug's own converter checks bounds only
after it has chosen a method, so a number out of bounds would get the wrong problem; and it fails at numbers of
thousands of digits.

A proxy may give one path of its host to the service, as in https://club.example/daifu. What comes in may have that
prefix or not, because some proxies take it off. What goes out has it in headers and pages. Addresses in JSON are those
below the address of the service.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import unquote

from flask import Flask, Response
from werkzeug.routing import BaseConverter, IntegerConverter, Map, Rule

from daifu.api.views.addresses import RESERVED_PLAYER_ID

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


LARGEST_NUMBER: Final = 10**18 - 1
"""Larger than any number in use, and smaller than the largest that SQLite holds."""


class CountConverter(IntegerConverter):
    """A count: a whole number from 0."""

    regex = "0|[1-9][0-9]{0,17}"
    least: ClassVar = 0

    def __init__(self, map: Map, *_args: Any, **_settings: Any) -> None:  # noqa: A002, ANN401 - Werkzeug's names
        super().__init__(map, min=self.least, max=LARGEST_NUMBER)


class NumberConverter(CountConverter):
    """An id: a whole number from 1."""

    regex = "[1-9][0-9]{0,17}"
    least = 1


class SlugConverter(BaseConverter):
    """The id of house rules."""

    regex = "[a-z0-9]+(?:_[a-z0-9]+)*"


class PlayerIdConverter(BaseConverter):
    """The id of a player."""

    regex = rf"(?!{RESERVED_PLAYER_ID}\Z)[^/]+"

    def to_python(self, value: str) -> str:
        """The id that a part of a URL stands for."""
        return unquote(value)


CONVERTERS: Final[Mapping[str, type[BaseConverter]]] = {
    "count": CountConverter,
    "number": NumberConverter,
    "player": PlayerIdConverter,
    "slug": SlugConverter,
}
"""The converters by their names in URL rules."""


class MatchingRule(Rule):
    """A rule that is made to match addresses. What builds them is compiled when one is built, for it takes longer."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002 - Werkzeug's
        compile_builder = super()._compile_builder

        def build(rule: Rule, **values: Any) -> tuple[str, str]:  # noqa: ANN401 - those of the rule
            return compile_builder(append_unknown)(rule, **values)

        return build


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

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        environ["PATH_INFO"] = path_below(environ["PATH_INFO"], self._prefix)
        environ["SCRIPT_NAME"] = self._prefix
        return self._app(environ, start_response)
