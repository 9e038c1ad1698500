"""Who is at a device: signing in and out, as which player, and the tokens that admins make for that."""

from http import HTTPStatus
from typing import Final
from urllib.parse import quote, unquote

from flask import Response, g, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import count_password, requires_role
from daifu.api.http.errors import HttpProblem
from daifu.api.http.requests import parse_query
from daifu.api.http.resources import club
from daifu.api.http.services import services
from daifu.api.web import addresses, session
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import see_other, sign_in_page, uncached_page
from daifu.api.web.session import device_path, own_path
from daifu.data.people import known_names
from daifu.data.store.errors import TokenNameTaken
from daifu.data.store.token_secrets import SECRET_PREFIX
from daifu.data.store.values import ADMIN, MOST_TOKEN_DAYS, ROLES, NewToken
from daifu.replay.text import Text
from daifu.schemas.http.queries import new_token_schema

_NEXT = "next"


@takes_fields(_NEXT)
def show_sign_in() -> Response:
    """Show the form that takes a token."""
    return _form(HTTPStatus.OK)


@takes_fields(_NEXT)
def sign_in() -> Answer:
    """Sign in with the token, or with the password of the club, of the form."""
    secret = request.form.get("secret", "").strip()
    if secret.startswith(SECRET_PREFIX):
        token = services().store.find_token(secret)
    else:
        count_password()
        token = services().store.club.token_of(secret)
    if token is None:
        return _form(HTTPStatus.UNAUTHORIZED)
    session.sign_in(token)
    return see_other(session.own_path(request.form.get(_NEXT), addresses.HOME))


@takes_fields(session.LINK)
def show_link() -> Response:
    """Show what a link signs in with. Signing in is a button, so that a preview of the link signs nobody in."""
    signature = request.args.get(session.LINK, "")
    link = session.read_link(signature)
    return _ended() if link is None else uncached_page("enter.html", link=link, signature=signature)


def enter() -> Answer:
    """Sign in by a link."""
    link = session.read_link(request.form.get(session.LINK, ""))
    if link is None or not session.sign_in_by(link):
        return _ended()
    return see_other(addresses.HOME)


def _ended() -> Response:
    return uncached_page("enter.html", status=HTTPStatus.GONE, link=None, signature="")


def show_sign_out() -> Response:
    """Show the form that signs out."""
    return uncached_page("sign_out.html")


def sign_out() -> Answer:
    """Sign out."""
    session.sign_out()
    return see_other(addresses.HOME)


def _form(status: HTTPStatus) -> Response:
    leads_to = session.own_path(request.values.get(_NEXT), addresses.HOME)
    return sign_in_page(status, leads_to, refused=status != HTTPStatus.OK)


ME: Final = "me"
"""The cookie, and the field of the form, with the id of a player; an empty one is nobody's."""


def my_player() -> str | None:
    """The id of the player whose device this is, as far as somebody has said."""
    return unquote(request.cookies.get(ME, "")) or None


def choose_me() -> Answer:
    """Remember on this device whose it is, and lead back."""
    answer = see_other(own_path(request.form.get("next"), addresses.HOME))
    answer.set_cookie(
        ME,
        quote(request.form.get(ME, "")),
        max_age=365 * 24 * 60 * 60,
        path=request.script_root or "/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


_NEW_TOKEN: Final = new_token_schema(ROLES, MOST_TOKEN_DAYS)()


@requires_role(ADMIN)
def show_tokens() -> Response:
    """Show all tokens, and the form for a new one."""
    return _page()


@requires_role(ADMIN)
def create_token() -> Response:
    """Make a token. Only this page ever shows its secret."""
    given = MultiDict((name, request.form.get(name, "").strip()) for name in ("name", "role"))
    if days := request.form.get("days"):
        given["days"] = days
    try:
        wanted = parse_query(_NEW_TOKEN, given)
        return _page(made=services().store.create_token(wanted["name"], wanted["role"], wanted["days"]))
    except HttpProblem as problem:
        return _page(refused=problem.detail, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    except TokenNameTaken as taken:
        return _page(refused=taken.text, status=HTTPStatus.CONFLICT)


@requires_role(ADMIN)
def revoke_token(id: int) -> Answer:
    """Revoke a token: sessions that began with it end at once. Nobody can revoke the token that they use."""
    club.check_not_own(id)
    services().store.revoke(id)
    return see_other(addresses.TOKENS)


def _page(made: NewToken | None = None, refused: Text | None = None, status: HTTPStatus = HTTPStatus.OK) -> Response:
    store = services().store
    code = made and device_path(store.signing_key(), made.token)
    values = {"tokens": store.tokens(), "people": known_names(store), "roles": ROLES, "refused": refused}
    return uncached_page(
        "tokens.html", status=status, own=g.token.id, made=made, code=code, fields=request.form, **values
    )
