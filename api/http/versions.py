"""The versions of what is told of games and people, looked up once as long as nothing is written to the store."""

from collections.abc import Callable
from typing import Final

from api.http.services import services
from data.store import Store
from replay.games.catalogue import PROFILES

OfGame = Callable[[Store], Callable[[str], int]]


_MOST_SEEN: Final = 1_000
_SEEN: Final[dict[tuple[object, str, str | None], str]] = {}
"""What was looked up, and how the store was then."""


def counted(rules: str | None) -> str:
    """The version of what is counted of a game, or of all, and of who is who."""
    return _version("counted", rules, lambda store: store.statistics.version)


def followed(rules: str | None) -> str:
    """The version of the careers in a game, or in all, and of who is who."""
    return _version("followed", rules, lambda store: store.careers.version)


def _version(what: str, rules: str | None, of_game: OfGame) -> str:
    store = services().store
    place = store.state(), what, rules
    known = _SEEN.get(place)
    if known is None:
        games = PROFILES if rules is None else (rules,)
        known = f"{sum(map(of_game(store), games))}.{store.people.version()}"
        if len(_SEEN) >= _MOST_SEEN:
            _SEEN.clear()
        _SEEN[place] = known
    return known
