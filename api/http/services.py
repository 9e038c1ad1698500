"""What the views of an app share: settings, store, rate limits, caches and the worker pool of this process."""

from typing import Final, NamedTuple, cast

from flask import Flask, current_app

from api.http.rate_limit import RateLimit
from api.http.response_cache import ResponseCache
from api.http.sse import ListenerSlots
from api.settings import Settings
from data.judging.pool import WorkerPool
from data.store.interface import Store

KEY: Final = "daifu"


class Services(NamedTuple):
    """The shared objects of an app."""

    settings: Settings
    store: Store
    by_token: RateLimit
    by_address: RateLimit
    response_cache: ResponseCache
    judge: WorkerPool
    listeners: ListenerSlots


def attach_services(app: Flask, services: Services) -> None:
    """Set the shared objects of an app."""
    app.extensions[KEY] = services


def services() -> Services:
    """The shared objects of the app that answers this request."""
    return cast("Services", current_app.extensions[KEY])
