"""Role cards and the order of their effects: F-5 to F-J, F-QBOMB, F-FX."""

import pytest

from tests.support.games.floor13 import REVOLUTION, fault_texts, faults_of_beginning, report_of, trick_faults


def test_a_5_skips_a_player() -> None:
    """F-5: also one in a run."""
    assert trick_faults("1 S5", "2 SK void", "3 SK") == ["2 out_of_turn"]
    assert trick_faults("1 S4 S5 S6", "2 H5 H6 H7 void", "3 H5 H6 H7") == ["2 out_of_turn"]


def test_two_5s_at_four_players_come_back_and_clear_the_trick() -> None:
    """F-5, F-Q-14, F-Q-15."""
    assert trick_faults("1 S5 H5", "1 S4", "2 SK") == []


def test_three_5s_at_three_players_come_back_and_clear_the_trick() -> None:
    """F-Q-14: six seats on."""
    assert trick_faults("1 S5 H5 D5", "1 S4", hands=["?*9"] * 3) == []


def test_a_5_at_two_players_comes_back_and_clears_the_trick() -> None:
    """F-Q-14."""
    assert trick_faults("1 S5", "1 S4", hands=["?*14"] * 2) == []


def test_three_5s_pass_over_their_player_and_clear_nothing() -> None:
    """F-Q-14."""
    assert trick_faults("1 S5 H5 D5", "1 S4 void", "3 SK HK DK") == ["1 out_of_turn", "1 wrong_count"]


def test_a_skipped_player_draws_nothing_and_the_round_goes_on() -> None:
    """F-Q-15: the trick comes back after two passes."""
    assert trick_faults("1 S5", "3 draw", "4 draw", "1 S4", "2 SK") == []


def test_a_7_may_give_a_card_to_the_next_player() -> None:
    """F-7."""
    assert faults_of_beginning(["S7 S4 D4", "H4 H6 D6"], "1 S7", "1 give 2 S4", "2 draw X", "1 D4") == []
    assert trick_faults("1 S7", "2 SK") == []


def test_each_7_gives_one_card_together_or_one_by_one() -> None:
    """F-7."""
    assert trick_faults("1 S7 H7", "1 give 2 S4 H4") == []
    assert trick_faults("1 S7 H7", "1 give 2 S4", "1 give 2 H4") == []
    assert trick_faults("1 S7 H7", "1 give 2 S4", "1 give 2 H4", "1 give 2 D4") == ["1 effect_not_owed"]


def test_a_7_does_not_give_two_cards() -> None:
    """F-7."""
    assert trick_faults("1 S7", "1 give 2 S4 H4") == ["1 effect_not_owed"]


def test_a_gift_without_a_7_is_not_owed_and_the_card_has_moved() -> None:
    """F-7, and the record format on cards that have moved."""
    hands = ["S4 H4 D6", "S6 H6 D4"]
    assert faults_of_beginning(hands, "1 S4", "1 give 2 H4", "2 S6 void", "2 H4") == [
        "1 effect_not_owed",
        "2 not_stronger",
    ]


def test_a_gift_to_anybody_else_is_not_owed_and_leaves_the_7() -> None:
    """F-7."""
    hands = ["S7 S4 D4 C4", "S6 H6 D6 C6", "SK HK DK CK"]
    actions = ("1 S7", "1 give 3 S4", "1 give 2 D4", "2 draw X", "3 S4 void")
    assert faults_of_beginning(hands, *actions) == ["1 effect_not_owed", "3 not_stronger"]


def test_a_gift_must_be_held() -> None:
    """F-7."""
    hands = ["S7 S4 D4", "H4 H6 D6"]
    assert faults_of_beginning(hands, "1 S7", "1 give 2 SK") == ["1 card_not_held"]
    assert faults_of_beginning(hands, "1 S7", "1 give 2 SK void", "1 give 2 S4") == ["1 card_not_held"]


def test_the_next_player_is_the_neighbour_whatever_is_skipped() -> None:
    """F-FX-6: the 5 of the run skips player 2, who gets the gift all the same."""
    assert trick_faults("1 S5 S6 S7", "1 give 2 S4", "3 H6 H7 H8") == []


def test_any_other_action_ends_the_right_to_give() -> None:
    """F-7, and the record format on rights."""
    assert trick_faults("1 S7", "2 draw", "1 give 2 S4") == ["1 effect_not_owed"]
    assert trick_faults("1 S7", "2 S3 void", "1 give 2 S4") == ["2 not_stronger"]


