"""Tokens: admins list them, make new ones and revoke them."""

from http import HTTPStatus
from typing import Final

from flask import Response, g, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access.auth import requires_role
from daifu.api.http.errors import HttpProblem
from daifu.api.http.requests import parse_query
from daifu.api.http.resources import tokens
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.responses import see_other, uncached_page
from daifu.api.web.session import device_path
from daifu.data.people.known_people import known_names
from daifu.data.store.errors import TokenNameTaken
from daifu.data.store.values import ADMIN, MOST_TOKEN_DAYS, ROLES, NewToken
from daifu.replay.text import Text
from daifu.schemas.http.queries import new_token_schema

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
    tokens.check_not_own(id)
    services().store.revoke(id)
    return see_other(addresses.TOKENS)


def _page(made: NewToken | None = None, refused: Text | None = None, status: HTTPStatus = HTTPStatus.OK) -> Response:
    store = services().store
    code = made and device_path(store.signing_key(), made.token)
    values = {"tokens": store.tokens(), "people": known_names(store), "roles": ROLES, "refused": refused}
    return uncached_page(
        "tokens.html", status=status, own=g.token.id, made=made, code=code, fields=request.form, **values
    )
