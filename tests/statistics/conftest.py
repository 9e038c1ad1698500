"""A store for each test."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.open import open_store
from daifu.data.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(tmp_path / "test.db")) as opened:
        yield opened
