"""Sheets whose points contradict their places, or cannot add up."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from daifu.data.tournaments.changes import Result
from daifu.data.tournaments.game_rules import doubt_result
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import State
from tests.support.tournaments.log import tournament_with_stage


def state_of(deals: int | None = 1) -> State:
    """A cup of Dalmuti with one table of four."""
    keeper = tournament_with_stage(4, Settings(deals=deals))
    keeper.draw((1, 2, 3, 4))
    return keeper.state


def sheet(points: Sequence[Any], places: tuple[int, ...] | None = None, deal: int | None = 1) -> Result:
    return Result(stage=1, round=1, table=1, deal=deal, places=places, points=tuple(map(Fraction, points)))


@pytest.mark.parametrize(
    ("points", "places", "doubted"),
    [
        ([3, 2, 1, 0], (1, 2, 3, 4), False),
        ([0, 1, 2, 3], (1, 2, 3, 4), True),
        ([0, 1, 2, 3], None, False),
        ([9, 1, 2, 3], None, True),
        ([2.5, 2.5, 1, 0], (1, 1, 3, 4), False),
        ([2.5, 2, 1, 0], (1, 1, 3, 4), True),
        (["1/3", 2, 1, 0], (1, 2, 3, 4), False),
    ],
)
def test_points_of_a_deal_are_held_against_its_places(
    points: list[Any],
    places: tuple[int, ...] | None,
    doubted: bool,  # noqa: FBT001 - of the table
) -> None:
    found = doubt_result(state_of(), sheet(points, places))
    assert (found is not None and found.rule == "D-SCORE-2") is doubted


@pytest.mark.parametrize(("points", "doubted"), [([6, 4, 2, 0], False), ([6, 4, 2, 1], True)])
def test_points_of_a_whole_table_add_up_for_all_its_deals(
    points: list[int],
    doubted: bool,  # noqa: FBT001 - of the table
) -> None:
    found = doubt_result(state_of(deals=2), sheet(points, (1, 2, 3, 4), deal=None))
    assert (found is not None) is doubted


def test_the_sum_of_any_number_of_deals_is_not_known() -> None:
    assert doubt_result(state_of(deals=None), sheet([9, 9, 9, 9], deal=None)) is None
