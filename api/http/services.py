"""What the views of an app share: its settings and its store, and what this process keeps for all of them."""

from typing import Final, NamedTuple, cast

from flask import Flask, current_app

from api.http.listeners import Listeners
from api.http.rate import RateLimit
from api.http.shelf import Shelf
from api.settings import Settings
from data.judging.judge import Judge
from data.store import Store

KEY: Final = "daifu"


class Services(NamedTuple):
    """All of it."""

    settings: Settings
    store: Store
    by_token: RateLimit
    by_address: RateLimit
    shelf: Shelf
    judge: Judge
    listeners: Listeners


def provide(app: Flask, services: Services) -> None:
    """Give the app what its views share."""
    app.extensions[KEY] = services


def services() -> Services:
    """What the app of this request was given."""
    return cast("Services", current_app.extensions[KEY])
