"""The versions of what is told of games and people, looked up once as long as nothing is written to the store."""

from collections.abc import Callable
from typing import Final, NamedTuple

from api.http.services import services
from data.store import Store
from replay.games.catalogue import PROFILES


class _Version(NamedTuple):
    """A version, and whether it `stays` as long as nothing is written to the store."""

    text: str
    stays: bool = True


_MOST_SEEN: Final = 1_000
_SEEN: Final[dict[tuple[object, str, str | None], _Version]] = {}
"""What was looked up, and how the store was then."""


def counted(rules: str | None) -> str:
    """The version of what is counted of a game, or of all, and of who is who."""
    return _version("counted", rules, _counted)


def followed(rules: str | None) -> str:
    """The version of the careers in a game, or in all, and of who is who."""
    return _version("followed", rules, _followed)


def _counted(store: Store, rules: str | None) -> _Version:
    games = PROFILES if rules is None else (rules,)
    return _Version(str(sum(map(store.statistics.version, games))))


def _followed(store: Store, rules: str | None) -> _Version:
    """Careers that are behind are of another version than those that are not; whoever asks again brings them on."""
    changes, behind = store.careers.version(rules)
    return _Version(f"{changes}-{behind}", stays=False) if behind else _Version(str(changes))


def _version(what: str, rules: str | None, look: Callable[[Store, str | None], _Version]) -> str:
    store = services().store
    place = store.state(), what, rules
    known = _SEEN.get(place)
    if known is None:
        known = look(store, rules)
        known = known._replace(text=f"{known.text}.{store.people.version()}")
        if known.stays:
            _keep(place, known)
    return known.text


def _keep(place: tuple[object, str, str | None], version: _Version) -> None:
    if len(_SEEN) >= _MOST_SEEN:
        _SEEN.clear()
    _SEEN[place] = version
