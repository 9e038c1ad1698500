"""`/v1/rules`: the games, and the rules, options and faults of each."""

from functools import cache

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.caching.conditional import answers_not_modified
from daifu.api.http.operation import answers, fails_with
from daifu.api.http.requests import known_game
from daifu.api.http.responses import json_bytes_response
from daifu.api.views.rules import game_view, games_view
from daifu.api.views.values import encode_json
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.http.rules import Games, Profile


@answers(200, "Every game", Games, headers=["ETag"])
@answers_not_modified
@requires_read_access
def list_rules() -> Response:
    """List the games.

    The name of each game in records, its title, a summary, and the number of players.
    """
    return json_bytes_response(_games_body())


@answers(200, "All about the game", Profile, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
def read_rules(profile: str) -> Response:
    """Read the rules of one game.

    The rule book with the ids that faults cite, the options with their types and defaults, and the faults of the game
    with their severities and rules. Every sentence is in both languages.
    """
    return json_bytes_response(_game_body(known_game(profile)))


@cache
def _games_body() -> bytes:
    return encode_json(games_view())


@cache
def _game_body(name: str) -> bytes:
    return encode_json(game_view(PROFILES[name]))
