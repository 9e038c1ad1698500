"""`/v1/club`: what the club says of itself is read and changed."""

from typing import Any

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.auth import current_author, requires_read_access, requires_role
from daifu.api.http.caching.conditional import answers_not_modified
from daifu.api.http.errors import FieldError, unreadable_body_problem
from daifu.api.http.operation import answers, fails_with, takes_json
from daifu.api.http.responses import json_response
from daifu.api.http.services import services
from daifu.data.store.interface import ClubTable
from daifu.data.store.values import ADMIN, READING, Author, Club
from daifu.replay.games.catalogue import house_id
from daifu.schemas.http import service as answered
from daifu.schemas.http.queries import club_schema
from daifu.schemas.record.errors import MISSING


@answers(200, "The club", answered.Club, headers=["ETag"])
@answers_not_modified
@requires_read_access
def read_club() -> Response:
    """Read what the club says of itself.

    Its name, its usual game, who may read the store, and names of people for forms to suggest.
    """
    return _answer(services().store.club)


@answers(200, "The club as it is now", answered.Club)
@fails_with(problem_types.NOT_FOUND, problem_types.TOKEN_NAME_TAKEN, problem_types.READ_ONLY, problem_types.STORE_FULL)
@requires_role(ADMIN)
@takes_json(club_schema(READING))
def change_club(body: dict[str, Any]) -> Response:
    """Change what the club says of itself.

    What is left out stays as it is; the first time, a name is needed. Who signed in with an earlier password is signed
    out by a new one.
    """
    change(body, current_author())
    return _answer(services().store.club)


def change(changes: dict[str, Any], author: Author) -> None:
    """Change what the club says of itself. Raises `NoSuchHouse`, and the problem `unreadable` without any name."""
    store = services().store
    before = store.club.find()
    if before is None and "name" not in changes:
        raise unreadable_body_problem([FieldError({"pointer": "/name"}, MISSING)])
    if house := house_id(changes.get("rules") or ""):
        store.houses.find(house)
    told = {name: changes[name] for name in ("name", "rules", "reading") if name in changes}
    store.club.write((before or Club(""))._replace(**told), author)
    if "password" in changes:
        store.club.set_password(changes["password"], author)
    if "people" in changes:
        store.club.set_names(changes["people"], author)


def _answer(table: ClubTable) -> Response:
    club = table.find()
    name = club.name if club else None
    rules, reading, password = (club or Club(""))[1:]
    return json_response(answered.Club(name, rules, reading, password, table.names()))
