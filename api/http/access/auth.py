"""Authentication: the token of a request, the rate limit of its caller, and what its role allows."""

import math
from collections.abc import Callable, Mapping
from functools import wraps
from ipaddress import IPv6Address, ip_address
from typing import Final, NoReturn, ParamSpec, TypeVar

from flask import Response, g, request

from daifu.api.http import problem_types
from daifu.api.http.access.rate_limit import WITHOUT_LIMIT
from daifu.api.http.errors import HttpProblem, invalid_token_problem
from daifu.api.http.operation import fails_with, operation_of
from daifu.api.http.services import services
from daifu.data.store.values import Author, Token
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

_SCHEME: Final = "bearer"
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
        raise invalid_token_problem() if _is_bearer(header) else _other_scheme_problem()
    count_request(g.token)


def _is_bearer(header: str) -> bool:
    return header.strip().partition(" ")[0].lower() == _SCHEME


def find_token(header: str) -> Token | None:
    """The token that the header `Authorization` has the secret of, looked up once for a request."""
    if "token_of_header" not in g:
        secret = header.strip().partition(" ")[2].strip()
        g.token_of_header = services().store.find_token(secret) if _is_bearer(header) else None
    found: Token | None = g.token_of_header
    return found


def _other_scheme_problem() -> HttpProblem:
    """The problem of credentials that are no bearer token, such as a name and a password. They are not repeated."""
    detail = Text(
        "expected the header Authorization: Bearer and a token, found other credentials",
        "AuthorizationヘッダーにはBearerとトークンが必要ですが、別の方式の認証情報です",
    )
    return HttpProblem(problem_types.NOT_AUTHENTICATED, detail, headers=CHALLENGE)


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
        whole = ip_address(address.partition("%")[0])
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
