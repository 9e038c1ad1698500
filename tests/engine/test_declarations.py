"""Declarations, gifts before play, and cards that move without a right (record format, sections 3 and 4)."""

import pytest

from tests.support.games import akagiri, dalmuti, theater, uecda
from tests.support.games.dalmuti import ActionFaults, faults_before_play, hidden_hands
from tests.support.reports import fault_tuples, judge_deals


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


HANDS = ["1 12 12 7", "3 9 9 7", "4 5 8 7", "2 2 6 J"]


def missing(*actions: str) -> ActionFaults:
    """Player and code of the gifts found missing after these actions, at player 1's first lead."""
    deal = {"hands": HANDS, "actions": [*actions, "1 7"], "abandoned": True}
    found = fault_tuples(judge_deals("dalmuti", [deal]))
    return [(player or 0, code) for action, player, code in found if action == len(actions)]


def test_the_cards_of_a_gift_change_hands() -> None:
    assert faults_before_play(HANDS, "4 give 1 2 2", "1 give 4 12 12", "3 give 2 4", "2 give 3 9", "1 2 2") == []


def test_the_cards_of_a_faulty_gift_change_hands_all_the_same() -> None:
    assert faults_before_play(HANDS, "4 give 1 6 J", "1 give 4 1 7", "3 give 2 4", "2 give 3 9", "1 6 J") == [
        (0, "exchange_not_best")
    ]


def test_the_cards_of_a_gift_change_hands_as_far_as_they_are_held() -> None:
    """The other 6 never was: it does not turn up at the taker's."""
    actions = ("4 give 1 6 6", "1 give 4 1 7", "3 give 2 4", "2 give 3 9", "1 6 6")
    assert faults_before_play(HANDS, *actions) == [(0, "card_not_held"), (4, "card_not_held")]


def test_a_gift_of_cards_not_held_is_reported_alone_and_counts_as_made() -> None:
    assert faults_before_play(HANDS, "4 give 1 1 1") == [(0, "card_not_held")]
    assert (4, "exchange_missing") not in missing("4 give 1 1 1")


def test_a_gift_of_the_wrong_size_is_reported_alone_and_counts_as_made() -> None:
    assert faults_before_play(HANDS, "4 give 1 11 11 11") == [(0, "exchange_wrong_count")]
    assert (4, "exchange_missing") not in missing("4 give 1 2")


def test_a_gift_that_is_not_the_best_counts_as_made() -> None:
    assert (4, "exchange_missing") not in missing("4 give 1 6 J")


def test_a_card_not_yet_received_is_not_held() -> None:
    """D-OPT-7."""
    assert faults_before_play(HANDS, "1 give 4 2 2", tax_gift_from_dealt_hand=False) == [(0, "card_not_held")]


def test_a_gift_between_the_wrong_players_leaves_the_right_one_owed() -> None:
    assert faults_before_play(HANDS, "4 give 2 2 2") == [(0, "exchange_not_owed")]
    assert (4, "exchange_missing") in missing("4 give 2 2 2")


def test_the_cards_of_a_gift_to_another_player_change_hands_all_the_same() -> None:
    assert faults_before_play(HANDS, "4 give 3 2 2", "3 give 2 2") == [
        (0, "exchange_not_owed"),
        (1, "exchange_not_best"),
    ]


def test_a_second_gift_of_one_giver_is_not_owed() -> None:
    assert faults_before_play(HANDS, "1 give 4 12 12", "1 give 4 1 7") == [(1, "exchange_not_owed")]


def test_what_the_giver_gave_away_before_is_not_held() -> None:
    assert faults_before_play(HANDS, "4 give 3 2 2", "4 give 1 2 2") == [(0, "exchange_not_owed"), (1, "card_not_held")]


def test_a_gift_after_the_first_play_is_not_owed() -> None:
    found = faults_before_play(HANDS, "1 7", "4 give 1 2 2")
    assert found == [*[(0, "exchange_missing")] * 4, (1, "exchange_not_owed")]


def test_a_gift_after_a_pass_on_the_lead_is_still_in_time() -> None:
    """Only a play is the first play."""
    assert faults_before_play(HANDS, "1 -", "4 give 1 2 2") == [(0, "pass_on_lead")]


def test_gifts_not_made_are_missing_once_a_giver_at_the_first_play() -> None:
    deal = {"hands": hidden_hands(), "actions": ["1 9", "2 8"], "abandoned": True}
    assert fault_tuples(judge_deals("dalmuti", [deal])) == [(0, giver, "exchange_missing") for giver in (1, 2, 3, 4)]


def test_the_gifts_of_the_rich_are_owed_when_the_poor_gave_nothing() -> None:
    assert missing("4 give 1 2 2", "3 give 2 4") == [(1, "exchange_missing"), (2, "exchange_missing")]
    assert missing("1 give 4 12 12", "2 give 3 9") == [(3, "exchange_missing"), (4, "exchange_missing")]


def test_without_a_play_nothing_is_missing() -> None:
    assert faults_before_play(HANDS) == []


def test_a_faulty_first_play_is_the_first_play() -> None:
    assert [code for _, code in faults_before_play(HANDS, "1 9 8")].count("exchange_missing") == 4


def test_a_first_play_out_of_turn_is_the_first_play() -> None:
    assert [code for _, code in faults_before_play(HANDS, "2 9")].count("exchange_missing") == 4
