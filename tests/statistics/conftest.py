"""A store for each test."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.store.sqlite.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "test.db")) as opened:
        yield opened
