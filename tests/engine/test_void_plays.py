"""Plays that the table took back (record format, section 4)."""

import pytest

from daifu.replay.deal import DealReport
from tests.support.games import akagiri, dalmuti, theater, uecda
from tests.support.reports import fault_tuples, judge_deals


def test_a_void_play_is_reported() -> None:
    deal = dalmuti.report_of(["9 9", "11", "7", "6"], "1 9", "2 11 void")
    assert [(fault.action, fault.code, fault.resolution) for fault in deal.faults if fault.action is not None] == [
        (1, "not_stronger", "void")
    ]


def test_everything_wrong_with_it_is_reported() -> None:
    deal = dalmuti.report_of(["9 9", "8 8", "7", "6"], "1 9", "3 12 12 void")
    assert [code for _, code in dalmuti.action_faults_in(deal)] == ["card_not_held", "out_of_turn", "wrong_count"]


def test_the_cards_stay_in_the_hand() -> None:
    deal = dalmuti.report_of(["9", "11 8", "7", "6 6"], "1 9", "2 11 void", "2 8", "3 7", "4 6", "2 -")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([(1, "not_stronger")], [1, 3])


def test_the_set_to_beat_stays() -> None:
    assert dalmuti.action_faults("1 9", "2 11 void", "2 10") == [(1, "not_stronger"), (2, "not_stronger")]
    assert dalmuti.action_faults("1 9", "2 5 void", "2 8") == []


def test_the_turn_stays_where_it_was() -> None:
    assert dalmuti.action_faults("1 9", "2 11 void", "3 8") == [(1, "not_stronger"), (2, "out_of_turn")]
    assert dalmuti.action_faults("1 9", "4 8 void", "2 8") == [(1, "out_of_turn")]


def test_a_void_play_in_which_nothing_was_wrong_is_no_fault_and_changes_nothing() -> None:
    assert dalmuti.action_faults("1 9", "2 8 void", "2 8", "3 7") == []


def test_nobody_goes_out_with_a_void_play() -> None:
    deal = dalmuti.report_of(["9", "8 8", "7 7", "6 6"], "1 9 void", "1 9", "2 8")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([], [1])


def test_a_void_play_has_no_effects() -> None:
    """U-8-1, U-REV-1."""
    assert uecda.standing_faults("1 S4", "2 S8 void", "2 H5", "3 D6") == []
    assert uecda.standing_faults("1 S5 H5 D5 C5 void", "1 H7", "2 S9") == []


def test_a_void_pass_shuts_nobody_out() -> None:
    assert dalmuti.action_faults("1 9", "2 - void", "2 8", pass_locks=True) == []
    assert dalmuti.action_faults("1 - void", "1 9", "2 8") == [(0, "pass_on_lead")]


def test_a_void_gift_moves_no_card() -> None:
    hands = ["12 12", "9", "8", "1 2 3"]
    assert dalmuti.faults_before_play(hands, "4 give 1 2 3 void", "4 give 1 1 2") == [(0, "exchange_not_best")]
    assert dalmuti.faults_before_play(hands, "4 give 1 1 2 void", "4 give 1 1 2") == []


def test_a_void_declaration_declares_nothing() -> None:
    """D-REV-1, D-REV-3."""
    hands = dalmuti.partly_known_hands("", "", "", "J J")
    found = dalmuti.faults_before_play(hands, "4 say revolution void", "1 9")
    assert [code for _, code in found] == ["exchange_missing"] * 4


def test_a_void_discard_throws_nothing_away() -> None:
    deal = dalmuti.report_of(["9 9", "8 8", "7", "6"], "1 discard 9 void", "1 9 9")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([(0, "effect_not_owed")], [1])


def test_a_void_first_play_does_not_start_the_play() -> None:
    """T-OPEN-2: the opening is still to be made, and gifts are still in time."""
    assert theater.fault_places(theater.report_of("1 D3 void", "1 S4")) == [(1, 1, "opening_card_missing")]
    hands = ["12 12 9", "11 9", "8", "1 2 J"]
    gifts = ("4 give 1 1 2", "1 give 4 12 12", "3 give 2 8", "2 give 3 11")
    assert dalmuti.faults_before_play(hands, "1 9 void", *gifts, "1 9") == []


def test_gifts_are_missed_at_the_first_play_that_was_not_void() -> None:
    deal = {"hands": dalmuti.hidden_hands(), "actions": ["1 9 void", "1 9"], "abandoned": True}
    assert fault_tuples(judge_deals("dalmuti", [deal])) == [(1, player, "exchange_missing") for player in (1, 2, 3, 4)]


def test_a_void_play_does_not_end_the_right_to_speak() -> None:
    """T-J-1."""
    assert theater.trick_faults("1 SJ", "2 SQ void", "1 say down", "2 ST") == []


def test_a_void_word_uses_up_no_right() -> None:
    """A-OPT-JB."""
    assert akagiri.action_faults("1 SJ", "1 say flip void", "1 say flip", "2 ST", jack_back=True) == []


@pytest.mark.parametrize("action", ["1 9 void", "1 - void"])
def test_of_a_player_who_is_out_nothing_can_be_taken_back(action: str) -> None:
    deal = dalmuti.report_of(["9", "8 8", "7 7", "6 6"], "1 9", action)
    assert dalmuti.action_faults_in(deal) == [(1, "action_after_out")]


def test_after_the_end_nothing_can_be_taken_back() -> None:
    deal = dalmuti.report_of(["9", "8", "7", "6"], "1 9", "2 8", "3 7", "4 6 void")
    assert dalmuti.action_faults_in(deal) == [(3, "action_after_end")]


def test_a_void_play_does_not_count_as_a_pass_where_faulty_plays_do() -> None:
    def deal(mark: str) -> DealReport:
        return dalmuti.report_of(["9 9", "11 8", "7", "6"], "1 9", f"2 11{mark}", "2 8", illegal_play="pass")

    assert dalmuti.action_faults_in(deal(" void")) == [(1, "not_stronger")]
    assert dalmuti.action_faults_in(deal("")) == [(1, "not_stronger"), (2, "out_of_turn")]
