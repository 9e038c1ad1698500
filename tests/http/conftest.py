"""The service as tests call it: an app on a store of its own, held to its contract, and a token of each role."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from daifu.api.http.app import create_app
from daifu.api.http.bare_app import add_operations
from daifu.api.settings import Settings
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, READER, SCOREKEEPER, Location
from tests.support.http_app import TRIAL, MakeClient, bearer_headers, check_against_contract


@pytest.fixture
def store(locate: Callable[[str], Location]) -> Iterator[Store]:
    """A store with nothing in it."""
    opened = open_store(locate("test.db"))
    yield opened
    opened.close()


def _app_under_test(app: Flask) -> Flask:
    """The app with the operations of tests, held to its contract."""
    add_operations(app, [TRIAL])
    app.testing = True
    check_against_contract(app)
    return app


@pytest.fixture
def make_app(store: Store) -> Callable[[Settings], Flask]:
    """What makes an app with some settings on the store."""
    return lambda settings: _app_under_test(create_app(settings, store))


@pytest.fixture
def make_client(make_app: Callable[[Settings], Flask]) -> MakeClient:
    """What makes a client of such an app."""
    return lambda settings: make_app(settings).test_client()


@pytest.fixture
def app(make_app: Callable[[Settings], Flask]) -> Flask:
    """The app with default settings on the store."""
    return make_app(Settings())


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of it."""
    return app.test_client()


@pytest.fixture
def reader(store: Store) -> dict[str, str]:
    """The headers of somebody who may read."""
    return bearer_headers(store.create_token("Reader", READER).secret)


@pytest.fixture
def scorekeeper(store: Store) -> dict[str, str]:
    """The headers of somebody who may write."""
    return bearer_headers(store.create_token("Haru", SCOREKEEPER).secret)


@pytest.fixture
def admin(store: Store) -> dict[str, str]:
    """The headers of somebody who may do everything."""
    return bearer_headers(store.create_token("Natsu", ADMIN).secret)