def test_an_8_clears_the_trick_and_its_player_leads() -> None:
    """F-8."""
    assert trick_faults("1 S4", "2 S8", "2 H4") == []
    assert trick_faults("1 S4", "2 S8", "3 SK void") == ["3 out_of_turn"]


def test_an_8_has_to_be_legal_first() -> None:
    """F-8."""
    assert trick_faults("1 S9", "4 S8 void") == ["4 not_stronger"]


def test_a_9_reverses_the_direction_to_the_end_of_the_game() -> None:
    """F-9."""
    assert trick_faults("1 S9", "4 SK", "3 draw", "2 draw", "1 draw", "4 S4", "3 S6") == []


def test_three_9s_reverse_and_clear_nothing() -> None:
    """F-9, F-Q-18."""
    assert trick_faults("1 S9 H9 D9", "4 SK HK DK") == []


@pytest.mark.parametrize("pair", ["S9 H9", "S9 X"])
def test_two_9s_are_an_ambulance(pair: str) -> None:
    """F-AMB, F-Q-18: the trick is cleared, the direction unchanged."""
    assert trick_faults(f"1 {pair}", "1 S4", "2 S6") == []


def test_an_ambulance_has_to_beat_what_lies_there() -> None:
    """F-AMB."""
    assert trick_faults("1 ST HT", "2 S9 H9 void") == ["2 not_stronger"]


def test_two_9s_in_a_double_run_are_no_ambulance() -> None:
    """F-Q-18: the direction is reversed twice."""
    hands = ["?*9"] * 3
    actions = ("1 S9 H9 ST HT SJ HJ", "2 DT CT DJ CJ DQ CQ")
    assert trick_faults(*actions, hands=hands) == []


def test_each_10_may_throw_a_card_away() -> None:
    """F-10."""
    assert trick_faults("1 ST", "1 discard S4", "2 SK") == []
    assert trick_faults("1 ST HT", "1 discard S4", "1 discard H4") == []
    assert trick_faults("1 ST", "1 discard S4", "1 discard H4") == ["1 effect_not_owed"]
    assert trick_faults("1 ST", "2 SK") == []


def test_a_discard_without_a_10_is_not_owed_and_the_card_is_gone() -> None:
    """F-10, and the record format on cards that have moved."""
    hands = ["S4 H4 DK", "S6 H6 D6"]
    actions = ("1 S4", "1 discard H4", "2 draw X", "1 H4")
    assert faults_of_beginning(hands, *actions) == ["1 effect_not_owed", "1 card_not_held"]


def test_a_discard_must_be_held() -> None:
    """F-10."""
    assert faults_of_beginning(["ST S4 DK", "S6 H6 D6"], "1 ST", "1 discard H4") == ["1 card_not_held"]


def test_a_jack_may_reverse_the_order_until_the_trick_is_cleared() -> None:
    """F-J."""
    flipped = ("1 SJ", "1 say flip")
    assert trick_faults(*flipped, "2 ST", "3 SK void") == ["3 not_stronger"]
    assert trick_faults(*flipped, "2 draw", "3 draw", "4 draw", "1 ST", "2 SK") == []


def test_nobody_has_to_use_a_jack() -> None:
    """F-Q-16."""
    assert trick_faults("1 SJ", "2 SK") == []


def test_two_jacks_may_turn_the_order_there_and_back() -> None:
    """F-Q-16."""
    assert trick_faults("1 SJ HJ", "1 say flip", "2 ST HT") == []
    assert trick_faults("1 SJ HJ", "1 say flip", "1 say flip", "2 SK HK") == []
    assert trick_faults("1 SJ HJ", "1 say flip", "1 say flip", "1 say flip") == ["1 effect_not_owed"]


def test_a_flip_without_a_jack_is_not_owed() -> None:
    """F-J."""
    assert trick_faults("1 S4", "1 say flip", "2 S6") == ["1 effect_not_owed"]
    assert trick_faults("1 SJ", "2 say flip", "1 say flip") == ["2 effect_not_owed", "1 effect_not_owed"]


def test_in_a_revolution_a_flip_restores_the_order() -> None:
    """F-J, F-REV-4."""
    assert trick_faults(*REVOLUTION, "1 SJ", "1 say flip", "2 SK", "3 SA") == []


