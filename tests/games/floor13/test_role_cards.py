"""5, 7, 8, 9, 10 and J: F-5 to F-J."""

import pytest

from tests.support.floor13 import FLAT, broken_off, trick


def test_a_5_skips_a_player() -> None:
    """F-5: also one in a run."""
    assert trick("1 S5", "2 SK void", "3 SK") == ["2 out_of_turn"]
    assert trick("1 S4 S5 S6", "2 H5 H6 H7 void", "3 H5 H6 H7") == ["2 out_of_turn"]


def test_two_5s_at_four_players_come_back_and_clear_the_trick() -> None:
    """F-5, F-Q-14, F-Q-15."""
    assert trick("1 S5 H5", "1 S4", "2 SK") == []


def test_three_5s_at_three_players_come_back_and_clear_the_trick() -> None:
    """F-Q-14: six seats on."""
    assert trick("1 S5 H5 D5", "1 S4", hands=["?*9"] * 3) == []


def test_a_5_at_two_players_comes_back_and_clears_the_trick() -> None:
    """F-Q-14."""
    assert trick("1 S5", "1 S4", hands=["?*14"] * 2) == []


def test_three_5s_pass_over_their_player_and_clear_nothing() -> None:
    """F-Q-14."""
    assert trick("1 S5 H5 D5", "1 S4 void", "3 SK HK DK") == ["1 out_of_turn", "1 wrong_count"]


def test_a_skipped_player_draws_nothing_and_the_round_goes_on() -> None:
    """F-Q-15: the trick comes back after two passes."""
    assert trick("1 S5", "3 draw", "4 draw", "1 S4", "2 SK") == []


def test_a_7_may_give_a_card_to_the_next_player() -> None:
    """F-7."""
    assert broken_off(["S7 S4 D4", "H4 H6 D6"], "1 S7", "1 give 2 S4", "2 draw X", "1 D4") == []
    assert trick("1 S7", "2 SK") == []


def test_each_7_gives_one_card_together_or_one_by_one() -> None:
    """F-7."""
    assert trick("1 S7 H7", "1 give 2 S4 H4") == []
    assert trick("1 S7 H7", "1 give 2 S4", "1 give 2 H4") == []
    assert trick("1 S7 H7", "1 give 2 S4", "1 give 2 H4", "1 give 2 D4") == ["1 effect_not_owed"]


def test_a_7_does_not_give_two_cards() -> None:
    """F-7."""
    assert trick("1 S7", "1 give 2 S4 H4") == ["1 effect_not_owed"]


def test_a_gift_without_a_7_is_not_owed_and_the_card_has_moved() -> None:
    """F-7, and the record format on cards that have moved."""
    hands = ["S4 H4 D6", "S6 H6 D4"]
    assert broken_off(hands, "1 S4", "1 give 2 H4", "2 S6 void", "2 H4") == ["1 effect_not_owed", "2 not_stronger"]


def test_a_gift_to_anybody_else_is_not_owed_and_leaves_the_7() -> None:
    """F-7."""
    hands = ["S7 S4 D4 C4", "S6 H6 D6 C6", "SK HK DK CK"]
    actions = ("1 S7", "1 give 3 S4", "1 give 2 D4", "2 draw X", "3 S4 void")
    assert broken_off(hands, *actions) == ["1 effect_not_owed", "3 not_stronger"]


def test_a_gift_must_be_held() -> None:
    """F-7."""
    hands = ["S7 S4 D4", "H4 H6 D6"]
    assert broken_off(hands, "1 S7", "1 give 2 SK") == ["1 card_not_held"]
    assert broken_off(hands, "1 S7", "1 give 2 SK void", "1 give 2 S4") == ["1 card_not_held"]


def test_the_next_player_is_the_neighbour_whatever_is_skipped() -> None:
    """F-FX-6: the 5 of the run skips player 2, who gets the gift all the same."""
    assert trick("1 S5 S6 S7", "1 give 2 S4", "3 H6 H7 H8") == []


def test_any_other_action_ends_the_right_to_give() -> None:
    """F-7, and the record format on rights."""
    assert trick("1 S7", "2 draw", "1 give 2 S4") == ["1 effect_not_owed"]
    assert trick("1 S7", "2 S3 void", "1 give 2 S4") == ["2 not_stronger"]


