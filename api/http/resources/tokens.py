"""`/v1/tokens`: who may do what."""

from typing import Any, Final

from flask import Response, g

from api.http import kinds
from api.http.addresses import PREFIX
from api.http.answers import json_answer, nothing
from api.http.auth import needs
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.problems import HttpProblem
from api.http.services import services
from data.store.asked import ADMIN, ROLES, SCOREKEEPER
from replay.text import Text
from schemas.http.tokens import MintedSchema, TokensSchema, new_token

TOKENS: Final = Resource("tokens", "Who may do what; only for admins")

_LIST: Final = TokensSchema()
_MINTED: Final = MintedSchema()
_TOKEN: Final = {
    "id": 3,
    "name": "Haru",
    "role": SCOREKEEPER,
    "made_at": "2026-11-21T12:00:00+00:00",
    "revoked_at": None,
}


@TOKENS.at("/tokens")
@TOKENS.answers(200, "Every token, without its secret", _LIST, example={"tokens": [_TOKEN]})
@needs(ADMIN)
def list_tokens() -> Response:
    """List the tokens.

    Those that were revoked are among them. Nobody can tell their secrets: only hashes of them are kept.
    """
    return json_answer(_LIST.dump({"tokens": services().store.tokens()}))


@TOKENS.at("/tokens", "POST")
@TOKENS.answers(
    201, "The token with its secret", _MINTED, example={**_TOKEN, "secret": "daifu_…"}, headers=["Location"]
)
@fails(kinds.READ_ONLY, kinds.STORE_FULL)
@needs(ADMIN)
@TOKENS.takes_json(new_token(ROLES), example={"name": "Haru", "role": SCOREKEEPER})
def create_token(asked: dict[str, Any]) -> Response:
    """Make a token.

    The answer is the only place where its secret is ever told.
    """
    minted = services().store.mint(asked["name"], asked["role"])
    answer = json_answer(_MINTED.dump({**minted.token._asdict(), "secret": minted.secret}), 201)
    answer.headers["Location"] = f"{PREFIX}/tokens/{minted.token.id}"
    return answer


@TOKENS.at("/tokens/<number:id>", "DELETE")
@TOKENS.answers(204, "It is not valid any more")
@fails(kinds.NOT_FOUND, kinds.OWN_TOKEN, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(ADMIN)
def revoke_token(id: int) -> Response:
    """Revoke a token.

    It is refused from now on, by every process of the service. To revoke it again changes nothing. Nobody revokes the
    token that he is using, and so locks himself out.
    """
    if id == g.token.id:
        raise HttpProblem(kinds.OWN_TOKEN, Text(f"token {id} is the one in use", f"トークン{id}は今使っているものです"))
    services().store.revoke(id)
    return nothing()
