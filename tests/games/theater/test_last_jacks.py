"""Jacks with which their player goes out: he may still call, and nothing else (T-J-1, T-OUT-1)."""

import pytest

from tests.support.theater import endgame, found

HANDS = ["SJ HJ", "S4 H4 SQ HQ", "S5 H5 C6", "S6 H6 C7"]


def test_who_went_out_with_jacks_may_still_call() -> None:
    assert found(endgame(HANDS, "1 SJ HJ", "1 say down", "3 S5 H5", abandoned=True)) == [(2, 3, "out_of_turn")]
    assert found(endgame(HANDS, "1 SJ HJ", "1 say down", "2 S4 H4", abandoned=True)) == []


@pytest.mark.parametrize("action", ["1 SJ", "1 -", "1 show", "1 draw"])
def test_but_he_cannot_act_any_more(action: str) -> None:
    report = endgame(HANDS, "1 SJ HJ", action, "2 SQ HQ", abandoned=True)
    assert found(report) == [(1, 1, "action_after_out")]
    assert report.order == [1]


def test_the_turn_goes_on_from_him_without_a_call() -> None:
    assert found(endgame(HANDS, "1 SJ HJ", "2 SQ HQ", "3 -", "4 -", "2 S4", abandoned=True)) == []