def test_an_8_clears_the_trick_and_its_player_leads() -> None:
    """F-8."""
    assert trick("1 S4", "2 S8", "2 H4") == []
    assert trick("1 S4", "2 S8", "3 SK void") == ["3 out_of_turn"]


def test_an_8_has_to_be_legal_first() -> None:
    """F-8."""
    assert trick("1 S9", "4 S8 void") == ["4 not_stronger"]


def test_a_9_reverses_the_direction_to_the_end_of_the_game() -> None:
    """F-9."""
    assert trick("1 S9", "4 SK", "3 draw", "2 draw", "1 draw", "4 S4", "3 S6") == []


def test_three_9s_reverse_and_clear_nothing() -> None:
    """F-9, F-Q-18."""
    assert trick("1 S9 H9 D9", "4 SK HK DK") == []


@pytest.mark.parametrize("pair", ["S9 H9", "S9 X"])
def test_two_9s_are_an_ambulance(pair: str) -> None:
    """F-AMB, F-Q-18: the trick is cleared, the direction unchanged."""
    assert trick(f"1 {pair}", "1 S4", "2 S6") == []


def test_an_ambulance_has_to_beat_what_lies_there() -> None:
    """F-AMB."""
    assert trick("1 ST HT", "2 S9 H9 void") == ["2 not_stronger"]


def test_two_9s_in_a_double_run_are_no_ambulance() -> None:
    """F-Q-18: the direction is reversed twice."""
    hands = ["?*9"] * 3
    actions = ("1 S9 H9 ST HT SJ HJ", "2 DT CT DJ CJ DQ CQ")
    assert trick(*actions, hands=hands) == []


def test_each_10_may_throw_a_card_away() -> None:
    """F-10."""
    assert trick("1 ST", "1 discard S4", "2 SK") == []
    assert trick("1 ST HT", "1 discard S4", "1 discard H4") == []
    assert trick("1 ST", "1 discard S4", "1 discard H4") == ["1 effect_not_owed"]
    assert trick("1 ST", "2 SK") == []


def test_a_discard_without_a_10_is_not_owed_and_the_card_is_gone() -> None:
    """F-10, and the record format on cards that have moved."""
    hands = ["S4 H4 DK", "S6 H6 D6"]
    actions = ("1 S4", "1 discard H4", "2 draw X", "1 H4")
    assert broken_off(hands, *actions) == ["1 effect_not_owed", "1 card_not_held"]


def test_a_discard_must_be_held() -> None:
    """F-10."""
    assert broken_off(["ST S4 DK", "S6 H6 D6"], "1 ST", "1 discard H4") == ["1 card_not_held"]


def test_a_jack_may_reverse_the_order_until_the_trick_is_cleared() -> None:
    """F-J."""
    flipped = ("1 SJ", "1 say flip")
    assert trick(*flipped, "2 ST", "3 SK void") == ["3 not_stronger"]
    assert trick(*flipped, "2 draw", "3 draw", "4 draw", "1 ST", "2 SK") == []


def test_nobody_has_to_use_a_jack() -> None:
    """F-Q-16."""
    assert trick("1 SJ", "2 SK") == []


def test_two_jacks_may_turn_the_order_there_and_back() -> None:
    """F-Q-16."""
    assert trick("1 SJ HJ", "1 say flip", "2 ST HT") == []
    assert trick("1 SJ HJ", "1 say flip", "1 say flip", "2 SK HK") == []
    assert trick("1 SJ HJ", "1 say flip", "1 say flip", "1 say flip") == ["1 effect_not_owed"]


def test_a_flip_without_a_jack_is_not_owed() -> None:
    """F-J."""
    assert trick("1 S4", "1 say flip", "2 S6") == ["1 effect_not_owed"]
    assert trick("1 SJ", "2 say flip", "1 say flip") == ["2 effect_not_owed", "1 effect_not_owed"]


def test_in_a_revolution_a_flip_restores_the_order() -> None:
    """F-J, F-REV-4."""
    assert trick(*FLAT, "1 SJ", "1 say flip", "2 SK", "3 SA") == []


def test_the_jack_itself_is_judged_by_the_order_before() -> None:
    """F-Q-17."""
    assert trick("1 ST", "2 SJ", "2 say flip", "3 SQ void") == ["3 not_stronger"]
