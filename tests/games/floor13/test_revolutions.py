"""Revolutions wait for the clear; sandstorms and the spade 3 interrupt: F-REV, F-SAND, F-S3-1."""

import pytest

from tests.support.games.floor13 import REVOLUTION, trick_faults

ROUND = ("2 draw", "3 draw", "4 draw")
PAIR_OF_PLAYERS = ["?*14"] * 2


@pytest.mark.parametrize("led", ["S6 H6 D6 C6", "S6 H6 D6 X", "S6 H6 X X", "S3 H3 D3 C3", "SJ SQ SK SA"])
def test_four_cards_in_one_set_turn_the_order_with_the_clear(led: str) -> None:
    """F-REV-1, F-REV-2, F-Q-12."""
    names = ["1 name 2"] if "SQ" in led else []
    assert trick_faults(f"1 {led}", *names, *ROUND, "1 HK", "2 SA void", "2 D4") == ["2 not_stronger"]


def test_until_the_clear_the_order_stays() -> None:
    """F-REV-1."""
    assert trick_faults("1 S4 H4 D4 C4", "2 S6 H6 D6 C6") == []


@pytest.mark.parametrize("led", ["SK HK DK", "SK SA S2"])
def test_three_cards_make_no_revolution(led: str) -> None:
    """F-REV-1."""
    assert trick_faults(f"1 {led}", *ROUND, "1 S4", "2 S6") == []


def test_a_double_run_over_three_ranks_makes_no_revolution() -> None:
    """F-REV-2."""
    assert trick_faults("1 SK HK SA HA S2 H2", "2 draw", "1 S4", "2 S6", hands=PAIR_OF_PLAYERS) == []


def test_a_double_run_over_four_ranks_does() -> None:
    """F-REV-2."""
    led = ("1 SJ HJ SQ HQ SK HK SA HA", "1 name 2", "1 name 2")
    assert trick_faults(*led, "2 draw", "1 S6", "2 S4", hands=PAIR_OF_PLAYERS) == []


def test_two_revolutions_in_a_trick_undo_each_other() -> None:
    """F-REV-3."""
    actions = ("1 S4 H4 D4 C4", "2 S6 H6 D6 C6", "3 draw", "4 draw", "1 draw", "2 DT", "3 DK")
    assert trick_faults(*actions) == []


def test_three_revolutions_in_a_trick_turn_the_order() -> None:
    """F-REV-3."""
    actions = ("1 S4 H4 D4 C4", "2 S6 H6 D6 C6", "3 SK HK DK CK", "4 draw", "1 draw", "2 draw", "3 DJ")
    assert trick_faults(*actions, "4 D2 void", "4 DT") == ["4 not_stronger"]


def test_four_8s_turn_the_order_by_their_own_clear() -> None:
    """F-Q-24."""
    assert trick_faults("1 S8 H8 D8 C8", "1 SK", "2 SA void", "2 S4") == ["2 not_stronger"]


def test_a_revolution_lasts_until_the_next() -> None:
    """F-REV-4."""
    hands = ["?*9"] * 4
    assert trick_faults(*REVOLUTION, "1 HK", *ROUND, "2 SA", "3 S4", hands=hands, hand_size=9) == []
    back = (*REVOLUTION, "1 SK HK DK CK", "2 draw", "3 draw", "4 draw", "2 S4", "3 S6")
    assert trick_faults(*back, hands=hands, hand_size=9) == []


def test_a_flip_in_the_trick_of_a_revolution_ends_with_it() -> None:
    """F-REV-1, F-J."""
    actions = ("1 SJ HJ DJ CJ", "1 say flip", "2 S4 H4 D4 C4", "3 draw", "4 draw", "1 draw", "2 S6", "3 SK")
    assert trick_faults(*actions) == []


def test_the_joker_stays_on_top() -> None:
    """F-REV-4."""
    assert trick_faults(*REVOLUTION, "1 H3", "2 X") == []


def test_announcing_a_revolution_that_comes_anyway_is_no_fault() -> None:
    """F-REV-1, and the record format on declarations."""
    assert trick_faults("1 S6 H6 D6 C6", "1 say revolution", *ROUND, "1 HK", "2 S4") == []


@pytest.mark.parametrize("word", ["revolution", "no-revolution"])
def test_announcing_another_is_false(word: str) -> None:
    """F-REV-1, and the record format on declarations."""
    assert trick_faults("1 S6 H6", f"1 say {word}") == ["1 false_declaration"]


@pytest.mark.parametrize("top", ["S4", "X", "S2 H2", "SK HK DK", "SK SA S2", "S4 S6"])
def test_a_sandstorm_answers_anything_and_its_player_leads(top: str) -> None:
    """F-SAND-1."""
    faults = trick_faults(f"1 {top}", "2 S3 H3 D3", "2 S4")
    assert [fault for fault in faults if fault.startswith("2")] == []


def test_two_jokers_and_a_3_are_a_run_on_a_run_and_else_a_sandstorm() -> None:
    """F-JOK-3, F-SAND-0: the kind of the table counts if it is legal, and a group on the lead."""
    hands = ["?*9", "?*9", "?*9", "?*9"]
    turned = (*REVOLUTION, "1 S4 S5 S6")
    assert trick_faults(*turned, "3 H3 X X", "3 SK void", hands=hands, hand_size=9) == ["3 out_of_turn", "3 wrong_kind"]
    assert trick_faults("1 S4 S5 S6", "2 H3 X X", "2 SK") == []
    assert trick_faults("1 H3 X X", "1 SK") == []