def test_the_jack_itself_is_judged_by_the_order_before() -> None:
    """F-Q-17."""
    assert trick_faults("1 ST", "2 SJ", "2 say flip", "3 SQ void") == ["3 not_stronger"]


WIDE = ["?*9"] * 4


def test_effects_fire_once_a_card_in_groups_and_runs() -> None:
    """F-FX-1: a gift, the clear and the reverse."""
    assert trick_faults("1 H7 H8 H9", "1 give 2 S4", "1 S6", "4 SK") == []


def test_a_7_before_a_9_gives_in_the_old_direction() -> None:
    """F-FX-2, F-FX-6."""
    assert trick_faults("1 H7 H8 H9", "1 give 4 S4") == ["1 effect_not_owed"]


def test_in_a_revolution_the_9_comes_first_and_the_gift_goes_the_new_way() -> None:
    """F-FX-2."""
    assert trick_faults(*REVOLUTION, "1 H7 H8 H9", "1 give 4 S4", hands=WIDE, hand_size=9) == []
    assert trick_faults(*REVOLUTION, "1 H7 H8 H9", "1 give 2 S4", hands=WIDE, hand_size=9) == ["1 effect_not_owed"]


def test_effects_may_be_recorded_in_any_order() -> None:
    """F-FX-2."""
    assert trick_faults("1 ST SJ SQ", "1 name 4", "1 say flip", "1 discard S6", "2 H9 HT HJ") == []


def test_a_clear_does_not_stop_the_other_effects_of_the_set() -> None:
    """F-FX-3, F-Q-23."""
    assert trick_faults("1 S8 S9 ST", "1 discard S4", "1 S6", "4 SK") == []


def test_if_the_set_cleared_the_trick_skips_are_void() -> None:
    """F-FX-4."""
    assert trick_faults("1 S5 S6 S7 S8", "1 S4", "2 SK void", "2 D2 void") == ["2 not_stronger", "2 not_stronger"]
    assert trick_faults("1 S5 S6 S7 S8", "2 S4 void") == ["2 out_of_turn"]


def test_a_jack_after_an_8_turns_the_order_of_the_next_trick() -> None:
    """F-FX-5: a run of three and a joker, whose revolution is in force too, so high cards win."""
    assert trick_faults("1 S8 S9 ST SJ", "1 say flip", "1 S6", "4 SK") == []
    assert trick_faults("1 S8 S9 ST SJ", "1 S6", "4 SK void") == ["4 not_stronger"]


def test_that_flip_ends_with_the_next_trick() -> None:
    """F-FX-5, F-J."""
    actions = ("1 S8 S9 ST SJ", "1 say flip", "1 S6", "4 draw", "3 draw", "2 draw", "4 SK")
    assert trick_faults(*actions, "3 H4", hands=WIDE, hand_size=9) == []


def test_in_a_revolution_the_jack_comes_first_and_its_flip_ends_with_the_clear() -> None:
    """F-FX-2, F-FX-5: two revolutions, so the order is normal, flip or no flip."""
    actions = (*REVOLUTION, "1 S8 S9 ST SJ", "1 say flip", "2 H4 void", "4 S4", "3 SK")
    assert trick_faults(*actions, hands=WIDE, hand_size=9) == ["2 out_of_turn"]


def test_effects_come_before_an_interrupt() -> None:
    """F-FX-2, F-SAND-1: after it they are not owed any more."""
    assert trick_faults("1 S7", "3 S3 H3 D3", "1 give 2 S4") == ["1 effect_not_owed"]
    assert trick_faults("1 SJ", "3 S3 H3 D3", "1 say flip") == ["1 effect_not_owed"]


HANDS = ["SQ S4 D9 H9", "D4 HK D5 C5", "S7 H7 C4 C9"]


@pytest.mark.parametrize("holder", ["1 S4", "2 D4", "3 C4"])
def test_all_cards_of_the_name_leave_all_hands(holder: str) -> None:
    """F-QBOMB-1, F-Q-19: of all suits, the bomber's own too."""
    faults = faults_of_beginning(HANDS, "1 SQ", "1 name 4", f"{holder} void")
    assert f"{holder[0]} card_not_held" in faults


@pytest.mark.parametrize("holder", ["2", "3"])
def test_a_card_that_a_draw_named_a_second_time_leaves_both_hands(holder: str) -> None:
    """F-QBOMB-1, where the record gives two players the same card."""
    actions = ("1 D9", "3 draw HK", "2 draw S2", "1 SQ", "1 name K", f"{holder} HK void")
    assert f"{holder} card_not_held" in faults_of_beginning(HANDS, *actions)
    assert f"{holder} card_not_held" not in faults_of_beginning(HANDS, *actions[:4], actions[-1])


