"""Several clubs in one service: each has a store of its own, and its pages and its API are below /c/NAME.

A club has an app of its own, with its store, its caches, its limits and the key of its store, so that nothing of one
opens anything of another.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Flask

from daifu.api.http.app import lane_finder
from daifu.api.http.lanes import Lane
from daifu.api.http.path_prefix import path_below
from daifu.api.settings import CLUB_PATH, Settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_PLACE: Final = re.compile(rf"{CLUB_PATH}/([^/]+)(/.*)?", re.DOTALL)
_METRICS: Final = "/metrics"
_NOT_HERE: Final = b"The pages of a club are below /c/NAME.\n"


def clubs_of(settings: Settings) -> dict[str, Settings]:
    """The settings of each club, by its name: the stores NAME.db in the folder of clubs."""
    names = sorted(path.stem for path in Path(settings.clubs).glob("*.db") if _NAME.fullmatch(path.stem))
    return {name: _settings_of(settings, name) for name in names}


def _settings_of(settings: Settings, name: str) -> Settings:
    return replace(
        settings,
        db=str(Path(settings.clubs) / f"{name}.db"),
        public_url=settings.public_url and f"{settings.public_url}{CLUB_PATH}/{name}",
        backup=settings.backup and str(Path(settings.backup) / name),
        hooks="",  # they belong to nobody: one address would be told of all clubs
    )


class Clubs:
    """The apps of all clubs as one. Each is made when it is asked for first."""

    def __init__(self, settings: Settings, makers: Mapping[str, Callable[[], Flask]]) -> None:
        """Clubs by their names, with what makes the app of each."""
        self._prefix = urlsplit(settings.public_url).path
        self._makers = makers
        self._made: dict[str, tuple[Flask, Callable[[WSGIEnvironment], Lane | None]]] = {}
        self._making = Lock()

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        """Answer a request by the app of its club."""
        name, path = self._place(environ)
        if name not in self._makers or path == _METRICS:  # counters are those of all clubs together
            start_response("404 Not Found", [("Content-Type", "text/plain; charset=utf-8")])
            return [_NOT_HERE]
        environ["PATH_INFO"] = path
        return self._app(name)[0](environ, start_response)

    def lane_of(self, environ: "WSGIEnvironment") -> Lane | None:
        """In which lane that takes long a request belongs, if in any."""
        name, path = self._place(environ)
        if name not in self._makers:
            return None
        return self._app(name)[1]({**environ, "PATH_INFO": path})

    def _place(self, environ: "WSGIEnvironment") -> tuple[str, str]:
        """The name of the club of a request, and the path within it."""
        found = _PLACE.fullmatch(path_below(environ["PATH_INFO"], self._prefix))
        return (found[1], found[2] or "/") if found else ("", "/")

    def _app(self, name: str) -> "tuple[Flask, Callable[[WSGIEnvironment], Lane | None]]":
        with self._making:
            if name not in self._made:
                app = self._makers[name]()
                self._made[name] = app, lane_finder(app)
            return self._made[name]
