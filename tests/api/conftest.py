"""The service as tests call it: an app on a store of its own, held to its contract, and a token of each role."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.http.app import create_app
from api.settings import Settings
from data.store import Store
from data.store.asked import ADMIN, READER, SCOREKEEPER
from tests.support.contract import hold_to_contract
from tests.support.service import MakeClient, bearer
from tests.support.trial import with_trial


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with nothing in it."""
    opened = Store.open(tmp_path / "test.db")
    yield opened
    opened.close()


@pytest.fixture
def make_app(store: Store) -> Callable[[Settings], Flask]:
    """What makes an app with some settings on the store, which has the operations of `trial`, too."""

    def made(settings: Settings) -> Flask:
        app = with_trial(create_app(settings, store))
        app.testing = True
        hold_to_contract(app)
        return app

    return made


@pytest.fixture
def make_client(make_app: Callable[[Settings], Flask]) -> MakeClient:
    """What makes a client of such an app."""
    return lambda settings: make_app(settings).test_client()


@pytest.fixture
def app(make_app: Callable[[Settings], Flask]) -> Flask:
    """The app with default settings."""
    return make_app(Settings())


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of it."""
    return app.test_client()


@pytest.fixture
def reader(store: Store) -> dict[str, str]:
    """The headers of somebody who may read."""
    return bearer(store.mint("Reader", READER).secret)


@pytest.fixture
def scorekeeper(store: Store) -> dict[str, str]:
    """The headers of somebody who may write."""
    return bearer(store.mint("Haru", SCOREKEEPER).secret)


@pytest.fixture
def admin(store: Store) -> dict[str, str]:
    """The headers of somebody who may do everything."""
    return bearer(store.mint("Natsu", ADMIN).secret)