def test_other_cards_stay_where_they_are() -> None:
    """F-QBOMB-1."""
    assert faults_of_beginning(HANDS, "1 SQ", "1 name 4", "2 HK") == []


def test_the_joker_may_be_named() -> None:
    """F-QBOMB-2, F-Q-19."""
    hands = ["SQ S4", "X HK", "X D4"]
    assert faults_of_beginning(hands, "1 SQ", "1 name X", "2 X void") == ["2 card_not_held"]


def test_a_name_may_hit_nothing() -> None:
    """F-QBOMB-2."""
    assert faults_of_beginning(HANDS, "1 SQ", "1 name 3", "2 HK") == []


def test_the_bomber_keeps_their_own_cards_where_the_option_says_so() -> None:
    """F-Q-20, option `qbomb_self`."""
    named = ("1 SQ", "1 name 4", "2 HK", "3 draw X", "1 draw S2", "1 S4 void")
    assert faults_of_beginning(HANDS, *named, qbomb_self=False) == ["1 not_stronger"]


def test_naming_is_compulsory_before_the_next_play_or_pass() -> None:
    """F-QBOMB-2: the fault is that of the play with the queen."""
    missed = report_of(HANDS, "1 D9", "3 draw X", "2 draw S2", "1 SQ", "3 draw H2")
    assert [(fault.action, fault.player, fault.code) for fault in missed.faults[1:]] == [(3, 1, "effect_missing")]


@pytest.mark.parametrize("then", ["2 SK", "2 draw", "2 -", "4 S3 H3 D3"])
def test_a_missing_name_is_a_fault_once_for_each_queen(then: str) -> None:
    """F-QBOMB-2."""
    assert trick_faults("1 SQ", then, "2 S4 void")[0] == "1 effect_missing"
    assert trick_faults("1 SQ HQ", "1 name 4", "2 SK HK") == ["1 effect_missing"]
    assert trick_faults("1 SQ HQ", "2 SK HK") == ["1 effect_missing", "1 effect_missing"]


def test_a_name_is_not_missing_while_nothing_has_taken_effect() -> None:
    """F-QBOMB-2: not at the end of the record, nor through a pass out of turn or a set taken back."""
    assert trick_faults("1 SQ") == []
    assert trick_faults("1 SQ", "3 -") == ["3 out_of_turn"]
    assert trick_faults("1 SQ", "2 S4 void", "1 name 4", "2 SK") == ["2 not_stronger"]


def test_after_the_end_no_name_is_missing() -> None:
    """F-QBOMB-2, F-END-1."""
    assert fault_texts(report_of(["SQ", "S4"], "1 SQ")) == ["1 finish_banned"]
    assert fault_texts(report_of(["SQ", "S4"], "1 SQ", "2 S4")) == ["1 finish_banned", "2 action_after_end"]


def test_a_name_is_missing_when_the_bomber_leads_on() -> None:
    """F-QBOMB-2: after an 8 in the same run."""
    assert trick_faults("1 S8 S9 ST SJ SQ", "1 S4") == ["1 effect_missing"]


def test_a_name_without_a_queen_is_not_owed() -> None:
    """F-QBOMB-1."""
    assert trick_faults("1 SK", "1 name 4") == ["1 effect_not_owed"]
    assert trick_faults("1 SQ", "1 name 4", "1 name 6") == ["1 effect_not_owed"]
    assert trick_faults("1 SQ", "2 name 4", "2 SK") == ["1 effect_missing", "2 effect_not_owed"]


def test_after_an_interrupt_the_name_is_missing_and_not_owed_any_more() -> None:
    """F-QBOMB-2, F-FX-2."""
    assert trick_faults("1 SQ", "3 S3 H3 D3", "1 name 4") == ["1 effect_missing", "1 effect_not_owed"]


def test_a_name_that_empties_another_hand_lets_that_player_win() -> None:
    """F-END-2."""
    played = report_of(["SQ S4", "D8 C8", "HK DK"], "1 SQ", "1 name 8", "2 draw")
    assert [fault.code for fault in played.faults] == ["action_after_end"]
    assert played.order == [2, 1, 3]
    assert played.points == [4, -30, 26]


