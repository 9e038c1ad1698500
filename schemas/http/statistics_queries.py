"""What the queries of statistics may ask: which game, which deals, and who is in a list."""

from typing import Any, Final

from marshmallow.fields import Field

from replay.games.catalogue import PROFILES
from schemas import limits
from schemas.http.fields import Asked, Given, day, whole, word
from schemas.http.queries import LARGEST_PAGE, PAGE, cursor, same

_GAMES: Final = tuple(PROFILES)
_MOST_DEALS: Final = 10**9
_PART: Final[dict[str, Field[Any]]] = {
    "from": day("Only deals of events on this day or later."),
    "to": day("Only deals of events on this day or earlier."),
    "tournament": same("Only deals of the event with this name."),
    "players": whole(2, limits.PLAYERS, "Only deals in which so many were seated."),
}
"""Which deals are counted."""


def _one_game() -> Given:
    return word(_GAMES, "The game; it may be left out where the player has played only one.")


def _the_game() -> Given:
    return word(_GAMES, "The game.", required=True)


class GameQuery(Asked):
    """Which game of a player is wanted."""

    rules = _one_game()


DealsQuery: Final = Asked.from_dict(_PART, name="DealsQuery")
"""Which deals of a game are counted."""

PlayerDealsQuery: Final = Asked.from_dict({"rules": _one_game(), **_PART}, name="PlayerDealsQuery")
"""Which game of a player is wanted, and which deals of it are counted."""


class RankingQuery(Asked):
    """Which game is wanted, who is in the list, and which part of it."""

    rules = _the_game()
    least = whole(1, _MOST_DEALS, "Only players with so many deals at least.", load_default=1)
    limit = whole(1, LARGEST_PAGE, "How many players a page has at most.", load_default=PAGE)
    cursor = cursor()
