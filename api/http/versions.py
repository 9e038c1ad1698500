"""The versions of what is told of games and people, looked up once as long as nothing is written to the store."""

import threading
from collections.abc import Callable
from typing import Final

from api.http.services import services
from data.store import Store
from replay.games.catalogue import PROFILES

OfGame = Callable[[Store], Callable[[str], int]]


class _Seen(threading.local):
    """What a thread has looked up, and how the store was then."""

    def __init__(self) -> None:
        self.state: object = None
        self.versions: dict[tuple[str, str | None], str] = {}


_SEEN: Final = _Seen()


def counted(rules: str | None) -> str:
    """The version of what is counted of a game, or of all, and of who is who."""
    return _version("counted", rules, lambda store: store.statistics.version)


def followed(rules: str | None) -> str:
    """The version of the careers in a game, or in all, and of who is who."""
    return _version("followed", rules, lambda store: store.careers.version)


def _version(what: str, rules: str | None, of_game: OfGame) -> str:
    store = services().store
    state = store.state()
    if state != _SEEN.state:
        _SEEN.state, _SEEN.versions = state, {}
    known = _SEEN.versions.get((what, rules))
    if known is None:
        games = PROFILES if rules is None else (rules,)
        known = f"{sum(map(of_game(store), games))}.{store.people.version()}"
        _SEEN.versions[what, rules] = known
    return known
