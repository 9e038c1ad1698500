"""The service on a store with the sample tournament and its games, for tests that only read."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from api.settings import Settings
from api.web.app import create_service
from data.samples import load_sample_tournament
from data.store.open import open_store
from tests.support.pages import Browser


@contextmanager
def sample_browser(folder: Path) -> Iterator[Browser]:
    """A browser of a service that has the sample tournament as number 1."""
    with closing(open_store(folder / "samples.db")) as store:
        load_sample_tournament(store)
        app = create_service(Settings(), store)
        app.testing = True
        yield Browser(app.test_client())
