"""`/v1/rules`: the games, and the rules, options and faults of each."""

from functools import cache
from hashlib import blake2b
from typing import NamedTuple

from flask import Response

from api.http import problem_types
from api.http.auth import requires_read_access
from api.http.conditional import client_has_version, not_modified, with_etag
from api.http.operation import answers, answers_not_modified, fails_with
from api.http.requests import known_game
from api.http.responses import json_bytes_response
from api.views.rules import game_view, games_view
from api.views.values import encode_json
from replay.games.catalogue import PROFILES
from schemas.http.rules import Games, Profile


class VersionedBody(NamedTuple):
    """The body of an answer that does not change while the service runs, and its version."""

    body: bytes
    version: str


@answers(200, "Every game", Games, headers=["ETag"])
@answers_not_modified
@requires_read_access
def list_rules() -> Response:
    """List the games.

    The name of each game in records, its title, a summary, and the number of players.
    """
    return _rules_response(_games_body())


@answers(200, "All about the game", Profile, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
def read_rules(profile: str) -> Response:
    """Read the rules of one game.

    The rule book with the ids that faults cite, the options with their types and defaults, and the faults of the game
    with their severities and rules. Every sentence is in both languages.
    """
    return _rules_response(_game_body(known_game(profile)))


def _rules_response(page: VersionedBody) -> Response:
    if client_has_version(page.version):
        return not_modified(page.version)
    return with_etag(json_bytes_response(page.body), page.version)


@cache
def _games_body() -> VersionedBody:
    return _versioned_body(games_view())


@cache
def _game_body(name: str) -> VersionedBody:
    return _versioned_body(game_view(PROFILES[name]))


def _versioned_body(about: object) -> VersionedBody:
    body = encode_json(about)
    return VersionedBody(body, blake2b(body, digest_size=8).hexdigest())
