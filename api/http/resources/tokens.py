"""`/v1/tokens`: tokens are listed, made and revoked."""

from typing import Any

from flask import Response, g

from daifu.api.http import problem_types
from daifu.api.http.access.auth import requires_role
from daifu.api.http.caching.conditional import answers_not_modified
from daifu.api.http.errors import HttpProblem
from daifu.api.http.operation import answers, fails_with, takes_json
from daifu.api.http.responses import empty_response, json_response
from daifu.api.http.services import services
from daifu.api.views.addresses import PREFIX
from daifu.api.views.tokens import new_token_view, tokens_view
from daifu.data.store.values import ADMIN, MOST_TOKEN_DAYS, ROLES
from daifu.replay.text import Text
from daifu.schemas.http.queries import new_token_schema
from daifu.schemas.http.service import Minted, Tokens


@answers(200, "Every token, without its secret", Tokens, headers=["ETag"])
@answers_not_modified
@requires_role(ADMIN)
def list_tokens() -> Response:
    """List the tokens.

    Revoked tokens are among them. Their secrets cannot be read: only hashes of them are kept.
    """
    return json_response(tokens_view(services().store.tokens()))


@answers(201, "The token with its secret", Minted, headers=["Location"])
@fails_with(problem_types.TOKEN_NAME_TAKEN, *problem_types.WRITING)
@requires_role(ADMIN)
@takes_json(new_token_schema(ROLES, MOST_TOKEN_DAYS))
def create_token(body: dict[str, Any]) -> Response:
    """Make a token.

    Only this answer ever contains the secret. With `days` the token ends by itself, and what it opened ends with it.
    No two valid tokens have one name, for histories name those who wrote.
    """
    minted = services().store.create_token(body["name"], body["role"], body["days"])
    answer = json_response(new_token_view(minted), 201)
    answer.headers["Location"] = f"{PREFIX}/tokens/{minted.token.id}"
    return answer


@answers(204, "The token was revoked")
@fails_with(problem_types.NOT_FOUND, problem_types.OWN_TOKEN, *problem_types.WRITING)
@requires_role(ADMIN)
def revoke_token(id: int) -> Response:
    """Revoke a token.

    Every process of the service refuses it from now on. Revoking it again changes nothing. A token cannot revoke
    itself, so that no admin locks themselves out.
    """
    check_not_own(id)
    services().store.revoke(id)
    return empty_response()


def check_not_own(token: int) -> None:
    """Raise the problem `own-token` for the token of this request."""
    if token == g.token.id:
        raise HttpProblem(
            problem_types.OWN_TOKEN, Text(f"token {token} is the one in use", f"トークン{token}は今使っているものです")
        )
