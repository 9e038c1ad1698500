"""The service as tests call it: an app on a store of its own, held to its contract, and a token of each role."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.http.app import create_app, let_serve, storeless_app
from api.http.rate import SharedTimes
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


def _under_trial(app: Flask) -> Flask:
    """The app with the operations of `trial`, too, held to its contract."""
    app = with_trial(app)
    app.testing = True
    hold_to_contract(app)
    return app


@pytest.fixture
def make_app(store: Store) -> Callable[[Settings], Flask]:
    """What makes an app with some settings on the store."""
    return lambda settings: _under_trial(create_app(settings, store))


@pytest.fixture
def make_client(make_app: Callable[[Settings], Flask]) -> MakeClient:
    """What makes a client of such an app."""
    return lambda settings: make_app(settings).test_client()


@pytest.fixture(scope="session")
def shared() -> Flask:
    """An app for all tests, one after the other: to make one takes longer than most of them."""
    return _under_trial(storeless_app())


@pytest.fixture
def app(shared: Flask, store: Store) -> Flask:
    """The app with default settings on the store."""
    let_serve(shared, Settings(), store, SharedTimes())
    return shared


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
