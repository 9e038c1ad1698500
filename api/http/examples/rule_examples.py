"""The examples of the OpenAPI document about rules: real answers, with the first entry of each list."""

from typing import Any, Final

from api.views.rules import game_view, games_view
from api.views.values import plain_json
from replay.games.catalogue import PROFILES


def _first_of_each(answer: object) -> dict[str, Any]:
    return {name: value[:1] if isinstance(value, list) else value for name, value in plain_json(answer).items()}


GAMES: Final = _first_of_each(games_view())
GAME: Final = _first_of_each(game_view(PROFILES["uecda"]))
