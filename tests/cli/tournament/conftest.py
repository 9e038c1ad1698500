"""A scorekeeper on a store of their own."""

import pytest

from tests.support.stores import Locate
from tests.support.tournaments.cli import CommandScorekeeper


@pytest.fixture
def keeper(locate: Locate) -> CommandScorekeeper:
    return CommandScorekeeper("--db", locate("club.db"))
