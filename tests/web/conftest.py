"""The service with its pages as tests call it, and browsers of people of each role."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask import session as flask_session
from flask.testing import FlaskClient

from daifu.api.settings import Settings
from daifu.api.web import session
from daifu.api.web.app import create_service
from daifu.api.web.languages import PARAMETER
from daifu.data.samples import load_sample_tournament, load_samples
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, READER, SCOREKEEPER, Location
from tests.support.pages import Browser, MakeService


@pytest.fixture
def store(locate: Callable[[str], Location]) -> Iterator[Store]:
    """A store with nothing in it."""
    opened = open_store(locate("test.db"))
    yield opened
    opened.close()


@pytest.fixture
def make_service(store: Store) -> MakeService:
    """What makes the service with some settings on the store."""

    def make(settings: Settings) -> Flask:
        app = create_service(settings, store)
        app.testing = True
        return app

    return make


@pytest.fixture
def service(make_service: MakeService) -> Flask:
    """The service on the store, which phones reach at an address of its own."""
    return make_service(Settings(public_url="http://club.example"))


@pytest.fixture
def browser(service: Flask) -> Browser:
    """The browser of somebody who is not signed in and reads English."""
    return Browser(service.test_client())


@pytest.fixture
def client(service: Flask) -> FlaskClient:
    """A client that is no browser."""
    return service.test_client()


@pytest.fixture
def sign_in_as(service: Flask, store: Store) -> Callable[[str], Browser]:
    """What signs in a new browser with a new token of a role, without the pages on the way."""

    def sign_in(role: str) -> Browser:
        found = Browser(service.test_client())
        token = store.create_token(f"a {role}", role).token
        with found.client.session_transaction() as kept, service.test_request_context():
            session.sign_in(token)
            kept.update(flask_session)
        return found

    return sign_in


@pytest.fixture
def reader(sign_in_as: Callable[[str], Browser]) -> Browser:
    """The browser of somebody who may read."""
    return sign_in_as(READER)


@pytest.fixture
def scorekeeper(sign_in_as: Callable[[str], Browser]) -> Browser:
    """The browser of somebody who may write."""
    return sign_in_as(SCOREKEEPER)


@pytest.fixture
def admin(sign_in_as: Callable[[str], Browser]) -> Browser:
    """The browser of somebody who may do everything."""
    return sign_in_as(ADMIN)


@pytest.fixture(scope="session")
def sample_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with the sample games; tests only read it."""
    with closing(open_store(tmp_path_factory.mktemp("games") / "test.db")) as store:
        load_samples(store)
        yield store


@pytest.fixture(scope="session")
def sample_service(sample_games: Store) -> Flask:
    """A service on it."""
    app = create_service(Settings(rate_address=0), sample_games)
    app.testing = True
    return app


@pytest.fixture
def watcher(sample_service: Flask) -> Browser:
    """A browser of the sample games."""
    return Browser(sample_service.test_client())


@pytest.fixture(scope="session")
def sample_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The browser of a service that has the sample tournament as number 1; tests only read it."""
    with sample_browser(tmp_path_factory.mktemp("samples")) as found:
        yield found


@pytest.fixture
def samples(sample_pages: Browser) -> Browser:
    """The same browser, which prefers English, whatever an address in an earlier test chose."""
    sample_pages.client.delete_cookie(PARAMETER)
    return sample_pages.read("en")


@contextmanager
def sample_browser(folder: Path) -> Iterator[Browser]:
    """A browser of a service that has the sample tournament as number 1."""
    with closing(open_store(folder / "samples.db")) as store:
        load_sample_tournament(store)
        app = create_service(Settings(), store)
        app.testing = True
        yield Browser(app.test_client())
