"""The service as tests speak to it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from flask import Flask
from flask.testing import FlaskClient

from api.http.app import let_serve, storeless_app
from api.http.rate import SharedTimes
from api.http.requestlog import LOG
from api.settings import Settings
from data.store import Store

MakeClient = Callable[[Settings], FlaskClient]
"""What makes a client of an app with some settings."""


def bearer(secret: str) -> dict[str, str]:
    """The headers that bring a token."""
    return {"Authorization": f"Bearer {secret}"}


def service_on(store: Store) -> Flask:
    """The service with default settings on a store: one for all tests in turn, for it takes long to make."""
    let_serve(_service(), Settings(), store, SharedTimes())
    return _service()


@cache
def _service() -> Flask:
    return storeless_app()


@contextmanager
def log_left_alone() -> Iterator[None]:
    """Whatever is done with the log inside is undone at the end."""
    handlers, level, propagates = LOG.handlers, LOG.level, LOG.propagate
    yield
    for handler in LOG.handlers:
        if handler not in handlers:
            handler.close()
    LOG.handlers, LOG.propagate = handlers, propagates
    LOG.setLevel(level)
