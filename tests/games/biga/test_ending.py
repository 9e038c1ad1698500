"""Going out, and the end of the play: B-OUT, B-END."""

import pytest

from tests.support.biga import ended, found, passes, table, whole_deal, wrong

ONE_LEFT = ["HA S4", "S5", "S6", "HA S7", "S8"]


def test_an_empty_hand_takes_the_next_place() -> None:
    """B-OUT-1."""
    report = table(ONE_LEFT, "1 show HA", "1 S4", "2 S5", "3 S6")
    assert (report.order, report.unfinished, wrong(report)) == ([2, 3], [1, 4, 5], [])


def test_who_is_out_may_not_act_any_more() -> None:
    """B-OUT-1."""
    report = table(ONE_LEFT, "1 show HA", "1 S4", "2 S5", "2 -", "2 S6", "2 say partner")
    assert wrong(report) == ["2 action_after_out"] * 3


def test_play_ends_when_both_declarers_are_out() -> None:
    """B-END-1, B-TEAM-1."""
    report = ended([1, 3], partner=3)
    assert (report.order, report.unfinished, found(report)) == ([1, 3], [2, 4, 5], [])


def test_play_ends_when_all_defenders_are_out() -> None:
    """B-END-1, B-Q-22: those who hold cards have no place."""
    report = ended([5, 2, 4], partner=3)
    assert (report.order, report.unfinished, found(report)) == ([5, 2, 4], [1, 3], [])


@pytest.mark.parametrize("order", [[1], [4, 1], [2, 3, 1], [2, 3, 4, 1], [5, 4, 3, 2]])
def test_play_of_a_lone_declarer_ends_when_he_or_all_others_are_out(order: list[int]) -> None:
    """B-END-1, B-SOLO-1."""
    report = ended(order, partner=None)
    assert (report.order, found(report)) == (order, [])


def test_once_play_is_over_nobody_may_act() -> None:
    """B-END-1."""
    hands = ["HA HA", "S5", "S6", "S7", "S8"]
    report = table(hands, "1 show HA", "1 HA HA", "2 S5", "1 -", "1 show HA", "3 say partner", "4 - void")
    assert wrong(report) == [f"{player} action_after_end" for player in (2, 1, 1, 3, 4)]


def test_a_deal_that_breaks_off_is_incomplete() -> None:
    """B-END-1."""
    report = whole_deal(ONE_LEFT, "1 show HA", "1 S4", "2 S5")
    assert found(report) == [(None, None, "deal_incomplete")]
    assert (report.order, report.points) == ([2], [None] * 5)


def test_a_shown_solo_ends_with_the_first_player_out_if_the_option_says_so() -> None:
    """B-Q-24."""
    assert ended([2, 1], "1 show HA", partner=None).order == [2, 1]
    assert ended([2], "1 show HA", partner=None, solo_shown_first_only=True).order == [2]


def test_the_option_changes_nothing_for_a_hidden_solo() -> None:
    """B-Q-24."""
    assert ended([2, 1], partner=None, solo_shown_first_only=True).order == [2, 1]


def test_a_card_that_is_not_held_is_noticed_and_stands() -> None:
    """B-DRAW-1: his other cards stay with him."""
    report = table(ONE_LEFT, "1 show HA", "1 S4", "2 S6", *passes(3, 4, 5, 1), "2 S5")
    assert wrong(report) == ["2 card_not_held"]
    assert report.order == [2]
