"""The URL paths of pages, as pages link to them."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote, urlencode

from api.views.addresses import escaped_player_id

HOME: Final = "/"
SEARCH: Final = "/search"
GAMES: Final = "/games"
UPLOAD: Final = "/upload"
PLAYERS: Final = "/players"
RULES: Final = "/rules"
TOURNAMENTS: Final = "/tournaments"
SIGN_IN: Final = "/sign-in"
SIGN_OUT: Final = "/sign-out"
ENTER: Final = "/enter"


def games_page(**query: object) -> str:
    """The path of the list of games with these filters, by the names of their parameters."""
    return with_query(GAMES, query)


def game_page(game: int) -> str:
    """The path of a game."""
    return f"{GAMES}/{game}"


def deals_page(game: int) -> str:
    """The path that leads to a deal by its number."""
    return f"{game_page(game)}/deals"


def deal_page(game: int, deal: int) -> str:
    """The path of a deal, at the position before its first action."""
    return f"{game_page(game)}/deals/{deal}"


def position_page(game: int, deal: int, at: int) -> str:
    """The path of the position after `at` actions of a deal."""
    return f"{deal_page(game, deal)}/positions/{at}" if at else deal_page(game, deal)


def revisions_page(game: int) -> str:
    """The path of the history of a game."""
    return f"{game_page(game)}/revisions"


def rule_address(profile: str, rule: str) -> str:
    """The path of a rule, such as T-RUN-2, on the page of its game."""
    return f"{rules_page(profile)}#{rule}"


def player_page(player: str) -> str:
    """The path of a player."""
    return f"{PLAYERS}/{quote(escaped_player_id(player), safe='')}"


def rules_page(profile: str) -> str:
    """The path of the rules of a game of the family, such as `theater`."""
    return f"{RULES}/{profile}"


def tournament_page(tournament: int) -> str:
    """The path of a tournament."""
    return f"{TOURNAMENTS}/{tournament}"


def with_query(path: str, query: Mapping[str, object]) -> str:
    """The path with the parameters that are not None."""
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path
