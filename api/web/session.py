"""Sessions: a token is exchanged for a cookie that only this service can make, and that ends.

The cookie names the token by its number and is signed with the key of the store, so that every process of the service
knows it, also after a restart. It does not contain the secret. The token is looked up at each request: once it is
revoked, the session is nobody's. A session that was signed out is noted in the store, so that no copy of its cookie
opens it again.
"""

import time
from contextlib import suppress
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Request, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature, URLSafeTimedSerializer

from daifu.api.http.access import client_address, count_request
from daifu.api.http.request_body import BODY_ERRORS, incomplete_body_problem
from daifu.api.http.requests import FORM_BYTES
from daifu.api.http.services import services
from daifu.api.views.addresses import is_api_path
from daifu.api.web.addresses import ENTER, with_query
from daifu.data.store.errors import StoreReadOnly
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER, Token

SESSION_SECONDS: Final = 12 * 60 * 60
"""A session ends after this time, however much it is used: an evening fits into it."""
DEVICE_SECONDS: Final = 180 * 24 * 60 * 60
"""So long a device stays signed in for which an admin made a code; its token can be revoked at any time."""
LINK_SECONDS: Final = 15 * 60
"""How long a link that signs in can be used."""
CODE_SECONDS: Final = 24 * 60 * 60
"""How long a code for a device can be used, once."""

UPLOAD_BYTES: Final = 256 << 20
"""The most bytes of files that can be uploaded with one form. `daifu import` and the API take any number."""

_TOKEN: Final = "token"
_END: Final = "end"
_NUMBER: Final = "number"
LINK: Final = "link"
"""The parameter of a link, and the field of its form, that has the signature."""
_LINK_PURPOSE: Final = "sign in"
_DEVICE_PURPOSE: Final = "sign in a device"

FORMS: Final = CSRFProtect()
"""Protects forms: each has a token of the session that it was made in."""


class SessionCookie(SecureCookieSessionInterface):
    """The signed cookie, which is sent only over TLS where the page was. The API takes none."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a request for a page; None for a request of the API."""
        return None if is_api_path(request.path) else super().open_session(app, request)

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:  # noqa: ARG002 - as Flask calls it
        """When the browser forgets the session: when it ends; one that signs nobody in, with the browser."""
        return datetime.fromtimestamp(session[_END], UTC) if _END in session else None

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - as Flask calls it
        """Whether the request came over TLS."""
        return request.is_secure


def set_up_sessions(app: Flask, store: Store) -> None:
    """Let the app sign sessions with the key of the store."""
    app.secret_key = store.signing_key()
    app.config.update(
        SESSION_COOKIE_NAME="daifu_session",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_REFRESH_EACH_REQUEST=False,  # a session ends when it said it would, and pages set no cookie
        PERMANENT_SESSION_LIFETIME=DEVICE_SECONDS,
        WTF_CSRF_CHECK_DEFAULT=False,  # `find_reader` checks, once the size of the form is limited
        WTF_CSRF_TIME_LIMIT=None,  # a form may stay open all evening; its token ends with the session
    )
    app.session_interface = SessionCookie()
    FORMS.init_app(app)


def find_reader() -> None:
    """Find the token of the session, count the request against its limit, and check the token of a form.

    Raises the problem `too-many-requests`, and `CSRFError` for a form that was not made in this session.
    """
    g.token = token_of_session()
    count_request(g.token or client_address())
    # Large forms are refused from all but those who may upload, before anything of a form is read.
    may_upload = g.token is not None and g.token.has_role(SCOREKEEPER)
    request.max_content_length = UPLOAD_BYTES if may_upload else FORM_BYTES
    request.max_form_memory_size = services().settings.body_bytes if may_upload else FORM_BYTES
    try:
        FORMS.protect()
    except BODY_ERRORS as error:
        raise incomplete_body_problem() from error


def token_of_session() -> Token | None:
    """The token of a session that has not ended, looked up once for a request. The API has no sessions."""
    if "token_of_session" not in g:
        g.token_of_session = None if is_api_path(request.path) else _find_session()
    found: Token | None = g.token_of_session
    return found


def _find_session() -> Token | None:
    """The token of the session. What is left of one that has ended is removed."""
    if _TOKEN not in session:
        return None
    store = services().store
    ended = session[_END] <= time.time() or _NUMBER not in session or store.times_ended(_session_subject())
    token = None if ended else store.valid_token(session[_TOKEN])
    if token is None:
        session.clear()
    return token


def _session_subject() -> str:
    """Under which the store notes that this session was ended."""
    return f"session {session[_NUMBER]}"


def sign_in(token: Token, seconds: int = SESSION_SECONDS) -> None:
    """Begin a session with a token. Nothing of an earlier session is kept."""
    session.clear()
    session.permanent = True
    session[_TOKEN] = token.id
    session[_END] = int(time.time()) + seconds
    session[_NUMBER] = token_urlsafe(16)
    g.token = token


def sign_out() -> None:
    """End the session, also for those who have a copy of its cookie.

    In a store that cannot be written to, only this browser forgets it.
    """
    if g.token is not None:
        with suppress(StoreReadOnly):
            services().store.end_signed(_session_subject())
    session.clear()
    g.token = None


def sign_in_path(key: bytes, token: Token) -> str:
    """The path of a page that signs in with a token, for some minutes; `key` is the signing key of the store."""
    return with_query(ENTER, {LINK: URLSafeTimedSerializer(key, salt=_LINK_PURPOSE).dumps(token.id)})


def device_path(key: bytes, token: Token) -> str:
    """The path of a page that signs in a device with a token, once; `key` is the signing key of the store."""
    return with_query(ENTER, {LINK: URLSafeTimedSerializer(key, salt=_DEVICE_PURPOSE).dumps(token.id)})


class SignInLink(NamedTuple):
    """What a link signs in with, and whether it is for a device: such a link works once, and lasts longer."""

    token: Token
    is_for_device: bool


def read_link(signature: str) -> SignInLink | None:
    """What a link signs in with.

    None where the store did not sign it, where it is too old or was used, or where its token was revoked.
    """
    store = services().store
    key = store.signing_key()
    for purpose, seconds in ((_LINK_PURPOSE, LINK_SECONDS), (_DEVICE_PURPOSE, CODE_SECONDS)):
        with suppress(BadSignature):
            number = URLSafeTimedSerializer(key, salt=purpose).loads(signature, max_age=seconds)
            is_for_device = purpose == _DEVICE_PURPOSE
            token = None if is_for_device and store.times_ended(_device_subject(number)) else store.valid_token(number)
            return token and SignInLink(token, is_for_device)
    return None


def sign_in_by(link: SignInLink) -> bool:
    """Begin a session by a link; whether nobody else used it first."""
    if not link.is_for_device:
        sign_in(link.token)
        return True
    if services().store.end_signed(_device_subject(link.token.id)) > 1:
        return False
    sign_in(link.token, DEVICE_SECONDS)
    return True


def _device_subject(token: int) -> str:
    """Under which the store notes that the code for a device was used."""
    return f"device {token}"


def own_path(wanted: str | None, default: str) -> str:
    """A path of this service that a form may lead to; `default` for any other text."""
    # Browsers read two slashes, or one and a backslash, as the beginning of another host.
    if not wanted or not wanted.startswith("/") or wanted.startswith(("//", "/\\")) or not wanted.isprintable():
        return default
    found = urlsplit(wanted)
    return default if found.scheme or found.netloc else wanted
