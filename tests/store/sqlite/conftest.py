"""A store in an SQLite file for each test."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.sqlite.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "test.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store.open(path)) as opened:
        yield opened
