"""Queen bombers: F-QBOMB, F-END-2."""

import pytest

from tests.support.games.floor13 import REVOLUTION, fault_texts, faults_of_beginning, report_of, trick_faults

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
