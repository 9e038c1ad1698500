"""Declarations, and cards that move without a right (record format, sections 3 and 4)."""

import pytest

from tests.support.games import akagiri, dalmuti, theater, uecda


@pytest.mark.parametrize(
    "action", ["1 say flip", "1 say up", "1 name Q", "1 name X", "1 draw", "1 draw 5", "1 discard 9"]
)
def test_what_nothing_allows_is_not_owed(action: str) -> None:
    assert dalmuti.action_faults("1 9", action) == [(1, "effect_not_owed")]


@pytest.mark.parametrize("action", ["1 say no-revolution", "1 say partner", "1 say heart", "1 show 5 5", "1 show"])
def test_a_declaration_that_the_game_does_not_know_is_false(action: str) -> None:
    assert dalmuti.action_faults("1 9", action) == [(1, "false_declaration")]


@pytest.mark.parametrize("action", ["1 say flip", "1 name Q", "1 show"])
def test_a_word_without_its_right_is_ignored(action: str) -> None:
    deal = dalmuti.report_of(["9 9", "8", "7", "6"], "1 9", action, "2 8")
    found = [(fault.action, fault.resolution) for fault in deal.faults if fault.action is not None]
    assert found == [(1, "ignored")]


def test_cards_discarded_without_a_right_are_gone() -> None:
    deal = dalmuti.report_of(["9 9 5", "8 8", "7 7", "6 6"], "1 discard 5", "1 9 9")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([(0, "effect_not_owed")], [1])
    assert [fault.resolution for fault in deal.faults if fault.action is not None] == ["stands"]


def test_cards_given_without_a_right_change_hands() -> None:
    hands = ["9 9 5", "8 8", "7 7", "6 6"]
    deal = dalmuti.report_of(hands, "1 9", "1 give 2 5", "2 -", "3 -", "4 -", "1 9", "2 5")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([(1, "exchange_not_owed")], [1])


def test_cards_that_are_not_there_do_not_move() -> None:
    hands = ["9 9", "8 8", "7 7", "6 6"]
    deal = dalmuti.report_of(hands, "1 9", "1 give 2 5", "2 5")
    assert dalmuti.action_faults_in(deal) == [(1, "exchange_not_owed"), (2, "card_not_held")]


def test_a_word_belongs_to_the_set_that_its_player_has_just_laid() -> None:
    """A-OPT-JB."""
    assert akagiri.action_faults("1 SJ", "1 say flip", jack_back=True) == []
    assert akagiri.action_faults("1 SJ", "2 say flip", jack_back=True) == [(1, "effect_not_owed")]


def test_the_set_of_another_player_ends_the_right() -> None:
    """A-OPT-JB."""
    assert akagiri.action_faults("1 SJ", "2 SQ", "1 say flip", jack_back=True) == [(2, "effect_not_owed")]


@pytest.mark.parametrize("action", ["3 -", "2 -", "2 say flip", "1 show", "1 draw", "2 give 1 S4"])
def test_any_other_action_ends_the_right(action: str) -> None:
    """A-OPT-JB."""
    found = akagiri.action_faults("1 SJ", action, "1 say flip", jack_back=True)
    assert (2, "effect_not_owed") in found


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("1 say up", "effect_not_owed"),
        ("1 name Q", "effect_not_owed"),
        ("1 discard S4", "effect_not_owed"),
        ("1 give 2 S4", "exchange_not_owed"),
    ],
)
def test_another_word_or_gift_of_the_same_player_does_not_end_it(word: str, code: str) -> None:
    """A-OPT-JB."""
    assert akagiri.action_faults("1 SJ", word, "1 say flip", jack_back=True) == [(1, code)]


def test_a_word_that_is_repeated_is_no_fault_and_does_nothing_more() -> None:
    """A-OPT-JB."""
    repeated = "1 SJ", "1 say flip", "1 say flip"
    assert akagiri.action_faults(*repeated, "2 ST", jack_back=True) == []
    assert akagiri.action_faults(*repeated, "2 SQ", jack_back=True) == [(3, "not_stronger")]


def test_of_several_words_for_a_set_the_last_one_counts() -> None:
    """A-Q-8, T-J-1."""
    quad = "1 SJ HJ DJ CJ", "1 say no-revolution", "1 say revolution", "1 say no-revolution"
    assert akagiri.action_faults(*quad, "2 S9 H9 D9 C9") == [(4, "not_stronger")]
    assert akagiri.action_faults(*quad, "1 say revolution", "2 S9 H9 D9 C9") == []


@pytest.mark.parametrize("between", ["1 give 2 S4", "1 discard S4", "1 name 5"])
def test_a_word_keeps_its_right_after_what_was_not_owed(between: str) -> None:
    """A-OPT-JB, T-J-1."""
    assert (2, "effect_not_owed") not in akagiri.action_faults("1 SJ", between, "1 say flip", jack_back=True)
    report = theater.report_of(*theater.OPENING, "1 SJ", between, "1 say down", "2 S9")
    assert len(report.faults) == 1


def test_a_word_without_its_card_after_going_out_is_not_owed() -> None:
    """A-OPT-JB, T-J-1, U-REV-1."""
    deal = theater.endgame_report(["S9", "D5 DT", "C5 C6", "H5 H6"], "1 S9", "1 say down", "2 DT")
    assert (1, 1, "effect_not_owed") in theater.fault_places(deal)
    hands = ["S9", "D5 DT", "C5 C6", "H5 H6"]
    deal = akagiri.report_of(hands, "1 S9", "1 say flip", "2 DT", jack_back=True)
    assert akagiri.action_faults_in(deal) == [(1, "effect_not_owed")]


def test_a_player_who_goes_out_may_still_speak_for_the_last_set() -> None:
    """T-J-1."""
    deal = theater.endgame_report(["SJ", "D5 DT", "C5 C6", "H5 H6"], "1 SJ", "1 say down", "2 DT")
    assert theater.fault_places(deal)[1:] == []


def test_a_word_for_the_very_set_that_ended_the_deal_is_ignored_without_a_fault() -> None:
    """U-REV-1."""
    hands = ["S3", "S4", "S5", "C3 C4", "S7 H7 D7 C7"]
    actions = ("1 S3", "2 S4", "3 S5", "4 -", "5 -", "4 -", "5 S7 H7 D7 C7")
    assert uecda.action_faults_in(uecda.report_of(hands, *actions, "5 say revolution")) == []
    assert uecda.action_faults_in(uecda.report_of(hands, *actions, "4 say revolution")) == [(7, "action_after_end")]
    assert uecda.action_faults_in(uecda.report_of(hands, *actions, "5 -")) == [(7, "action_after_end")]


@pytest.mark.parametrize(
    "action", ["3 9", "3 -", "1 draw", "1 show", "2 say flip", "2 give 1 9", "2 discard 9", "4 name Q"]
)
def test_after_the_end_every_other_action_is_too_late(action: str) -> None:
    deal = dalmuti.report_of(["9", "8", "7", "6"], "1 9", "2 8", "3 7", action)
    assert dalmuti.action_faults_in(deal) == [(3, "action_after_end")]
