"""What the pages of an app share: values that cost much to find."""

from collections.abc import Callable, Hashable
from functools import partial
from threading import Lock
from typing import Any, Final, TypeVar, cast

from flask import Flask, current_app

from daifu.api.http.response_cache import Once
from daifu.api.http.services import services
from daifu.data.store.merged_statistics import counts_by_person
from daifu.replay.figures.leaderboard import ENOUGH_DEALS, Peers, collect_peers

Found = TypeVar("Found")

_KEY: Final = "daifu.pages"
_MOST_VALUES: Final = 200


class PageServices:
    """Values that are kept as long as their version stays."""

    def __init__(self) -> None:
        self._values: dict[Hashable, tuple[Hashable, Any]] = {}
        self._once = Once()
        self._lock = Lock()

    def value(self, key: Hashable, version: Hashable, find: Callable[[], Found]) -> Found:
        """The value of a key in this version, found if it is not there. Raises what `find` raises.

        Several threads that ask for it at the same time, such as those of many walls, wait for the first of them.
        """
        known, value = self._values.get(key, (None, None))
        if known == version:
            return cast("Found", value)
        return self._once.make((key, version), partial(self._find, key, version, find))

    def _find(self, key: Hashable, version: Hashable, find: Callable[[], Found]) -> Found:
        known, value = self._values.get(key, (None, None))
        if known == version:  # another thread has found it since this one looked
            return cast("Found", value)
        found = find()
        with self._lock:
            if len(self._values) >= _MOST_VALUES:  # rare, and what is still asked for is found again
                self._values.clear()
            self._values[key] = version, found
        return found


def attach_page_services(app: Flask) -> None:
    """Give the pages of an app what they share."""
    app.extensions[_KEY] = {}


def page_services() -> PageServices:
    """What the pages of the app that answers this request share. It is forgotten when a person is made anonymous."""
    kept = cast("dict[int, PageServices]", current_app.extensions[_KEY])
    ended = services().store.people.times_names_ended()
    if ended not in kept:
        kept.clear()
    return kept.setdefault(ended, PageServices())


def peers_of(rules: str, version: str) -> Peers:
    """The players of a game with enough deals, by the version of their counts."""
    store = services().store
    return page_services().value(
        ("peers", rules), version, lambda: collect_peers(rules, counts_by_person(store, rules, ENOUGH_DEALS))
    )
