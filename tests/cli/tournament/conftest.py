"""A scorekeeper on a store of their own."""

from pathlib import Path

import pytest

from tests.support.tournaments.cli import CommandScorekeeper


@pytest.fixture
def keeper(tmp_path: Path) -> CommandScorekeeper:
    return CommandScorekeeper("--db", tmp_path / "club.db")
