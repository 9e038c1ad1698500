"""The service as tests call it: an app on a store of its own, held to its contract, and a token of each role."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.http.app import attach_store, create_app, create_app_without_store
from api.http.rate_limit import SharedCallerTimes
from api.settings import Settings
from data.store.interface import Store
from data.store.open import open_store
from data.store.values import ADMIN, READER, SCOREKEEPER
from tests.support.http_app import MakeClient, add_trial_operations, bearer_headers, check_against_contract


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with nothing in it."""
    opened = open_store(tmp_path / "test.db")
    yield opened
    opened.close()


def _app_under_test(app: Flask) -> Flask:
    """The app with the operations of `trial`, too, held to its contract."""
    app = add_trial_operations(app)
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


@pytest.fixture(scope="session")
def shared() -> Flask:
    """An app for all tests, one after the other: to make one takes longer than most of them."""
    return _app_under_test(create_app_without_store())


@pytest.fixture
def app(shared: Flask, store: Store) -> Flask:
    """The app with default settings on the store."""
    attach_store(shared, Settings(), store, SharedCallerTimes())
    return shared


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
