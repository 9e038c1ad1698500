"""Who may do what: tokens and their roles, the gate of a store that not everybody may read, and keys of pages.

The gate stands before every view. What is open is named here; an address that is added is closed by itself.
"""

import hmac
import math
import re
from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple, NoReturn, ParamSpec, TypeVar

from flask import Flask, Response, current_app, g, request
from itsdangerous import Signer

from daifu.api.http import problem_types
from daifu.api.http.errors import HttpProblem, invalid_token_problem
from daifu.api.http.operation import fails_with, operation_of
from daifu.api.http.rate_limit import WITHOUT_LIMIT
from daifu.api.http.services import services
from daifu.api.settings import CLOSED, Settings
from daifu.data.store.store import Store
from daifu.data.store.values import MEMBERS, PUBLIC, Author, Club, Token
from daifu.replay.text import Text

P = ParamSpec("P")
R = TypeVar("R")

LOCAL_CALLER_KEY: Final = "daifu.local_caller"
"""Where a caller in this process puts a `Token` into the WSGI environment, instead of a header with a secret.

No request that comes over the network can set it: a server puts headers under names that begin with `HTTP_`.
"""

TOKEN_SCHEME: Final = "token"
"""The name of the bearer token in the documentation."""
BY_TOKEN: Final[Mapping[str, list[str]]] = {TOKEN_SCHEME: []}

CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="daifu"'}
_IPV6_NETWORK: Final = 64
PASSWORDS_A_MINUTE: Final = 10
"""How often an address may try the password of the club in a minute."""


def authenticate() -> None:
    """Find the token of the request and count the request against its limit.

    Raises the problems `not-authenticated`, for an unknown token, and `too-many-requests`.
    """
    g.token = request.environ.get(LOCAL_CALLER_KEY)
    if g.token is not None:
        return
    header = request.headers.get("Authorization")
    if header is None:
        count_request(client_address())
        return
    g.token = find_token(header)
    if g.token is None:
        count_request(client_address())
        if _is_bearer(header):
            raise invalid_token_problem()
        detail = Text(  # what was sent is not repeated: it may be a name and a password
            "expected the header Authorization: Bearer and a token, found other credentials",
            "AuthorizationヘッダーにはBearerとトークンが必要ですが、別の方式の認証情報です",
        )
        raise HttpProblem(problem_types.NOT_AUTHENTICATED, detail, headers=CHALLENGE)
    count_request(g.token)


def _is_bearer(header: str) -> bool:
    return header.strip().partition(" ")[0].lower() == "bearer"


def find_token(header: str) -> Token | None:
    """The token that the header `Authorization` has the secret of, looked up once for a request."""
    if "token_of_header" not in g:
        secret = header.strip().partition(" ")[2].strip()
        g.token_of_header = services().store.find_token(secret) if _is_bearer(header) else None
    found: Token | None = g.token_of_header
    return found


def current_author() -> Author:
    """The author of a request that `requires_role` a role."""
    token: Token = g.token
    return Author(token.name, token.id or None)


def caller_has_role(role: str) -> bool:
    """Whether the caller has a token of the role, or of a higher one."""
    token: Token | None = g.get("token")
    return token is not None and token.has_role(role)