def test_of_several_emptied_hands_the_nearest_after_the_bomber_wins() -> None:
    """F-END-2: the other counts 0 and stands second."""
    played = report_of(["SQ S4", "S8 H8", "D8 C8", "HK DK"], "1 SQ", "1 name 8")
    assert (played.order, played.points) == ([2, 3, 1, 4], [4, -30, 0, 26])


def test_nearest_is_counted_in_the_direction_at_the_queens_effect() -> None:
    """F-END-2, F-FX-2: the 9 of the run has reversed it before the queen has her say."""
    hands = ["S9 ST SJ SQ S4", "S8", "HK", "D8"]
    assert report_of(hands, "1 S9 ST SJ SQ", "1 name 8").order[0] == 4


def test_in_a_revolution_the_queen_comes_before_the_9() -> None:
    """F-END-2, F-FX-2: so the direction is still the old one; the empty stock keeps the hands small."""
    hands = ["S6 H6 D6 C6 S9 ST SJ SQ S4", "S8", "HK", "D8"]
    assert report_of(hands, *REVOLUTION, "1 S9 ST SJ SQ", "1 name 8", stock="").order[0] == 2


def test_a_name_that_empties_the_bombers_own_hand_is_banned() -> None:
    """F-OUTBAN-3, F-Q-21: unnoticed it stands, and the bomber wins before all others."""
    played = report_of(["SQ S4", "D4 C4", "HK DK"], "1 SQ", "1 name 4")
    assert [fault.code for fault in played.faults] == ["finish_banned"]
    assert (played.order, played.points) == ([1, 2, 3], [-26, 0, 26])


def test_it_is_not_where_the_bombers_own_cards_are_spared() -> None:
    """F-OUTBAN-3, option `qbomb_self`."""
    played = report_of(["SQ S4", "D4 C6", "HK DK"], "1 SQ", "1 name 4", "2 draw X", qbomb_self=False)
    assert [fault.code for fault in played.faults] == ["deal_incomplete"]


def test_after_the_end_a_second_name_is_not_owed() -> None:
    """F-END-2, F-QBOMB-2."""
    assert report_of(["SQ HQ S4", "D8 C8 H8", "HK DK CK"], "1 SQ HQ", "1 name 8").faults == []


def test_a_player_with_unknown_cards_may_record_what_was_hit() -> None:
    """F-QBOMB-1, and the record format on unknown cards."""
    assert trick_faults("1 SQ", "1 name 4", "3 discard S4", "2 discard H4 D4", "2 SK") == []
    assert trick_faults("1 SQ", "1 name 4", "3 discard S6") == ["3 effect_not_owed"]
    assert trick_faults("1 SQ", "1 name 4", "2 SK", "3 discard S4") == ["3 effect_not_owed"]


@pytest.mark.parametrize("between", ["3 say flip", "1 say flip", "3 give 2 SA", "3 name 6", "2 SK void"])
def test_there_is_time_for_that_until_the_next_pass_draw_or_play(between: str) -> None:
    """F-QBOMB-1."""
    assert trick_faults("1 SQ", "1 name 4", between, "2 discard S4")[1:] == []


@pytest.mark.parametrize("then", ["2 -", "2 draw", "4 -", "4 draw", "2 SK"])
def test_after_that_nothing_is_hit_any_more(then: str) -> None:
    """F-QBOMB-1."""
    assert trick_faults("1 SQ", "1 name 4", then, "3 discard S4")[-1] == "3 effect_not_owed"


def test_doing_so_does_not_end_the_right_to_another_name() -> None:
    """F-QBOMB-1."""
    assert trick_faults("1 SQ HQ", "1 name 4", "3 discard S4", "1 name 6", "3 discard S6 H4") == []


def test_the_bomber_who_is_spared_has_nothing_to_record() -> None:
    """F-Q-20, option `qbomb_self`."""
    assert trick_faults("1 SQ", "1 name 4", "1 discard S4", qbomb_self=False) == ["1 effect_not_owed"]


def test_unknown_cards_that_were_hit_may_end_the_game() -> None:
    """F-END-2."""
    played = report_of(["SQ S4", "D8 ?", "HK DK"], "1 SQ", "1 name 8", "2 discard H8")
    assert (played.faults, played.order) == ([], [2, 1, 3])


def test_jokers_among_the_queens_have_names_to_give_too() -> None:
    """F-JOK-1, F-FX-1."""
    assert trick_faults("1 SQ X", "1 name 4", "1 name 6", "2 SK HK") == []
