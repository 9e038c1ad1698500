"""A store for each test, and what is logged."""

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.store.sqlite.store import Store


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