def requires_role(role: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let only tokens of the role, or of a higher one, call the view."""

    def decorator(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            require_role(role)
            return view(*args, **kwargs)

        operation_of(guarded).security = [BY_TOKEN]
        return fails_with(problem_types.NOT_ALLOWED)(guarded)

    return decorator


def requires_read_access(view: Callable[P, R]) -> Callable[P, R]:
    """Document that everybody may call the view, or who has a token where the gate is closed to others."""
    operation_of(view).security = [{}, BY_TOKEN]
    return view


def client_address() -> str:
    """The client's address; of an IPv6 address its /64 network, because a client can use any address in it."""
    address = request.remote_addr or ""
    if ":" not in address:
        return address
    try:
        whole = ip_address(address.partition("%")[0])  # without its zone, such as %eth0
    except ValueError:
        return address
    if not isinstance(whole, IPv6Address):
        return address
    network = int(whole) >> _IPV6_NETWORK << _IPV6_NETWORK
    return f"{IPv6Address(network)}/{_IPV6_NETWORK}"


def count_request(caller: Token | str) -> None:
    """Count a request against the limit of a token or of an address, and note what is left for the answer.

    Raises the problem `too-many-requests`.
    """
    shared = services()
    if isinstance(caller, Token):
        g.allowance = "token", shared.by_token.count(f"token {caller.id}")
    else:
        g.allowance = "address", shared.by_address.count(f"address {caller}")
    if wait := g.allowance[1].wait:
        _refuse_request(math.ceil(wait))


def count_password() -> None:
    """Count a password that somebody at this address tries. Raises the problem `too-many-requests`."""
    if wait := services().passwords.count(f"password {client_address()}").wait:
        _refuse_request(math.ceil(wait))


def tell_allowance(answer: Response) -> Response:
    """The response with what is left of the limit of its caller, as draft-ietf-httpapi-ratelimit-headers has it."""
    policy, allowance = g.get("allowance", ("", WITHOUT_LIMIT))
    if allowance.a_minute:
        answer.headers["RateLimit-Policy"] = f'"{policy}";q={allowance.a_minute};w=60'
        answer.headers["RateLimit"] = f'"{policy}";r={allowance.left};t={math.ceil(allowance.whole)}'
    return answer


def require_role(role: str) -> None:
    """Raise the problem `not-authenticated` or `not-allowed` unless the caller has the role, or a higher one."""
    token: Token | None = g.token
    if token is None:
        detail = Text(f"expected a token of the role {role}", f"{role}の役割を持つトークンが必要です")
        raise HttpProblem(problem_types.NOT_AUTHENTICATED, detail, headers=CHALLENGE)
    if not token.has_role(role):
        detail = Text(
            f"expected a token of the role {role}, found one of {token.role}",
            f"{role}の役割を持つトークンが必要ですが、{token.role}のトークンです",
        )
        raise HttpProblem(problem_types.NOT_ALLOWED, detail, role=role)


def _refuse_request(seconds: int) -> NoReturn:
    detail = Text(f"the next one is taken after {seconds} s", f"次は{seconds}秒後に受け付けます")
    raise HttpProblem(problem_types.TOO_MANY_REQUESTS, detail, headers={"Retry-After": str(seconds)})


_DOORS_KEY: Final = "daifu.doors"
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
_CLOSED_CLUB: Final = Text(
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
    app.extensions[_DOORS_KEY] = _NO_DOORS
    app.before_request(_let_in)
    app.after_request(_keep_private)


def add_doors(app: Flask, doors: Doors) -> None:
    """Let the gate know of other ways in."""
    app.extensions[_DOORS_KEY] = doors


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
    if _DOORS_KEY not in current_app.extensions:  # who has the store itself, as the command line does
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
    raise HttpProblem(problem_types.NOT_AUTHENTICATED, _CLOSED_CLUB, headers=CHALLENGE)


def _is_always_open() -> bool:
    """Whether nobody is asked: an answer to `OPTIONS` comes from no view."""
    return request.method == "OPTIONS" or (request.url_rule is not None and request.url_rule.rule in _ALWAYS_OPEN)


def _member() -> Token | None:
    header = request.headers.get("Authorization")
    return _doors().member() if header is None else find_token(header)


def _doors() -> Doors:
    found: Doors = current_app.extensions[_DOORS_KEY]
    return found


def _keep_private(answer: Response) -> Response:
    """The response. What not everybody may read is in no cache that others use, and in no search engine."""
    if not _is_always_open() and g.get("reading", PUBLIC) != PUBLIC:
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer


KEY: Final = "key"
"""The parameter of an address that has its key."""
HANDED_ON: Final = "handed on"
"""Under which the store notes that all keys were ended, also those of followers."""
_ONE: Final = re.compile(r"/(games|seasons|tournaments)/([0-9]{1,18})(?:[/?.#]|$)")


def subject_of(path: str) -> str | None:
    """What a key has to be of that opens a path; None where no key does."""
    one = _ONE.match(path)
    return one and f"{one[1]} {int(one[2])}"


class Keys:
    """The keys of a store, which signs them. What they are made with is read once."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @cached_property
    def ended(self) -> int:
        """How often all keys were ended."""
        return self._store.times_ended(HANDED_ON)

    @cached_property
    def _signer(self) -> Signer:
        return Signer(self._store.signing_key(), salt=HANDED_ON)

    def of(self, subject: str) -> str:
        """The key of a subject."""
        return self._signer.get_signature(f"{subject} {self.ended}").decode()

    def opens(self, subject: str, given: str) -> bool:
        """Whether this is the key of a subject."""
        return hmac.compare_digest(given.encode(), self.of(subject).encode())

    def added_to(self, path: str) -> str:
        """The path, with the key that opens it if there is one."""
        subject = subject_of(path)
        if subject is None:
            return path
        address, hash_, part = path.partition("#")
        return f"{address}{'&' if '?' in address else '?'}{KEY}={self.of(subject)}{hash_}{part}"
