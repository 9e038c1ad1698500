"""A store for each test, of each backend.

The tests beside this file are the contract of stores: they use nothing but `daifu.data.store.store`, and every
backend has to pass them. What is true of one backend alone is tested in its folder.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from math import inf
from pathlib import Path

import pytest

from daifu.data.store.open import open_store
from daifu.data.store.sql.ratings import ratings
from daifu.data.store.store import Store
from daifu.data.store.values import Location
from tests.support import postgresql
from tests.support.stores import evening

BACKENDS: Mapping[str, Callable[[Path], Location]] = {
    "sqlite": lambda folder: folder / "test.db",
    "postgresql": lambda _folder: postgresql.new_schema(),
}
"""For each backend: the location of a new store, given an empty folder."""


@pytest.fixture(autouse=True, scope="session")
def _readers_wait() -> Iterator[None]:
    """Reads of ratings wait until these are up to date, however busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratings, "MAX_WAIT", inf)
        yield


@pytest.fixture(autouse=True)
def _used_stores_are_emptied(_databases_are_used_again: None) -> Iterator[None]:
    yield
    postgresql.empty_used_stores()


@pytest.fixture(scope="session", params=BACKENDS)
def new_location(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Location]:
    """Makes locations at which there is no store yet."""
    return lambda: BACKENDS[request.param](tmp_path_factory.mktemp("store"))


@pytest.fixture
def location(new_location: Callable[[], Location]) -> Location:
    """Where the store of the test is."""
    return new_location()


@pytest.fixture
def store(location: Location) -> Iterator[Store]:
    with closing(open_store(location)) as opened:
        yield opened


@pytest.fixture
def two(store: Store) -> Store:
    """A store in which Aki and aki2 never sat together."""
    evening(store, "Mu", "Junko", "Shimo", "Aki")
    evening(store, "Mu", "Junko", "Shimo", "aki2", table="B")
    return store


@pytest.fixture
def path(location: Location) -> Path:
    """The file of the store, for tests of what SQLite has in it."""
    return Path(location)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """What is logged."""
    monkeypatch.setattr(logging.getLogger("daifu"), "propagate", True)
    caplog.set_level(logging.INFO, "daifu")
    return caplog


LONG_ON_A_SERVER = frozenset(
    {
        "test_all_that_was_acknowledged_is_there_after_a_kill",
        "test_large_points_of_several_commits_are_counted_exactly",
        "test_of_processes_that_write_at_once_each_change_is_in_the_log_once",
        "test_processes_that_send_the_same_store_it_once",
        "test_processes_that_upload_and_enter_at_once_lose_nothing",
        "test_readers_are_not_disturbed_by_writers",
        "test_several_processes_may_make_a_store_at_once",
        "test_threads_that_send_the_same_store_it_once",
    }
)
"""Tests that start processes or send much, which a server takes long for. They and properties run in `make soak`."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the long tests of stores in PostgreSQL."""
    for item in items:
        if not isinstance(item, pytest.Function) or "[postgresql" not in item.name:
            continue
        if item.originalname in LONG_ON_A_SERVER or getattr(item.obj, "is_hypothesis_test", False):
            item.add_marker(pytest.mark.soak)
