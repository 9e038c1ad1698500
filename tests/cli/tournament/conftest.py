"""A scorekeeper on a store of his own."""

from pathlib import Path

import pytest

from tests.support.scorekeeper import Scorekeeper


@pytest.fixture
def keeper(tmp_path: Path) -> Scorekeeper:
    return Scorekeeper("--db", tmp_path / "club.db")
