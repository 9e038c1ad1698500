"""A store for each test, which does not wait for the disk."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.store.sqlite import connections
from data.store.sqlite.store import Store


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(connections, "PRAGMAS", (*connections.PRAGMAS, "PRAGMA synchronous = OFF"))
    with closing(Store.open(tmp_path / "test.db")) as opened:
        yield opened
