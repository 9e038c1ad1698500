"""A faulty set that nobody noticed stands (record format, section 4)."""

import pytest

from tests.support.games import akagiri, dalmuti, theater, uecda
from tests.support.reports import fault_tuples, judge_deals


def test_the_turn_goes_on_from_its_player() -> None:
    assert dalmuti.action_faults("1 9", "3 8", "4 7", "1 6") == [(1, "out_of_turn")]
    assert dalmuti.action_faults("1 9", "3 8", "2 7") == [(1, "out_of_turn"), (2, "out_of_turn")]


def test_it_is_the_set_to_beat() -> None:
    assert dalmuti.action_faults("1 9", "2 11", "3 10") == [(1, "not_stronger")]
    assert dalmuti.action_faults("1 9", "2 8 8", "3 7") == [(1, "wrong_count"), (2, "wrong_count")]


def test_its_resolution_is_that_it_stands() -> None:
    deal = dalmuti.report_of(["9 9", "11", "7", "6"], "1 9", "2 11")
    assert [(fault.code, fault.resolution) for fault in deal.faults if fault.action] == [("not_stronger", "stands")]


def test_its_cards_leave_the_hand_as_far_as_they_were_there() -> None:
    deal = dalmuti.report_of(["9 5", "8 8", "7 7", "6 6"], "1 9 9", "2 -", "3 -", "4 -", "1 5")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([(0, "card_not_held")], [1])


def test_it_ends_the_passes_in_a_row() -> None:
    assert dalmuti.action_faults("1 9", "2 -", "3 -", "2 8", "3 -", "4 -", "1 -", "2 12") == [(3, "out_of_turn")]


def test_its_effects_take_place() -> None:
    assert uecda.standing_faults("1 S9", "2 S8", "2 H3") == [(1, "not_stronger")]
    assert uecda.standing_faults("1 S9", "2 S5 H5 D5 C5", "3 S4 H4 D4 C4") == [(1, "wrong_count")]


def test_it_may_be_the_opening_set() -> None:
    """T-OPEN-2."""
    deal = theater.report_of("1 S4", "2 H5", "3 -", "4 -", "1 -", "2 C6")
    assert theater.fault_places(deal) == [(0, 1, "opening_card_missing")]


def test_a_player_shut_out_by_a_pass_stays_so_when_a_set_of_theirs_stands() -> None:
    actions = ("1 9", "2 -", "3 8", "2 7", "3 6", "4 5", "1 4")
    assert dalmuti.action_faults(*actions, "3 3", pass_locks=True) == [(3, "locked_by_pass")]
    assert dalmuti.action_faults(*actions, "2 3", pass_locks=True) == [(3, "locked_by_pass"), (7, "locked_by_pass")]


def test_its_player_leads_if_nobody_follows() -> None:
    actions = ("1 9", "2 -", "3 8", "2 7", "3 -", "4 -", "1 -")
    assert dalmuti.action_faults(*actions, "2 12", "3 11", pass_locks=True) == [(3, "locked_by_pass")]


def test_when_everybody_else_is_shut_out_the_trick_ends_with_the_play() -> None:
    actions = ("1 9", "2 -", "3 8", "2 7", "3 -", "4 -", "1 6", "1 12")
    assert dalmuti.action_faults(*actions, pass_locks=True) == [(3, "locked_by_pass")]


def test_with_it_a_player_may_go_out() -> None:
    deal = dalmuti.report_of(["9 9", "11", "7 7", "6 6"], "1 9", "2 11", "3 7")
    assert (deal.order, dalmuti.action_faults_in(deal)) == ([2], [(1, "not_stronger")])


@pytest.mark.parametrize("answer", ["12 12", "9 J", "J J"])
def test_any_set_of_as_many_cards_answers_one_that_was_none(answer: str) -> None:
    assert dalmuti.action_faults("1 9 8", f"2 {answer}") == [(0, "not_a_combination")]


@pytest.mark.parametrize("answer", ["1", "12 12 12", "J"])
def test_a_set_of_another_count_does_not_answer_one_that_was_none(answer: str) -> None:
    assert dalmuti.action_faults("1 9 8", f"2 {answer}") == [(0, "not_a_combination"), (1, "wrong_count")]


@pytest.mark.parametrize("answer", ["S3 H3 D3", "C4 C5 C6"])
def test_any_kind_of_set_answers_one_that_was_none(answer: str) -> None:
    assert akagiri.action_faults("1 S9 H9 DT", f"2 {answer}") == [(0, "not_a_combination")]


def test_what_is_no_set_does_not_answer_one_that_was_none() -> None:
    assert dalmuti.action_faults("1 9 8", "2 7 6") == [(0, "not_a_combination"), (1, "not_a_combination")]


def test_what_was_no_set_may_lie_on_a_set() -> None:
    assert dalmuti.action_faults("1 9", "2 8 7", "3 12 12") == [(1, "not_a_combination")]


def test_what_was_no_set_has_no_effects() -> None:
    """U-8-1, U-REV-1."""
    assert uecda.standing_faults("1 S8 H9", "2 S5 H5") == [(0, "not_a_combination")]
    assert uecda.standing_faults("1 S5 H5 D5 C5 S9", *uecda.passes_of(2, 3, 4, 5, 1), "1 H4", "2 S6") == [
        (0, "not_a_combination")
    ]


def test_a_suit_lock_is_not_looked_at_on_what_was_no_set() -> None:
    """U-LOCK-1."""
    assert uecda.standing_faults("1 S4", "2 S5", "3 H6 H8", "4 DT CT") == [(2, "not_a_combination")]


def test_after_it_the_lock_in_force_still_binds() -> None:
    """U-LOCK-1."""
    assert uecda.standing_faults("1 S4", "2 S5", "3 H6 H8", "4 DT CT", "5 DJ CJ") == [
        (2, "not_a_combination"),
        (4, "suit_lock"),
    ]


@pytest.mark.parametrize(
    ("rules", "players", "no_set", "special"),
    [
        ("biga", 5, "H4 S5", "C9 C9 D9 D9"),  # an Egg
        ("biga", 5, "H9 S9 DT", "H4 C4"),  # fours that capture
        ("floor13", 4, "S8 H9", "X"),
        ("theater", 4, "D3 S9", "X"),
    ],
)
def test_no_set_has_a_special_right_on_what_was_no_set(rules: str, players: int, no_set: str, special: str) -> None:
    deal = {"hands": ["?*30"] * players, "actions": [f"1 {no_set}", f"2 {special}"], "abandoned": True}
    assert (1, 2, "wrong_count") in fault_tuples(judge_deals(rules, [deal], players))


def test_a_set_of_which_nothing_was_held_is_still_the_set_to_beat() -> None:
    deal = dalmuti.report_of(["9", "8 8", "7 7", "6 6"], "1 5", "2 8", "3 4 4")
    assert dalmuti.action_faults_in(deal)[:2] == [(0, "card_not_held"), (1, "not_stronger")]
