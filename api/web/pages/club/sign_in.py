"""Signing in with a token or by a link, and signing out."""

from http import HTTPStatus

from flask import Response, request
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access.auth import count_password
from daifu.api.http.services import services
from daifu.api.web import addresses, session
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import see_other, sign_in_page, uncached_page
from daifu.data.store.token_secrets import SECRET_PREFIX

_SECRET = "secret"
_NEXT = "next"


@takes_fields(_NEXT)
def show_sign_in() -> Response:
    """Show the form that takes a token."""
    return _form(HTTPStatus.OK)


@takes_fields(_NEXT)
def sign_in() -> Answer:
    """Sign in with the token, or with the password of the club, of the form."""
    secret = request.form.get(_SECRET, "").strip()
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
