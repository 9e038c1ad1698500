"""The gate of a store that not everybody may read. It stands before every view, and keeps strangers out.

What is open is named here. An address that is added is closed by itself.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from flask import Flask, Response, current_app, g, request

from daifu.api.http import problem_types
from daifu.api.http.access.auth import CHALLENGE, client_address, count_request, find_token
from daifu.api.http.errors import HttpProblem, invalid_token_problem
from daifu.api.http.services import services
from daifu.api.settings import CLOSED, Settings
from daifu.data.store.values import MEMBERS, PUBLIC, Club, Token
from daifu.replay.text import Text

_KEY: Final = "daifu.doors"
_ALWAYS_OPEN: Final = frozenset(
    {
        "/apple-touch-icon.png",
        "/assets/<string:version>/<string:name>",
        "/enter",
        "/favicon.ico",
        "/healthz",
        "/manifest.webmanifest",
        "/me",
        "/readyz",
        "/robots.txt",
        "/sign-in",
        "/sign-out",
        "/sw.js",
    }
)
"""What says nothing of what is in the store, and how one signs in."""
_CLOSED: Final = Text(
    "this club shows its results to members only: sign in, or send a token",
    "この会の成績は会員だけが見られます。ログインするか、トークンを送ってください",
)


class Doors(NamedTuple):
    """The ways in besides tokens: the token of a session, and whether a link opens this request."""

    member: Callable[[], Token | None]
    is_opened_by_link: Callable[[], bool]


_NO_DOORS: Final = Doors(lambda: None, lambda: False)


def guard(app: Flask) -> None:
    """Put the gate before all views of the app. It knows tokens; `add_doors` tells it of other ways in."""
    app.extensions[_KEY] = _NO_DOORS
    app.before_request(_let_in)
    app.after_request(_keep_private)


def add_doors(app: Flask, doors: Doors) -> None:
    """Let the gate know of other ways in."""
    app.extensions[_KEY] = doors


def club() -> Club | None:
    """What the club says of itself, if it says anything; looked up once for a request."""
    if "club" not in g:
        g.club = services().store.club.find()
    found: Club | None = g.club
    return found


def reading() -> str:
    """Who may read the store."""
    if "reading" not in g:
        g.reading = reading_of(services().settings, club())
    found: str = g.reading
    return found


def reading_of(settings: Settings, stated: Club | None) -> str:
    """Who may read a store. The setting of the service outranks what the club says."""
    said = PUBLIC if stated is None else stated.reading
    return MEMBERS if settings.reading == CLOSED else said


def reading_check() -> Callable[[], bool]:
    """A function that tells whether the caller may read the store, also when the request has long been answered."""
    if _KEY not in current_app.extensions:  # who has the store itself, as the command line does
        return lambda: True
    settings, store, token = services().settings, services().store, _member()

    def may_read() -> bool:
        if reading_of(settings, store.club.find()) == PUBLIC:
            return True
        return token is not None and store.valid_token(token.id) is not None

    return may_read


def is_stranger() -> bool:
    """Whether the store is not public, and the caller has no token and no session."""
    if "is_stranger" not in g:
        g.is_stranger = reading() != PUBLIC and _member() is None
    found: bool = g.is_stranger
    return found


def _let_in() -> None:
    """Let a request through. Raises the problems `not-authenticated` and `too-many-requests`."""
    if _is_always_open() or not is_stranger() or _doors().is_opened_by_link():
        return
    count_request(client_address())
    if "Authorization" in request.headers:
        raise invalid_token_problem()
    raise HttpProblem(problem_types.NOT_AUTHENTICATED, _CLOSED, headers=CHALLENGE)


def _is_always_open() -> bool:
    """Whether nobody is asked: an answer to `OPTIONS` comes from no view."""
    return request.method == "OPTIONS" or (request.url_rule is not None and request.url_rule.rule in _ALWAYS_OPEN)


def _member() -> Token | None:
    header = request.headers.get("Authorization")
    return _doors().member() if header is None else find_token(header)


def _doors() -> Doors:
    found: Doors = current_app.extensions[_KEY]
    return found


def _keep_private(answer: Response) -> Response:
    """The response. What not everybody may read is in no cache that others use, and in no search engine."""
    if not _is_always_open() and g.get("reading", PUBLIC) != PUBLIC:
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer
