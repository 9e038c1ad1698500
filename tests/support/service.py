"""The service as tests speak to it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask.testing import FlaskClient

from api.http.requestlog import LOG
from api.settings import Settings

MakeClient = Callable[[Settings], FlaskClient]
"""What makes a client of an app with some settings."""


def bearer(secret: str) -> dict[str, str]:
    """The headers that bring a token."""
    return {"Authorization": f"Bearer {secret}"}


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