def test_a_sandstorm_may_come_out_of_turn() -> None:
    """F-SAND-1, F-Q-8."""
    assert trick_faults("1 SK", "4 S3 H3 D3", "4 S4") == []


def test_a_sandstorm_may_come_upon_an_empty_table() -> None:
    """F-SAND-1: after the clear by a spade 3, or anywhere else."""
    assert trick_faults("1 X", "2 S3", "4 C3 H3 D3", "4 S4") == []
    assert trick_faults("1 S8", "3 C3 H3 D3", "3 S4") == []


def test_without_the_option_a_sandstorm_waits_for_its_turn() -> None:
    """F-Q-8, option `sandstorm_interrupt`."""
    assert trick_faults("1 SK", "2 S3 H3 D3", "2 S4", sandstorm_interrupt=False) == []
    assert trick_faults("1 SK", "4 S3 H3 D3 void", sandstorm_interrupt=False) == ["4 out_of_turn"]


def test_unnoticed_it_stands_and_leads_even_so() -> None:
    """F-Q-8, option `sandstorm_interrupt`."""
    assert trick_faults("1 SK", "4 S3 H3 D3", "4 S4", sandstorm_interrupt=False) == ["4 out_of_turn"]


def test_a_sandstorm_ends_the_right_to_play_after_the_draw() -> None:
    """F-Q-8, F-PASS-2."""
    assert trick_faults("1 SK", "2 draw", "4 S3 H3 D3", "2 SA void", "4 S4") == ["2 out_of_turn"]


def test_a_sandstorm_may_be_led() -> None:
    """F-Q-13."""
    assert trick_faults("1 S3 H3 D3", "1 S4") == []


def test_a_sandstorm_may_follow_a_sandstorm() -> None:
    """F-Q-10."""
    assert trick_faults("1 SK", "2 S3 H3 D3", "4 C3 X X", "4 S4") == []


def test_a_sandstorm_cancels_the_revolution_that_waits() -> None:
    """F-SAND-2: the king beats the 6 still."""
    assert trick_faults("1 S4 H4 D4 C4", "3 S3 H3 D3", "3 S6", "4 SK") == []


def test_a_sandstorm_upon_an_empty_table_cancels_nothing() -> None:
    """F-SAND-2: after four 8s the revolution is in force."""
    assert trick_faults("1 S8 H8 D8 C8", "3 S3 H3 D3", "3 S6", "4 SK void", "4 S4") == ["4 not_stronger"]


def test_while_the_last_to_pass_may_still_play_the_revolution_waits() -> None:
    """F-SAND-2, F-CLEAR-1."""
    assert trick_faults(*REVOLUTION, "3 S3 H3 D3", "3 S4", "4 SK") == []
    assert trick_faults(*REVOLUTION, "4 -", "3 S3 H3 D3", "3 S4", "4 SK void") == ["4 not_stronger"]


def test_a_sandstorm_leaves_what_has_already_happened() -> None:
    """F-SAND-2, F-Q-23: the direction stays reversed."""
    assert trick_faults("1 S9", "3 S3 H3 D3", "3 S4", "2 S6") == []


def test_the_spade_3_takes_a_lone_joker_and_its_player_leads() -> None:
    """F-S3-1."""
    assert trick_faults("1 X", "2 S3", "2 S4") == []


def test_in_a_revolution_it_does_so_too() -> None:
    """F-S3-1, F-REV-4: and the joker is still on top."""
    assert trick_faults(*REVOLUTION, "1 H3", "2 X", "3 S3", "3 S4") == []


@pytest.mark.parametrize("three", ["H3", "D3", "C3"])
def test_other_3s_do_not(three: str) -> None:
    """F-S3-1, F-ROLE-1."""
    assert trick_faults("1 X", f"2 {three} void") == ["2 not_stronger"]


def test_the_spade_3_does_not_take_a_set_with_a_joker() -> None:
    """F-S3-1."""
    assert trick_faults("1 S2 X", "2 S3 void") == ["2 wrong_count"]
    assert trick_faults("1 X X", "2 S3 void") == ["2 wrong_count"]


def test_the_spade_3_is_a_weak_single_on_anything_else() -> None:
    """F-S3-1."""
    assert trick_faults("1 S4", "2 S3 void") == ["2 not_stronger"]
    assert trick_faults("1 S3", "2 S4") == []


def test_the_spade_3_has_no_right_to_interrupt() -> None:
    """F-Q-41: but its player may draw first."""
    assert trick_faults("1 X", "3 S3 void") == ["3 out_of_turn"]
    assert trick_faults("1 X", "2 draw", "2 S3", "2 S4") == []


def test_in_a_group_or_a_run_the_spade_3_does_nothing() -> None:
    """F-Q-39."""
    assert trick_faults("1 S3 H3", "2 SK HK") == []
    assert trick_faults("1 S3 S4 S5", "3 H4 H5 H6") == []
