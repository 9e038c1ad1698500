"""`/v1/rules`: the games, and the rules, options and faults of each."""

from functools import cache
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec
from flask import Response

from api.http import kinds
from api.http.answers import json_bytes
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional, is_known, not_modified, tagged
from api.http.problems import HttpProblem
from api.http.rule_books import Values, first_of_each, games, rule_book
from replay.games.catalogue import PROFILES
from replay.text import Text
from schemas.http.rules import GAMES, PROFILE

RULES: Final = Resource("rules", "The games and their rules")


class Page(NamedTuple):
    """An answer that does not change while the service runs, and its version."""

    body: bytes
    version: str


@RULES.at("/rules")
@RULES.answers(200, "Every game", GAMES, example=first_of_each(games()), headers=["ETag"])
@conditional
@reads
def list_rules() -> Response:
    """List the games.

    Each with its name in records, its title, what it is, and how many play it.
    """
    return _answer(_list())


@RULES.at("/rules/<string:profile>")
@RULES.answers(
    200, "All about the game", PROFILE, example=first_of_each(rule_book(PROFILES["uecda"])), headers=["ETag"]
)
@fails(kinds.NOT_FOUND)
@conditional
@reads
def read_rules(profile: str) -> Response:
    """Read the rules of one game.

    Its rule book with the ids that faults cite, its options with their types and defaults, and the faults that it
    knows with their severities and rules; every sentence in both languages.
    """
    if profile not in PROFILES:
        names = ", ".join(PROFILES)
        detail = Text(f"the games are {names}", f"ゲームは{names}です")
        raise HttpProblem(kinds.NOT_FOUND, detail, known=list(PROFILES))
    return _answer(_book(profile))


def _answer(page: Page) -> Response:
    if is_known(page.version):
        return not_modified(page.version)
    return tagged(json_bytes(page.body), page.version)


@cache
def _list() -> Page:
    return _page(games())


@cache
def _book(name: str) -> Page:
    return _page(rule_book(PROFILES[name]))


def _page(about: Values) -> Page:
    body = msgspec.json.encode(about)
    return Page(body, blake2b(body, digest_size=8).hexdigest())
