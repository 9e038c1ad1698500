"""A store for each test; none of them waits for the disk."""

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.store.sqlite import connections
from data.store.sqlite.store import Store


@pytest.fixture(autouse=True, scope="session")
def _no_waiting_for_the_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "PRAGMAS", (*connections.PRAGMAS, "PRAGMA synchronous = OFF"))
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "test.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store.open(path)) as opened:
        yield opened


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """What is logged."""
    monkeypatch.setattr(logging.getLogger("daifu"), "propagate", True)
    caplog.set_level(logging.INFO, "daifu")
    return caplog
