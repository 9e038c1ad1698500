"""What the pages of an app share: the process that draws plots, and what players are compared with."""

from collections.abc import Hashable
from threading import Lock
from typing import Final, cast

from flask import Flask, current_app

from api.http.services import services
from api.web.plots.drawing import PlotProcess
from data.store.merged_statistics import counts_by_person
from schemas.statistics.peers import ENOUGH_DEALS, Peers, collect_peers

_KEY: Final = "daifu.pages"


class SharedByPages:
    """The process that draws plots, and the values that players of each game are compared with."""

    def __init__(self) -> None:
        self.plots = PlotProcess()
        self._peers: dict[str, tuple[Hashable, Peers]] = {}
        self._lock = Lock()

    def peers(self, rules: str, version: Hashable) -> Peers:
        """The players of a game with enough deals, read anew when the version of their counts is another one."""
        with self._lock:
            known, peers = self._peers.get(rules, (None, None))
        if peers is None or known != version:
            peers = collect_peers(rules, counts_by_person(services().store, rules, ENOUGH_DEALS))
            with self._lock:
                self._peers[rules] = version, peers
        return peers


def share_by_pages(app: Flask) -> None:
    """Give the pages of an app what they share."""
    app.extensions[_KEY] = SharedByPages()


def shared() -> SharedByPages:
    """What the pages of the app that answers this request share."""
    return cast("SharedByPages", current_app.extensions[_KEY])
