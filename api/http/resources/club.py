"""`/v1/club` and `/v1/tokens`: what the club says of itself, and the tokens by which its people sign in."""

from typing import Any, Final

from flask import Response, g

from daifu.api.http import problem_types
from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.errors import FieldError, HttpProblem, unreadable_body_problem
from daifu.api.http.etags import answers_not_modified
from daifu.api.http.operation import answers, fails_with, takes_json
from daifu.api.http.responses import empty_response, json_response
from daifu.api.http.services import services
from daifu.api.views.addresses import PREFIX
from daifu.api.views.players import new_token_view, tokens_view
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, MOST_TOKEN_DAYS, READER, READING, ROLES, SCOREKEEPER, Author, Club
from daifu.replay.games.catalogue import house_id
from daifu.replay.text import Text
from daifu.schemas.http import service as answered
from daifu.schemas.http.queries import club_schema, new_token_schema
from daifu.schemas.http.service import Minted, Tokens
from daifu.schemas.record.errors import MISSING

_ONE_PASSWORD: Final = Text(
    "expected another password than the other one of the club", "もう1つのパスワードと違うものが必要です"
)


@answers(200, "The club", answered.Club, headers=["ETag"])
@answers_not_modified
@requires_read_access
def read_club() -> Response:
    """Read what the club says of itself.

    Its name, its usual game, who may read the store, and names of people for forms to suggest.
    """
    return _answer()


@answers(200, "The club as it is now", answered.Club)
@fails_with(problem_types.NOT_FOUND, problem_types.TOKEN_NAME_TAKEN, *problem_types.WRITING)
@requires_role(ADMIN)
@takes_json(club_schema(READING))
def change_club(body: dict[str, Any]) -> Response:
    """Change what the club says of itself.

    What is left out stays as it is; the first time, a name is needed. Who signed in with an earlier password is signed
    out by a new one.
    """
    change(body, current_author())
    return _answer()


@answers(200, "The changes", answered.ClubHistory, headers=["ETag"])
@answers_not_modified
@requires_role(ADMIN)
def list_club_changes() -> Response:
    """List what was changed of what the club says of itself.

    The latest 100 changes, the last one first: when, by whom, and what it is since. For admins.
    """
    changes = services().store.club.changes()
    return json_response(answered.ClubHistory([answered.ClubChange(one.at.isoformat(), *one[1:]) for one in changes]))


def change(changes: dict[str, Any], author: Author) -> None:
    """Change what the club says of itself.

    Raises `NoSuchHouse`, and the problem `unreadable` without any name, or where both passwords would be one.
    """
    store = services().store
    before = store.club.find()
    if before is None and "name" not in changes:
        raise unreadable_body_problem([FieldError({"pointer": "/name"}, MISSING)])
    if house := house_id(changes.get("rules") or ""):
        store.houses.find(house)
    _require_two_passwords(changes, store)
    told = {name: changes[name] for name in ("name", "rules", "reading") if name in changes}
    store.club.write((before or Club(""))._replace(**told), author)
    if "password" in changes:
        store.club.set_password(changes["password"], author)
    if "reading_password" in changes:
        store.club.set_password(changes["reading_password"], author, READER)
    if "people" in changes:
        store.club.set_names(changes["people"], author)


def _require_two_passwords(changes: dict[str, Any], store: Store) -> None:
    """Raise the problem `unreadable` where one password would both enter and only read."""
    for name, other, role in (("reading_password", "password", SCOREKEEPER), ("password", "reading_password", READER)):
        given = changes.get(name)
        if not given:
            continue
        known = None if other in changes else store.club.token_of(given)
        if (known is not None and known.role == role) or given == changes.get(other):
            raise unreadable_body_problem([FieldError({"pointer": f"/{name}"}, _ONE_PASSWORD)])


def _answer() -> Response:
    table = services().store.club
    club = table.find()
    name = club.name if club else None
    rules, reading, password, reading_password = (club or Club(""))[1:]
    return json_response(answered.Club(name, rules, reading, password, reading_password, table.names()))


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
