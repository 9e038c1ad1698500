"""What was announced stays known: the standing as it was when a round was closed."""

import pytest

from data.tournaments.announced import closing
from data.tournaments.changes import RoundReopened
from data.tournaments.log import fold
from data.tournaments.refusals import Refused
from data.tournaments.standings.standing import standing
from data.tournaments.state import RoundId
from tests.support.tournaments import Keeper, opened


@pytest.fixture
def keeper() -> Keeper:
    """Two rounds that were closed one after the other."""
    keeper = opened(4)
    for number in (1, 2):
        keeper.draw((1, 2, 3, 4))
        keeper.scores(number, 1, 3, 2, 1, 0)
        keeper.closes(number)
    return keeper


def test_a_standing_stays_known_as_it_was_when_its_round_was_closed(keeper: Keeper) -> None:
    announced = keeper.standing
    version = len(keeper.entries)
    keeper.make(RoundReopened(stage=1, round=2))
    keeper.scores(2, 1, 0, 1, 2, 3)
    found = closing(keeper.entries)
    assert found == (RoundId(1, 2), version)
    assert standing(fold(keeper.entries[: found.version]), found.place) == announced
    assert keeper.standing != announced


def test_a_round_that_is_closed_again_is_announced_again(keeper: Keeper) -> None:
    keeper.make(RoundReopened(stage=1, round=1))
    keeper.closes(1)
    assert closing(keeper.entries) == closing(keeper.entries, 1, 1) == (RoundId(1, 1), len(keeper.entries))
    assert closing(keeper.entries, 1, 2).version < len(keeper.entries)


@pytest.mark.parametrize("asked", [(2, None), (1, 3), (None, 0)])
def test_what_was_never_closed_was_never_announced(keeper: Keeper, asked: tuple[int | None, int | None]) -> None:
    with pytest.raises(Refused, match="no such round has been closed yet"):
        closing(keeper.entries, *asked)


def test_without_a_closed_round_nothing_was_announced() -> None:
    with pytest.raises(Refused, match="no such round has been closed yet"):
        closing(opened(4).entries)
