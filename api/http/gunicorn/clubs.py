"""Several clubs in one service: each has a store of its own, and its pages and its API are below /c/NAME.

Where the store is called like a host, as in friday.example.db, they are at the root of that host.

A club has an app of its own, with its store, its caches, its limits and the key of its store, so that nothing of one
opens anything of another.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Flask

from daifu.api.http.app import lane_finder
from daifu.api.http.lanes import Lane
from daifu.api.http.urls import path_below
from daifu.api.settings import CLUB_PATH, Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_HOST: Final = re.compile(r"(?=.{4,253}\Z)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+")
_PLACE: Final = re.compile(rf"{CLUB_PATH}/([^/]+)(/.*)?", re.DOTALL)
_METRICS: Final = "/metrics"
_NOT_HERE: Final = b"The pages of a club are below /c/NAME, or at a host of its own.\n"


def clubs_of(settings: Settings) -> dict[str, Settings]:
    """The settings of each club, by its name: the stores NAME.db and HOST.db in the folder of clubs."""
    stems = sorted(path.stem for path in Path(settings.clubs).glob("*.db"))
    names = [stem for stem in stems if _NAME.fullmatch(stem) or is_host(stem)]
    return {name: _settings_of(settings, name) for name in names}


def is_host(name: str) -> bool:
    """Whether the club of this name has a host of its own."""
    return bool(_HOST.fullmatch(name))


def club_address(root: str, name: str) -> str:
    """The address of the pages of a club, where the service is at this one."""
    if not is_host(name):
        return f"{root}{CLUB_PATH}/{name}"
    found = urlsplit(root)
    return f"{found.scheme}://{name}{f':{found.port}' if found.port else ''}"


def _settings_of(settings: Settings, name: str) -> Settings:
    return replace(
        settings,
        db=str(Path(settings.clubs) / f"{name}.db"),
        public_url=settings.public_url and club_address(settings.public_url, name),
        backup=settings.backup and str(Path(settings.backup) / name),
        hooks="",  # they belong to nobody: one address would be told of all clubs
    )


class Clubs:
    """The apps of all clubs as one. Each is made when it is asked for first."""

    def __init__(self, settings: Settings, makers: Mapping[str, Callable[[], Flask]]) -> None:
        """Clubs by their names, with what makes the app of each."""
        self._prefix = urlsplit(settings.public_url).path
        self._proxies = settings.proxies
        self._makers = makers
        self._made: dict[str, tuple[Flask, Callable[[WSGIEnvironment], Lane | None]]] = {}
        self._making = Lock()

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
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
        if (host := self._host(environ)) in self._makers and is_host(host):
            return host, environ["PATH_INFO"]
        found = _PLACE.fullmatch(path_below(environ["PATH_INFO"], self._prefix))
        return (found[1], found[2] or "/") if found and not is_host(found[1]) else ("", "/")

    def _host(self, environ: "WSGIEnvironment") -> str:
        """The host that was asked, without its port; proxies in front may tell it by X-Forwarded-Host."""
        told = environ.get("HTTP_X_FORWARDED_HOST", "").split(",")
        asked = told[-self._proxies].strip() if 0 < self._proxies <= len(told) else ""
        return str(asked or environ.get("HTTP_HOST", "")).partition(":")[0].lower()

    def _app(self, name: str) -> "tuple[Flask, Callable[[WSGIEnvironment], Lane | None]]":
        with self._making:
            if name not in self._made:
                app = self._makers[name]()
                self._made[name] = app, lane_finder(app)
            return self._made[name]
